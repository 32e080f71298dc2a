import { computed, effect, signal, untracked } from "@preact/signals";
import type { Trace, TraceEvent } from "../api/types.ts";
import { opening, type Stage, seek } from "../model/stage.ts";
import { answered, current } from "./answer.ts";

/** The solver at work: how far it is, and whether it goes on by itself. */

export const trace = computed<Trace | null>(() => (current.value ? (answered.value?.answer.trace ?? null) : null));
export const stage = signal<Stage>(opening(0));
export const playing = signal(false);
/** Events a second. */
export const speed = signal(1.5);

export const length = computed(() => trace.value?.events.length ?? 0);
export const step = computed(() => Math.min(stage.value.step, length.value));
/** At the end the picture shows the answer itself. */
export const finished = computed(() => trace.value === null || step.value >= length.value);

/** The event that led to the stage shown. */
export const event = computed<TraceEvent | null>(() => trace.value?.events[step.value - 1] ?? null);

/** A new answer is shown at its end, and nothing plays. */
export function keepStaged(): () => void {
  return effect(() => {
    const told = trace.value;
    untracked(() => {
      playing.value = false;
      const count = answered.value?.document.graph.vertices.length ?? 0;
      const start = opening(count);
      stage.value = told ? seek(told, start, told.events.length) : start;
    });
  });
}

export function stepTo(goal: number) {
  const told = trace.value;
  if (told) stage.value = seek(told, stage.value, goal);
}

export function stepBy(by: number) {
  playing.value = false;
  stepTo(step.value + by);
}

export function playOrPause() {
  if (!trace.value) return;
  if (!playing.value && finished.value) stepTo(0);
  playing.value = !playing.value;
}

/** Goes on by itself while playing, at the speed chosen. */
export function keepPlaying(): () => void {
  return effect(() => {
    if (!playing.value) return;
    let last = performance.now();
    let due = 0.6;
    let frame = requestAnimationFrame(function tick(time) {
      due += ((time - last) / 1000) * speed.value;
      last = time;
      const whole = Math.floor(due);
      if (whole > 0) {
        due -= whole;
        stepTo(step.peek() + whole);
      }
      if (finished.peek()) playing.value = false;
      else frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  });
}
