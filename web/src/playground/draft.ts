import { effect } from "@preact/signals";
import { api } from "../api/client.ts";
import { type Document, now, versions } from "./document.ts";

const KEY = "retrograde-draft";

/** Keeps what is drawn in this tab, so that reloading the page loses nothing. */
export function keepDraft(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return effect(() => {
    const document = now.value;
    const { past, future } = versions.value;
    if ((past.length === 0 && future.length === 0) || !api.solves) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(document));
      } catch {
        // It is not kept then.
      }
    }, 300);
  });
}

export function readDraft(): Document | null {
  try {
    const text = sessionStorage.getItem(KEY);
    return text ? (JSON.parse(text) as Document) : null;
  } catch {
    return null;
  }
}
