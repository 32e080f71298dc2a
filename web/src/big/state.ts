import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import { isAbort, problemFrom } from "../api/refusal.ts";
import type { Neighbourhood, Opened, Overview, Problem, Question, Subject } from "../api/types.ts";
import { readFile } from "../model/file.ts";
import { about, learn } from "../playground/about.ts";
import { now } from "../playground/document.ts";
import { go, route } from "../route.ts";
import { complain, say } from "../ui/toast.tsx";

/** The playground's own graph has no id at the server. */
export const PLAYGROUND = "playground";

/** What was opened since the page was loaded. */
const kept = signal<Opened[]>([]);
export const listed = computed(() => [...(about.value?.opened ?? []), ...kept.value]);

/** What the address names: something opened, and a vertex of it to look around from. */
export const place = computed(() => {
  const [id = "", vertex] = route.value.tab === "big" ? route.value.rest.split("/") : [];
  return { id, vertex: vertex === undefined || vertex === "" ? null : Number(vertex) };
});
export const opened = computed(() => listed.value.find(({ id }) => id === place.value.id) ?? null);

const asked = signal<{ [id: string]: Question }>({});
export const question = computed<Question>(() => {
  const { id } = place.value;
  const own = id === PLAYGROUND ? now.value.question : opened.value?.question;
  return asked.value[id] ?? own ?? { objective: "outcome" };
});
export const subject = computed<Subject | null>(() => {
  const { id } = place.value;
  if (id === "") return null;
  return id === PLAYGROUND ? { graph: now.value.graph } : { opened: id };
});

export const overview = signal<Overview | null>(null);
export const around = signal<Neighbourhood | null>(null);
export const problem = signal<Problem | null>(null);
export const working = signal(false);
export const radius = signal(2);

export function pose(question: Question) {
  asked.value = { ...asked.value, [place.value.id]: question };
}

export function visit(vertex: number | null) {
  const { id } = place.value;
  go({ tab: "big", rest: vertex === null ? id : `${id}/${vertex}` });
}

export async function open(file: File) {
  try {
    const told = await api.open(await readFile(file));
    for (const note of told.notes) say(note);
    keep(told);
    go({ tab: "big", rest: told.id });
  } catch (reason) {
    complain(reason);
  }
}

export function keep(told: Opened) {
  kept.value = [...kept.value.filter(({ id }) => id !== told.id), told];
}

/** Goes to a vertex by its name. */
export async function search(name: string) {
  const about = subject.value;
  if (!about || name.trim() === "") return;
  try {
    const found = await api.neighbourhood({
      subject: about,
      question: question.value,
      vertex: name.trim(),
      radius: 0,
      limit: 1,
    });
    visit(found.ids[0] ?? null);
  } catch (reason) {
    complain(reason);
  }
}

/** Asks for what the address names, and gives up what it named before. */
export function keepShown(): () => void {
  learn().catch(complain);
  return effect(() => {
    const about = subject.value;
    const { vertex } = place.value;
    const request = new AbortController();
    const { signal } = request;
    const base = about && { subject: about, question: question.value };
    const far = radius.value;
    if (base) {
      working.value = true;
      const answer =
        vertex === null
          ? api.overview(base, signal).then((told) => {
              overview.value = told;
            })
          : api.neighbourhood({ ...base, vertex, radius: far, limit: 80 }, signal).then((told) => {
              around.value = told;
            });
      answer
        .then(
          () => {
            problem.value = null;
          },
          (reason) => {
            if (isAbort(reason) || signal.aborted) return;
            overview.value = null;
            around.value = null;
            problem.value = problemFrom(reason);
          },
        )
        .finally(() => {
          if (!signal.aborted) working.value = false;
        });
    }
    return () => request.abort();
  });
}
