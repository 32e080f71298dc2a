import { Component } from "preact";
import { HEIGHT, halfWidth, shown } from "./geometry.ts";
import { type Look, sameLook, toneWord } from "./look.ts";

export interface VertexProps {
  index: number;
  name: string;
  x: number;
  y: number;
  look: Look;
  selected: boolean;
  /** The eye should go there now. */
  looked: boolean;
  /** The token of a play lies there. */
  token: boolean;
  /** Reached by Tab; the others by arrow keys. */
  entry: boolean;
  handle: boolean;
  hidden: boolean;
}

/** A vertex. It draws itself anew only when something of it has changed. */
export class VertexView extends Component<VertexProps> {
  override shouldComponentUpdate(next: VertexProps): boolean {
    const now = this.props;
    return (
      now.index !== next.index ||
      now.name !== next.name ||
      now.x !== next.x ||
      now.y !== next.y ||
      now.selected !== next.selected ||
      now.looked !== next.looked ||
      now.token !== next.token ||
      now.entry !== next.entry ||
      now.handle !== next.handle ||
      now.hidden !== next.hidden ||
      !sameLook(now.look, next.look)
    );
  }

  override render({ index, name, x, y, look, selected, looked, token, entry, handle, hidden }: VertexProps) {
    const w = halfWidth(name);
    const h = HEIGHT / 2;
    const state = `${selected ? " selected" : ""}${looked ? " looked" : ""}${hidden ? " faded" : ""}`;
    const under = look.under !== "" || look.pair !== undefined;
    return (
      <g
        class={`vertex ${look.tone}${state}`}
        data-vertex={index}
        transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
        tabindex={entry ? 0 : -1}
        role="button"
        aria-pressed={selected}
      >
        <text class="spoken">{look.words ? `${name}: ${look.words}` : name}</text>
        <g class="drawn" aria-hidden="true">
          <rect class="halo" x={-w - 7} y={-h - 7} width={2 * w + 14} height={HEIGHT + 14} rx={look.corner + 7} />
          {look.ring && (
            <rect class="ring" x={-w - 4} y={-h - 4} width={2 * w + 8} height={HEIGHT + 8} rx={look.corner + 4} />
          )}
          <rect class="body" x={-w} y={-h} width={2 * w} height={HEIGHT} rx={look.corner} />
          <text class="name" y={under ? -4 : 5}>
            {shown(name)}
          </text>
          {look.pair ? (
            <Pair pair={look.pair} />
          ) : (
            under && (
              <text class="under" y={13}>
                {look.under}
              </text>
            )
          )}
          {look.tag && <Chip class="tag" x={-w + 2} y={-h - 1} text={look.tag} />}
          {look.counter && <Chip class="counter" x={w - 2} y={-h - 1} text={look.counter} />}
          {look.mark && <Chip class="mark" x={0} y={h + 12} text={look.mark} />}
          {token && <circle class="token" cx={0} cy={-h - 13} r={8} />}
        </g>
        {handle && (
          <g class="handle" data-handle={index}>
            <circle class="reach" cx={w + 13} r={14} />
            <circle class="dot" cx={w + 13} r={5} />
          </g>
        )}
      </g>
    );
  }
}

function Chip({ class: kind, x, y, text }: { class: string; x: number; y: number; text: string }) {
  const w = Math.max(9.5, 4.2 * [...text].length + 5);
  return (
    <g class={`chip ${kind}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <rect x={-w} y={-9.5} width={2 * w} height={19} rx={9.5} />
      <text y={4.2}>{text}</text>
    </g>
  );
}

const LETTERS: { [word: string]: string } = { win: "W", lose: "L", draw: "D" };

function Pair({ pair }: { pair: [Look["tone"], Look["tone"]] }) {
  return (
    <>
      {pair.map((tone, i) => (
        <g key={i} class={`half ${tone}`} transform={`translate(${i === 0 ? -12.5 : 12.5} 9)`}>
          <rect x={-11} y={-9} width={22} height={18} rx={tone === "win" ? 9 : tone === "lose" ? 3 : 6} />
          <text y={4}>{LETTERS[toneWord(tone)] ?? "?"}</text>
        </g>
      ))}
    </>
  );
}
