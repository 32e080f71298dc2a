import type { GameListed } from "./types.ts";

/** The parameters of a spec, in the order of the game's; those of the example where it has none. */
export function valuesOf(game: GameListed, spec: string): string[] {
  const alias = !spec.startsWith(`${game.name}:`) && spec !== game.name;
  let rest = alias ? "" : spec.slice(game.name.length);
  return game.parameters.map((parameter, at) => {
    if (!rest.startsWith(parameter.before)) return parameter.optional ? "" : parameter.example;
    rest = rest.slice(parameter.before.length);
    const next = game.parameters[at + 1];
    const end = next ? rest.indexOf(next.before) : -1;
    const value = end < 0 ? rest : rest.slice(0, end);
    if (parameter.optional && !parameter.choices?.includes(value)) {
      rest = parameter.before + rest;
      return "";
    }
    rest = end < 0 ? "" : rest.slice(end);
    return value;
  });
}

export function specOf(game: GameListed, values: string[]): string {
  const parts = game.parameters.map((parameter, at) => {
    const value = values[at] ?? "";
    return parameter.optional && value === "" ? "" : parameter.before + value;
  });
  return game.name + parts.join("");
}

/** "HEAP,HEAP,..." are heaps. */
export function nameOf(parameter: string): string {
  const list = parameter.endsWith(",...");
  const name = (parameter.split(",")[0] ?? "").toLowerCase();
  if (name === "menvmen") return "men";
  if (name.includes("|")) return "kind";
  return list ? `${name}s` : name;
}
