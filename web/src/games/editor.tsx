import { useState } from "preact/hooks";
import { problemFrom } from "../api/refusal.ts";
import { BoardView } from "./board.tsx";
import { games } from "./client.ts";
import { ManShape } from "./pieces.tsx";
import { put } from "./setup.ts";
import { editing, open } from "./sitting.ts";
import type { Look, Man, Piece, Side } from "./types.ts";

/** A board on which anything can be put down. */
export function Editor({ look }: { look: Look }) {
  const [pieces, setPieces] = useState(look.board.pieces);
  const [man, setMan] = useState<Man | null>(look.board.palette[0] ?? null);
  const [mover, setMover] = useState<Side>(look.second ? "second" : "first");
  const [text, setText] = useState(look.position);
  const [refused, setRefused] = useState("");
  const board = { ...look.board, pieces };
  const { turns, palette } = look.board;
  const use = async (what: { pieces: Piece[] } | { text: string }) => {
    try {
      const found = await games.edit({ spec: look.spec, mover, ...what });
      if (found.kind === "refused") setRefused(found.words);
      else open(look.spec, found.position, found.second);
    } catch (reason) {
      setRefused(problemFrom(reason).error);
    }
  };
  const close = () => {
    editing.value = false;
  };
  return (
    <section class="stage editor" aria-label="Set up a position">
      <p class="status">
        <strong>Set up a position</strong>
      </p>
      {palette.length > 0 && (
        <div class="palette" role="group" aria-label="What to put on the board">
          {palette.map((each) => (
            <button
              key={each.piece + each.side}
              type="button"
              aria-pressed={man?.piece === each.piece && man?.side === each.side}
              aria-label={each.title}
              title={each.title}
              onClick={() => setMan(each)}
            >
              <svg class={`board ${board.style}`} viewBox="-50 -50 100 100" aria-hidden="true">
                {each.piece === "ell" ? (
                  <g class={`piece ell ${each.side}`}>
                    <path d="M0 0h0" />
                  </g>
                ) : (
                  <ManShape man={each} />
                )}
              </svg>
            </button>
          ))}
          <button type="button" aria-pressed={man === null} onClick={() => setMan(null)}>
            Remove
          </button>
          <button type="button" class="quiet" onClick={() => setPieces([])}>
            Clear all
          </button>
        </div>
      )}
      <div class="board-frame">
        <BoardView
          board={board}
          label="The board that is set up"
          marks={new Map()}
          onPoint={(place) => {
            setRefused("");
            setPieces(put(board, place, man));
          }}
          editing
        />
      </div>
      <p class="refusal" role="alert">
        {refused}
      </p>
      <div class="controls">
        {turns?.chosen && (
          <label>
            To move
            <select value={mover} onChange={(event) => setMover(event.currentTarget.value as Side)}>
              <option value="first">{turns.players[0]}</option>
              <option value="second">{turns.players[1]}</option>
            </select>
          </label>
        )}
        {palette.length > 0 && (
          <button type="button" class="primary" onClick={() => void use({ pieces })}>
            Use this board
          </button>
        )}
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
      <form
        class="written"
        onSubmit={(event) => {
          event.preventDefault();
          void use({ text });
        }}
      >
        <label>
          or write it
          <input value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit">Go there</button>
      </form>
    </section>
  );
}
