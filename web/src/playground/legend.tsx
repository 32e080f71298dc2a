import { readsAttribute } from "../draw/look.ts";
import { objective } from "./document.ts";

/** What colours and shapes mean, for the objective chosen. */
export function Legend() {
  const asked = objective.value;
  const owned = readsAttribute(asked, "owner");
  const swatch = (kind: string, words: string) => (
    <li>
      <span class={`swatch ${kind}`} />
      {words}
    </li>
  );
  return (
    <ul class="legend" aria-label="Legend">
      {owned ? (
        <>
          {swatch("round", "player 0 moves")}
          {swatch("square", "player 1 moves")}
          {swatch("flat win", "good for 0")}
          {swatch("flat lose", "good for 1")}
          {readsAttribute(asked, "target") && swatch("square double", "target")}
        </>
      ) : asked?.name === "grundy" ? (
        <>
          {swatch("square lose", "value 0: lost")}
          {swatch("round win", "another value: won")}
          {swatch("draw", "loopy")}
        </>
      ) : (
        <>
          {swatch("round win", "win")}
          {swatch("square lose", "lose")}
          {swatch("draw", "draw")}
          {asked?.two_valued ? (
            <>
              <li>left: {asked.name === "partizan" ? "Left" : "player 0"} to move, right: the other</li>
              {asked.columns.includes("first_move") && (
                <>
                  {swatch("stroke first", "player 0's move")}
                  {swatch("stroke second", "player 1's move")}
                </>
              )}
            </>
          ) : (
            swatch("square double", "no moves")
          )}
        </>
      )}
    </ul>
  );
}
