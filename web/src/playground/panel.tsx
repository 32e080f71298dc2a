import { useEffect, useRef } from "preact/hooks";
import { AlgorithmPanel } from "./algorithm.tsx";
import { panelTab } from "./canvas.tsx";
import { selection } from "./document.ts";
import { EdgePanel } from "./edge-panel.tsx";
import { PlayPanel } from "./play-panel.tsx";
import { QuestionPanel } from "./question.tsx";
import { VertexPanel } from "./vertex-panel.tsx";

const TABS = [
  { id: "watch", title: "Watch" },
  { id: "vertex", title: "Ask" },
  { id: "play", title: "Play" },
] as const;

/** What is beside the picture: the question, and under tabs the algorithm, the selected thing, and a play. */
export function Panel() {
  const open = panelTab.value;
  const tabs = useRef<HTMLDivElement>(null);
  const chosen = selection.value;
  useEffect(() => {
    // On a phone the sheet below the picture is short: what was asked for comes to its top.
    if (chosen && matchMedia("(max-width: 800px)").matches) tabs.current?.scrollIntoView({ block: "start" });
  }, [chosen]);
  return (
    <aside class="panel" aria-label="Question and answer">
      <QuestionPanel />
      <div
        ref={tabs}
        class="tabs"
        role="tablist"
        aria-label="Panels"
        onKeyDown={(event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (by === 0) return;
          const at = TABS.findIndex(({ id }) => id === open);
          panelTab.value = TABS[(at + by + TABS.length) % TABS.length]!.id;
          event.currentTarget
            .querySelectorAll<HTMLElement>("[role=tab]")
            [(at + by + TABS.length) % TABS.length]?.focus();
        }}
      >
        {TABS.map(({ id, title }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === open}
            aria-controls="tab-content"
            tabindex={id === open ? 0 : -1}
            onClick={() => {
              panelTab.value = id;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-content" id="tab-content" role="tabpanel" aria-labelledby={`tab-${open}`} tabindex={0}>
        {open === "watch" ? (
          <AlgorithmPanel />
        ) : open === "play" ? (
          <PlayPanel />
        ) : selection.value?.kind === "edge" ? (
          <EdgePanel index={selection.value.index} />
        ) : (
          <VertexPanel />
        )}
      </div>
    </aside>
  );
}
