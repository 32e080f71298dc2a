import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { address } from "../route.ts";
import { Icon } from "../ui/icon.tsx";
import { say } from "../ui/toast.tsx";
import { BoardView } from "./board.tsx";
import { fetchGames, listed } from "./catalogue.tsx";
import { Choose } from "./choose.tsx";
import { Editor } from "./editor.tsx";
import { LinePanel } from "./line.tsx";
import { Moves } from "./moves.tsx";
import { meant, point } from "./pointing.ts";
import {
  again,
  chooseSide,
  editing,
  hinted,
  line,
  look,
  machineMoves,
  mover,
  play,
  played,
  problem,
  spec,
  takeBack,
  tellLine,
  you,
} from "./sitting.ts";
import { Solving } from "./solving.tsx";
import { StatsPanel } from "./stats.tsx";
import type { Choice, GameListed, Look, Worth } from "./types.ts";
import { markOf } from "./worth.ts";

type Panel = "moves" | "line" | "stats" | "rules";
const panel = signal<Panel>("moves");
const clicked = signal<number[]>([]);

function gameOf(all: GameListed[], of: string): GameListed | undefined {
  const name = of.split(":")[0];
  return all.find((game) => game.name === name || game.examples.includes(of));
}

export function Explorer() {
  useEffect(() => {
    void fetchGames();
  }, []);
  const game = gameOf(listed.value, spec.value);
  const now = look.value;
  return (
    <main class="games explorer">
      <header class="game-head">
        <a class="button quiet" href={address({ tab: "games", rest: "" })} aria-label="All games">
          <Icon name="left" />
        </a>
        <h1>{game?.title ?? now?.title ?? spec.value}</h1>
        {game && <Choose game={game} spec={spec.value} />}
      </header>
      {problem.value && <Refused />}
      {now && (editing.value ? <Editor look={now} /> : <Stage look={now} />)}
      {now && <Side look={now} game={game} />}
    </main>
  );
}

function Refused() {
  const { error, remedies } = problem.value!;
  return (
    <div class="refused" role="alert">
      <p>{error}</p>
      {remedies.map((remedy) => (
        <p key={remedy} class="hint">
          {remedy}
        </p>
      ))}
      {(look.value || played.value.length > 0) && (
        <p>
          <a href={address({ tab: "games", rest: encodeURIComponent(spec.value) })}>Begin anew</a>
        </p>
      )}
    </div>
  );
}

/** The board, whose turn it is, and what one can do. */
function Stage({ look: now }: { look: Look }) {
  useEffect(() => {
    clicked.value = [];
  }, [now.position, now.second, now.spec]);
  const moves = machineMoves.value && now.value ? [] : now.moves;
  const pointed = point(moves, clicked.value);
  const marks = new Map([...pointed.next].map(([place, choices]) => [place, choices[0]?.value]));
  const best = now.moves[0];
  const onPoint = (place: number) => {
    const again = clicked.value.length > 0 && clicked.value.at(-1) === place && !pointed.next.has(place);
    const next = pointed.next.has(place) ? [...clicked.value, place] : again ? [] : [place];
    const then = point(moves, next);
    const only = then.complete.length === 1 && then.next.size === 0 ? then.complete[0] : undefined;
    if (only) {
      clicked.value = [];
      play(only);
    } else clicked.value = then.complete.length > 0 || then.next.size > 0 ? next : [];
  };
  const loose = moves.filter((choice) => choice.touches.length === 0);
  const all = pointed.complete.length > 0 && pointed.next.size > 4 ? pointed.complete : meant(pointed);
  const asks = clicked.value.length > 0 && (pointed.complete.length > 0 || all.length <= 4);
  return (
    <section class="stage" aria-label="Board">
      <Status look={now} />
      <div class="board-frame">
        <BoardView
          board={now.board}
          label={`${now.title}: ${now.position}`}
          marks={marks}
          clicked={clicked.value}
          last={played.value.at(-1)?.touched ?? []}
          hint={hinted.value ? (best?.touches[0] ?? []).flat() : []}
          onPoint={onPoint}
        />
      </div>
      <div class="asks" aria-live="polite">
        {asks ? (
          <>
            {all.slice(0, 8).map((choice) => (
              <MoveButton key={choice.move} choice={choice} />
            ))}
            <button
              type="button"
              class="quiet"
              onClick={() => {
                clicked.value = [];
              }}
            >
              Cancel
            </button>
          </>
        ) : (
          clicked.value.length === 0 &&
          now.board.style !== "text" &&
          loose.slice(0, 8).map((choice) => <MoveButton key={choice.move} choice={choice} />)
        )}
      </div>
      <Controls look={now} />
    </section>
  );
}

