import type { Worth } from "./types.ts";

/** The letter of an outcome: it says the same as the colour. */
export function letterOf(worth: Worth): string {
  return worth.outcome === "win" ? "W" : worth.outcome === "lose" ? "L" : worth.tie ? "T" : "D";
}

/** The letter with the distance, as it stands on the board. */
export function markOf(worth: Worth): string {
  return `${letterOf(worth)}${worth.distance ?? ""}`;
}

/** An outcome in a few words, such as "wins in 5". */
export function wordOf(worth: Worth): string {
  const word = worth.outcome === "win" ? "wins" : worth.outcome === "lose" ? "loses" : worth.tie ? "ties" : "draws";
  return worth.distance === undefined ? word : `${word} in ${worth.distance}`;
}
