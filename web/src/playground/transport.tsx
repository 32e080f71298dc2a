import { Icon, type IconName } from "../ui/icon.tsx";
import { answered, current, problem } from "./answer.ts";
import { objective } from "./document.ts";
import { event, finished, length, playing, playOrPause, speed, step, stepBy, stepTo, trace } from "./watching.ts";

/** The solver's controls: the rule in words, and the way through its steps. */
export function Transport() {
  const told = trace.value;
  const none = length.value === 0;
  const button = (icon: IconName, title: string, onClick: () => void, disabled: boolean) => (
    <button type="button" class="quiet" title={title} aria-label={title} disabled={none || disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  return (
    <section class="transport" aria-label="Watch the solver">
      <p class="rule" aria-live="polite">
        {words()}
      </p>
      <div class="controls">
        {button("first", "To the beginning (Home)", () => stepBy(-length.value), step.value === 0)}
        {button("back", "One step back (,)", () => stepBy(-1), step.value === 0)}
        <button
          type="button"
          class="primary play"
          disabled={none}
          onClick={playOrPause}
          title={playing.value ? "Pause (Space)" : "Play (Space)"}
          aria-label={playing.value ? "Pause" : "Play"}
        >
          <Icon name={playing.value ? "pause" : "play"} />
        </button>
        {button("forward", "One step forward (.)", () => stepBy(1), finished.value)}
        {button("last", "To the end (End)", () => stepBy(length.value), finished.value)}
        <input
          class="scrubber"
          type="range"
          min={0}
          max={Math.max(1, length.value)}
          step={1}
          value={none ? 1 : step.value}
          disabled={none}
          aria-label="Step"
          aria-valuetext={`step ${step.value} of ${length.value}`}
          onInput={(input) => {
            playing.value = false;
            stepTo(Number(input.currentTarget.value));
          }}
        />
        <output class="count">
          {none ? "–" : `${step.value} / ${length.value}`}
          {told?.cut ? "+" : ""}
        </output>
        <label class="speed" title="Steps a second">
          <span>Speed</span>
          <input
            type="range"
            min={-1.5}
            max={6}
            step={0.1}
            disabled={none}
            value={Math.log2(speed.value)}
            aria-valuetext={`${speed.value.toFixed(1)} steps a second`}
            onInput={(input) => {
              speed.value = 2 ** Number(input.currentTarget.value);
            }}
          />
        </label>
      </div>
    </section>
  );
}

function words(): string {
  if (problem.value) return "";
  if (!current.value) return "\u00a0";
  if (!trace.value) {
    const name = objective.value?.title ?? "This objective";
    return objective.value?.traced
      ? "The graph is too large to be told step by step."
      : `${name} is not told step by step; the answer is in the picture.`;
  }
  if (event.value) {
    const { cut } = trace.value;
    const more = finished.value && cut ? ` (${cut} further steps are left out.)` : "";
    return event.value.words + more;
  }
  const steps = trace.value.events.length;
  return steps === 0
    ? "There is nothing to do."
    : `${answered.value?.answer.trace?.title}: ${steps} steps. Play, or step through.`;
}