function MoveButton({ choice }: { choice: Choice }) {
  return (
    <button type="button" onClick={() => play(choice)}>
      {choice.value && <Tag worth={choice.value} />}
      {choice.move}
    </button>
  );
}

/** The letter of an outcome on its colour and shape. */
export function Tag({ worth }: { worth: Worth }) {
  return <span class={`tag ${worth.outcome}`}>{markOf(worth)}</span>;
}

function Status({ look: now }: { look: Look }) {
  const who = mover(now);
  return (
    <p class="status" role="status">
      {now.ended ? (
        <strong>{now.ended}</strong>
      ) : (
        <>
          <strong>{who}</strong> to move
          {machineMoves.value && now.value && <span class="hint"> · the machine thinks it over</span>}
        </>
      )}
      {now.value && !now.ended && (
        <>
          {" "}
          <Tag worth={now.value} /> <span class="hint">{now.value.words}</span>
        </>
      )}
    </p>
  );
}

function Controls({ look: now }: { look: Look }) {
  const players = now.board.turns?.players ?? ["first player", "second player"];
  const solved = now.value !== undefined;
  return (
    <div class="controls">
      <button type="button" disabled={played.value.length < 2} onClick={takeBack}>
        <Icon name="undo" /> Take back
      </button>
      <button type="button" disabled={played.value.length < 2} onClick={again}>
        <Icon name="first" /> From the start
      </button>
      <button
        type="button"
        disabled={!solved || now.moves.length === 0}
        aria-pressed={hinted.value}
        onClick={() => {
          hinted.value = !hinted.value;
          const best = now.moves[0];
          if (hinted.value && best) say(`Best: ${best.move}${best.value ? `, ${best.value.words}` : ""}`);
        }}
      >
        Hint
      </button>
      <button
        type="button"
        disabled={!solved}
        onClick={() => {
          panel.value = "line";
          void tellLine();
        }}
      >
        <Icon name="strategy" /> Best line
      </button>
      <button
        type="button"
        onClick={() => {
          editing.value = true;
        }}
      >
        Set up
      </button>
      <button type="button" onClick={() => copyLink()}>
        <Icon name="share" /> Link
      </button>
      <label>
        You play
        <select
          value={you.value}
          disabled={!solved}
          onChange={(event) => chooseSide(event.currentTarget.value as "both" | "first" | "second")}
        >
          <option value="both">both sides</option>
          <option value="first">{players[0]}</option>
          <option value="second">{players[1]}</option>
        </select>
      </label>
    </div>
  );
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link to this position is copied.");
  } catch {
    say("Copy the address of this page: it names the position.");
  }
}

const PANELS: { id: Panel; title: string }[] = [
  { id: "moves", title: "Moves" },
  { id: "line", title: "Best line" },
  { id: "stats", title: "Statistics" },
  { id: "rules", title: "Rules" },
];

function Side({ look: now, game }: { look: Look; game: GameListed | undefined }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = PANELS.findIndex((part) => part.id === panel.value);
    panel.value = PANELS[(at + step + PANELS.length) % PANELS.length]!.id;
    document.getElementById(`tab-${panel.value}`)?.focus();
  };
  return (
    <aside class="side">
      <Solving look={now} />
      <div class="tabs" role="tablist" aria-label="About the position and the game" onKeyDown={onKeyDown}>
        {PANELS.map(({ id, title }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={panel.value === id}
            aria-controls="game-panel"
            tabIndex={panel.value === id ? 0 : -1}
            onClick={() => {
              panel.value = id;
              if (id === "line" && !line.value && now.value) void tellLine();
            }}
          >
            {title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div class="panel" id="game-panel" role="tabpanel" aria-labelledby={`tab-${panel.value}`} tabIndex={0}>
        {panel.value === "moves" && <Moves look={now} />}
        {panel.value === "line" && <LinePanel look={now} />}
        {panel.value === "stats" && <StatsPanel look={now} />}
        {panel.value === "rules" && game && <Rules game={game} />}
      </div>
    </aside>
  );
}

function Rules({ game }: { game: GameListed }) {
  return (
    <div class="prose">
      <h2>Rules</h2>
      <p>{game.rules}</p>
      <h2>What is known</h2>
      <p>{game.known}</p>
    </div>
  );
}
