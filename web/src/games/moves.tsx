import { useState } from "preact/hooks";
import { complain } from "../ui/toast.tsx";
import { games } from "./client.ts";
import { Tag } from "./explorer.tsx";
import { asked, machineMoves, play } from "./sitting.ts";
import type { Look } from "./types.ts";
import { wordOf } from "./worth.ts";

/** All moves, the best first, with what they come to. */
export function Moves({ look }: { look: Look }) {
  const [why, setWhy] = useState<{ position: string; text: string[] } | null>(null);
  const explain = async () => {
    try {
      const told = await games.explain(asked(look));
      setWhy({ position: look.position, text: told.text });
    } catch (reason) {
      complain(reason);
    }
  };
  return (
    <>
      {look.moves.length === 0 && <p class="hint">{look.ended ?? "There are no moves."}</p>}
      <ol class="moves">
        {look.moves.map((choice) => (
          <li key={choice.move}>
            <button
              type="button"
              class={choice.best ? "optimal" : ""}
              disabled={machineMoves.value}
              onClick={() => play(choice)}
            >
              {choice.value ? <Tag worth={choice.value} /> : <span class="tag">?</span>}
              <span class="move">{choice.move}</span>
              {choice.value && <span class="hint">{wordOf(choice.value)}</span>}
            </button>
          </li>
        ))}
      </ol>
      {look.more > 0 && <p class="hint">and {look.more.toLocaleString("en")} more</p>}
      {look.value && (
        <div class="why">
          <button type="button" onClick={explain}>
            Why?
          </button>
          {why?.position === look.position && <pre>{why.text.join("\n")}</pre>}
        </div>
      )}
      <p class="position">
        <span class="hint">Position</span> <code>{look.position}</code>
      </p>
    </>
  );
}
