import { signal } from "@preact/signals";
import { Dialog } from "./dialog.tsx";

export const helpOpen = signal(false);

const KEYS: { title: string; keys: [string, string][] }[] = [
  {
    title: "The picture",
    keys: [
      ["Tab", "to the picture, and on"],
      ["← ↑ → ↓", "to the neighbour in that direction"],
      ["Enter", "select, or connect, or play"],
      ["Alt + ← ↑ → ↓", "move the vertex"],
      ["+ − 0", "larger, smaller, all of it"],
      ["Esc", "let go"],
    ],
  },
  {
    title: "Editing",
    keys: [
      ["N", "a new vertex; double-click does it too"],
      ["C", "connect: choose from where, then where to"],
      ["E", "select the moves of the vertex, one after the other"],
      ["F2", "rename"],
      ["O T V", "owner, target, verdict of the vertex"],
      ["Delete", "remove the vertex or the edge"],
      ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ],
  },
  {
    title: "Watching the solver",
    keys: [
      ["Space", "play or pause"],
      [", .", "one step back, one forward"],
      ["Home End", "to the beginning, to the end"],
      ["S", "show the strategy, or not"],
    ],
  },
];

export function Help() {
  return (
    <Dialog
      open={helpOpen.value}
      title="Keyboard"
      wide
      onClose={() => {
        helpOpen.value = false;
      }}
    >
      <div class="keys">
        {KEYS.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(([key, words]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="hint">
        Drag a vertex to move it, drag the ground to move the picture, turn the wheel or pinch to zoom. Drag from the
        dot beside a vertex to another vertex to connect them.
      </p>
    </Dialog>
  );
}
