import { current, paints } from "./answer.ts";
import { now, objective, selection } from "./document.ts";
import {
  bestLine,
  choices,
  choose,
  mover,
  owned,
  play,
  start,
  stop,
  takeBack,
  thinking,
  twoValued,
  yours,
} from "./playing.ts";

/** A play against perfect play, or a line that both play perfectly. */
export function PlayPanel() {
  const { graph } = now.value;
  const game = play.value;
  const chosen = selection.value?.kind === "vertex" ? selection.value.index : (graph.start ?? 0);
  const name = (vertex: number) => graph.vertices[vertex]?.name ?? "";
  if (graph.vertices.length === 0) return <p class="hint">There is nothing to play on yet.</p>;
  if (!game) {
    return (
      <div class="stack">
        <p>
          Play from <strong>{name(chosen)}</strong> against an opponent who makes no mistakes. Move by clicking
          vertices.
        </p>
        <div class="row">
          {([0, 1] as const).map((side) => (
            <button key={side} type="button" disabled={!current.value} onClick={() => start(chosen, side)}>
              {sideTitle(side)}
            </button>
          ))}
        </div>
        <button type="button" disabled={!current.value} onClick={() => bestLine(chosen)}>
          Show best play by both
        </button>
        <p class="hint">Select another vertex to begin elsewhere.</p>
      </div>
    );
  }
  return (
    <div class="stack">
      <p class="turn" aria-live="polite">
        {status()}
      </p>
      {yours.value && (
        <ul class="ways">
          {choices.value.map((edge) => (
            <li key={`${edge.to} ${edge.player}`}>
              <button type="button" onClick={() => choose(edge.to)}>
                <strong>{name(edge.to)}</strong>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ol class="path">
        {game.path.map((vertex, i) => (
          <li key={i}>
            <span>{name(vertex)}</span>
            <span class="hint">{paints.value[vertex]?.words}</span>
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" disabled={game.path.length < 2 || game.ending !== undefined} onClick={takeBack}>
          Take back
        </button>
        <button type="button" onClick={stop}>
          End
        </button>
      </div>
    </div>
  );
}

function sideTitle(side: 0 | 1): string {
  if (owned.value) return `As player ${side}`;
  if (objective.value?.name === "partizan") return side === 0 ? "As Left, who begins" : "As Right; Left begins";
  if (twoValued.value) return side === 0 ? "As player 0, who begins" : "As player 1; 0 begins";
  return side === 0 ? "Move first" : "Move second";
}

function status(): string {
  const game = play.value!;
  if (game.ending !== undefined) return game.ending;
  const you = mover.value === game.you;
  if (choices.value.length === 0) {
    const worth = paints.value[game.path.at(-1)!];
    const end = you ? "You have no move." : "The other side has no move.";
    return worth && !twoValued.value ? `${end} ${over(worth.class, you)}` : end;
  }
  const round = game.path.indexOf(game.path.at(-1)!);
  const again = round < game.path.length - 1 ? " Play has been here before." : "";
  return (thinking.value || !you ? "The other side moves…" : "Your move.") + again;
}

function over(worth: string, you: boolean): string {
  if (worth === "draw" || worth === "tie") return "It is a draw.";
  if (worth === "win" || worth === "lose") return (worth === "win") === you ? "You win." : "You lose.";
  const winner = worth === "zero" ? 0 : 1;
  return winner === play.value?.you ? "You win." : "You lose.";
}
