import { useEffect, useState } from "preact/hooks";
import { go } from "../route.ts";
import { nameOf, specOf, valuesOf } from "./spec.ts";
import type { GameListed } from "./types.ts";

/** Other sizes of the game. */
export function Choose({ game, spec }: { game: GameListed; spec: string }) {
  const [values, setValues] = useState(() => valuesOf(game, spec));
  useEffect(() => setValues(valuesOf(game, spec)), [game, spec]);
  if (game.parameters.length === 0 && game.examples.length < 2) return null;
  const visit = (to: string) => go({ tab: "games", rest: encodeURIComponent(to) });
  const set = (at: number, value: string) => setValues(values.map((old, nth) => (nth === at ? value : old)));
  return (
    <div class="choose">
      {game.examples.length > 1 && (
        <div class="examples" role="group" aria-label="Examples">
          {game.examples.map((example) => (
            <button
              key={example}
              type="button"
              class="small"
              aria-pressed={example === spec}
              onClick={() => visit(example)}
            >
              {example
                .replace(`${game.name}:`, "")
                .replace(/\.txt$/, "")
                .replace(":", " · ")}
            </button>
          ))}
        </div>
      )}
      {game.parameters.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            visit(
              specOf(
                game,
                values.map((value) => value.trim()),
              ),
            );
          }}
        >
          {game.parameters.map((parameter, at) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: one of the two controls is inside
            <label key={parameter.name}>
              {nameOf(parameter.name)}
              {parameter.choices?.length ? (
                <select value={values[at]} onChange={(event) => set(at, event.currentTarget.value)}>
                  {parameter.choices.map((choice) => (
                    <option key={choice} value={choice}>
                      {choice.replace(/\.txt$/, "") || "–"}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  value={values[at]}
                  size={Math.max(3, (values[at] ?? "").length)}
                  spellcheck={false}
                  autocomplete="off"
                  onInput={(event) => set(at, event.currentTarget.value)}
                />
              )}
            </label>
          ))}
          <button type="submit">Open</button>
        </form>
      )}
    </div>
  );
}
