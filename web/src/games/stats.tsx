import { useEffect, useState } from "preact/hooks";
import { problemFrom } from "../api/refusal.ts";
import { games } from "./client.ts";
import { Tag } from "./explorer.tsx";
import { open, table } from "./sitting.ts";
import type { Counts, Longest, Look, Stats } from "./types.ts";

const number = (count: number) => count.toLocaleString("en");

/** How many positions are worth what, and how far off the end is. */
export function StatsPanel({ look }: { look: Look }) {
  const [stats, setStats] = useState<Stats | null>(null);
  const [refused, setRefused] = useState("");
  const solved = look.state.kind === "solved";
  const of = table.value;
  useEffect(() => {
    if (!solved) return;
    const asking = new AbortController();
    setRefused("");
    games
      .stats({ spec: look.spec, ...(of !== undefined && { table: of }) }, asking.signal)
      .then(setStats)
      .catch((reason) => {
        if (!asking.signal.aborted) setRefused(problemFrom(reason).error);
      });
    return () => asking.abort();
  }, [look.spec, solved, of]);
  if (!solved) return <p class="hint">There are figures once the game is solved.</p>;
  if (refused) return <p class="hint">{refused}</p>;
  if (!stats) return <p class="hint">Counting…</p>;
  return (
    <div class="stats">
      <p>{stats.size}</p>
      <p class="hint">{stats.how}</p>
      <Shares counts={stats.counts} />
      {stats.histogram.length > 0 && <Histogram bars={stats.histogram} />}
      {stats.longest.length > 0 && (
        <>
          <h2>Longest play</h2>
          <ul class="moves">
            {stats.longest.map((longest) => (
              <li key={longest.value.outcome}>
                <LongestButton spec={look.spec} longest={longest} />
              </li>
            ))}
          </ul>
        </>
      )}
      {stats.sections.length > 0 && (
        <>
          <h2>Parts</h2>
          <table>
            <thead>
              <tr>
                <th>part</th>
                <th>to move</th>
                <th>win</th>
                <th>lose</th>
                <th>draw</th>
                <th>longest win</th>
              </tr>
            </thead>
            <tbody>
              {stats.sections.map((section) => (
                <tr key={`${section.name} ${section.mover}`}>
                  <td>{section.name}</td>
                  <td>{section.mover ?? "either"}</td>
                  <td>{number(section.counts.win)}</td>
                  <td>{number(section.counts.lose)}</td>
                  <td>{number(section.counts.draw + section.counts.tie)}</td>
                  <td>
                    {section.longest && (
                      <button
                        type="button"
                        class="small"
                        onClick={() => open(look.spec, section.longest?.position)}
                        aria-label={`The longest win of ${section.name}`}
                      >
                        {section.longest.value.distance}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

function LongestButton({ spec, longest }: { spec: string; longest: Longest }) {
  return (
    <button type="button" onClick={() => open(spec, longest.position)}>
      <Tag worth={longest.value} />
      <code>{longest.position}</code>
    </button>
  );
}

function Shares({ counts }: { counts: Counts }) {
  const all = counts.win + counts.lose + counts.tie + counts.draw;
  const rows = [
    { outcome: "win", word: "won", count: counts.win },
    { outcome: "lose", word: "lost", count: counts.lose },
    { outcome: "draw", word: "tie", count: counts.tie },
    { outcome: "draw", word: "draw", count: counts.draw },
  ].filter((row) => row.count > 0);
  return (
    <>
      <div class="share" aria-hidden="true">
        {rows.map((row) => (
          <span key={row.word} class={row.outcome} style={{ flexGrow: row.count / all }} />
        ))}
      </div>
      <table>
        <thead>
          <tr>
            <th>for the player to move</th>
            <th>positions</th>
            <th>share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.word}>
              <td>
                <span class={`swatch ${row.outcome}`} /> {row.word}
              </td>
              <td>{number(row.count)}</td>
              <td>{((100 * row.count) / all).toFixed(1)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The bars are as high as the root of the count: some are thousands of times as many as others. */
export function Histogram({ bars }: { bars: Stats["histogram"] }) {
  const WIDTH = 420;
  const HEIGHT = 150;
  const most = Math.max(1, ...bars.map((bar) => Math.max(bar.win, bar.lose)));
  const step = WIDTH / bars.length;
  const high = (count: number) => (count === 0 ? 0 : Math.max(1.5, Math.sqrt(count / most) * HEIGHT));
  const every = Math.max(1, Math.ceil(bars.length / 10));
  const words = `Positions by distance: ${bars
    .filter((bar) => bar.win + bar.lose > 0)
    .slice(0, 30)
    .map((bar) => `${bar.distance}: ${bar.win} won, ${bar.lose} lost`)
    .join("; ")}`;
  return (
    <figure class="histogram">
      <svg viewBox={`-4 -6 ${WIDTH + 8} ${HEIGHT + 34}`} role="img" aria-label={words}>
        <line class="axis" x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        {bars.map((bar, at) => {
          const outcome = bar.win > 0 ? "win" : "lose";
          const both = bar.win > 0 && bar.lose > 0;
          const wide = Math.max(1, step * (both ? 0.42 : 0.84));
          return (
            <g key={bar.distance}>
              <title>{`in ${bar.distance}: ${number(bar.win)} won, ${number(bar.lose)} lost`}</title>
              <rect
                class={outcome}
                x={at * step + step * 0.08}
                y={HEIGHT - high(outcome === "win" ? bar.win : bar.lose)}
                width={wide}
                height={high(outcome === "win" ? bar.win : bar.lose)}
              />
              {both && (
                <rect
                  class="lose"
                  x={at * step + step * 0.5}
                  y={HEIGHT - high(bar.lose)}
                  width={wide}
                  height={high(bar.lose)}
                />
              )}
              {bar.distance % every === 0 && (
                <text x={at * step + step / 2} y={HEIGHT + 18}>
                  {bar.distance}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="hint">
        Positions by distance in moves: <span class="swatch win" /> won, <span class="swatch lose" /> lost. Heights are
        square roots.
      </figcaption>
    </figure>
  );
}
