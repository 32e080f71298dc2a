import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, given } from "../api/client.ts";
import { unpack } from "../model/share.ts";
import { route } from "../route.ts";
import { complain } from "../ui/toast.tsx";
import { about, learn, presets } from "./about.ts";
import { keepAnswered } from "./answer.ts";
import { keepAsking } from "./asking.ts";
import { Canvas } from "./canvas.tsx";
import { load, loadOpened, loadPreset, shown } from "./document.ts";
import { keepDraft, readDraft } from "./draft.ts";
import { ExportDialog } from "./export.tsx";
import { openFile } from "./files.ts";
import { listen } from "./keys.ts";
import { Panel } from "./panel.tsx";
import { keepReplying } from "./playing.ts";
import { PresetsDialog } from "./presets.tsx";
import { Toolbar } from "./toolbar.tsx";
import { Transport } from "./transport.tsx";
import { keepPlaying, keepStaged } from "./watching.ts";
import "../draw/picture.css";
import "./playground.css";

const dropping = signal(false);
/** The link that was shown last, so that coming back from another part keeps what was drawn. */
let linked: string | null = null;

/** Where graphs are drawn, edited, solved and watched. */
export function Playground() {
  useEffect(() => {
    const ends = [keepDraft(), keepAnswered(), keepStaged(), keepPlaying(), keepAsking(), keepReplying(), listen()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const { rest } = route.value;
  useEffect(() => {
    begin(rest).catch(complain);
  }, [rest]);
  return (
    <main
      class={`playground${dropping.value ? " dropping" : ""}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        dropping.value = true;
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) {
          dropping.value = false;
        }
      }}
      onDrop={(event) => {
        event.preventDefault();
        dropping.value = false;
        const file = event.dataTransfer?.files[0];
        if (file) void openFile(file);
      }}
    >
      <h1 class="hidden">Playground</h1>
      <Toolbar />
      <Canvas />
      <Transport />
      <Panel />
      <PresetsDialog />
      <ExportDialog />
    </main>
  );
}

/** Shows what the address asks for: a graph in the link, a preset, or the first thing there is. */
async function begin(rest: string) {
  await learn();
  if (given && shown.peek() === 0) {
    load({ name: given.title, graph: given.graph, question: given.answer.question });
    return;
  }
  if (rest && rest === linked) return;
  linked = rest;
  await follow(rest).catch(complain);
  if (shown.peek() > 0) return;
  const opened = about.value?.opened.find(({ graph }) => graph);
  if (opened && loadOpened(opened)) return;
  const draft = readDraft();
  if (draft) {
    load(draft);
    return;
  }
  const first = presets.value.find(({ id }) => id.includes("triangle")) ?? presets.value[0];
  if (first) loadPreset(first);
  else if (api.solves) load({ name: "", graph: { vertices: [], edges: [] }, question: { objective: "outcome" } });
}

/** Shows what a link holds or names. */
async function follow(rest: string) {
  if (rest === "") return;
  if (rest.startsWith("g=")) {
    const shared = await unpack(rest.slice(2));
    load({ name: "A shared graph", ...shared });
    return;
  }
  const preset = presets.value.find(({ id }) => id === decodeURIComponent(rest));
  if (!preset) throw new Error(`There is no preset called ${rest}.`);
  loadPreset(preset);
}
