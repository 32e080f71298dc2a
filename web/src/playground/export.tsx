import { signal } from "@preact/signals";
import { api } from "../api/client.ts";
import { saveFile } from "../model/file.ts";
import { Dialog } from "../ui/dialog.tsx";
import { complain, say } from "../ui/toast.tsx";
import { about } from "./about.ts";
import { now } from "./document.ts";

export const exportOpen = signal(false);

const ALSO = [
  { name: "html", words: "a page to give away: picture, answer and animation in one file" },
  { name: "svg", words: "a picture of the answer" },
];

export function ExportDialog() {
  const formats = (about.value?.formats ?? []).filter(({ write }) => write);
  return (
    <Dialog open={exportOpen.value} title="Save as" onClose={close}>
      <ul class="formats">
        {ALSO.map(({ name, words }) => (
          <li key={name}>
            <button type="button" onClick={() => save(name)}>
              {name}
            </button>
            <span class="hint">{words}</span>
          </li>
        ))}
        {formats.map(({ name, extensions }) => (
          <li key={name}>
            <button type="button" onClick={() => save(name)}>
              {name}
            </button>
            <span class="hint">the graph, for {extensions.map((e) => `.${e.replace(/^\./, "")}`).join(", ")}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function close() {
  exportOpen.value = false;
}

async function save(format: string) {
  const { graph, question, name } = now.value;
  try {
    const file = await api.export({ graph, format, question, title: name || "graph" });
    const stem = (name || "graph").replace(/\.[a-z]+$/, "").replaceAll(/[^\p{L}\p{N}-]+/gu, "-");
    saveFile(`${stem}.${file.extension.replace(/^\./, "")}`, file.content, file.encoding);
    for (const note of file.notes) say(note);
    close();
  } catch (reason) {
    complain(reason);
  }
}
