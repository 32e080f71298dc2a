import { signal } from "@preact/signals";
import { api } from "../api/client.ts";
import type { About, ObjectiveListed, Preset } from "../api/types.ts";

/** What the server is and has; null until it has answered. */
export const about = signal<About | null>(null);
export const presets = signal<Preset[]>([]);

let asked: Promise<About> | null = null;

/** Asks once; whoever comes later waits for the same answer. */
export function learn(): Promise<About> {
  asked ??= Promise.all([api.about(), api.presets()]).then(
    ([told, listed]) => {
      about.value = told;
      presets.value = listed;
      return told;
    },
    (reason) => {
      asked = null;
      throw reason;
    },
  );
  return asked;
}

export function objectiveNamed(name: string): ObjectiveListed | undefined {
  return about.value?.objectives.find((objective) => objective.name === name);
}
