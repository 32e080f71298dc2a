import { api } from "../api/client.ts";
import { keep } from "../big/state.ts";
import { readFile } from "../model/file.ts";
import { pack } from "../model/share.ts";
import { address, go } from "../route.ts";
import { complain, say } from "../ui/toast.tsx";
import { about } from "./about.ts";
import { loadOpened, now, placeAll } from "./document.ts";

/** Opens a file; one that is too large to be drawn goes to the part for big graphs. */
export async function openFile(file: File) {
  try {
    const most = about.value?.limits.body_bytes ?? 0;
    if (api.solves && file.size > most)
      throw new Error(`${file.name} is too large: at most ${megabytes(most)} are taken.`);
    const opened = await api.open(await readFile(file));
    for (const note of opened.notes) say(note);
    if (loadOpened(opened)) return;
    keep(opened);
    go({ tab: "big", rest: opened.id });
  } catch (reason) {
    complain(reason);
  }
}

/** Lets people choose a file. */
export function chooseFile(take: (file: File) => void) {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) take(file);
  });
  input.click();
}

/** Puts a link that holds the graph onto the clipboard and into the address. */
export async function share() {
  const { graph, question } = now.value;
  const link = new URL(address({ tab: "playground", rest: `g=${await pack({ graph, question })}` }), location.href);
  history.replaceState(null, "", link.hash);
  try {
    await navigator.clipboard.writeText(link.href);
    say("The link is copied. It holds the whole graph.");
  } catch {
    say("The address of this page is the link now. It holds the whole graph.");
  }
}

/** Lays the graph out anew. */
export async function tidy() {
  try {
    const { x, y } = await api.layout(now.value.graph);
    placeAll(x, y);
  } catch (reason) {
    complain(reason);
  }
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}
