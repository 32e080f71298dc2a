import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client.ts";
import { about } from "./about.ts";
import { answered, current } from "./answer.ts";
import { objective } from "./document.ts";
import { event, finished, stage, trace } from "./watching.ts";

/** The algorithm, with the line that is being carried out. */
export function AlgorithmPanel() {
  const told = trace.value;
  const answer = current.value ? answered.value?.answer : undefined;
  const line = event.value?.line ?? -1;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (line >= 0 && !finished.peek()) list.current?.children[line]?.scrollIntoView({ block: "nearest" });
  }, [line]);
  if (!told) {
    return (
      <div class="stack">
        {answer && (
          <>
            <h2 class="label">How it was solved</h2>
            <p>{answer.how}</p>
            <Checked verified={answer.verified} seconds={answer.seconds} solver={answer.solver} />
          </>
        )}
        {api.solves && objective.value && !objective.value.traced && (
          <p class="hint">
            Told step by step are:{" "}
            {(about.value?.objectives ?? [])
              .filter(({ traced }) => traced)
              .map(({ title }) => title)
              .join("; ")}
            .
          </p>
        )}
      </div>
    );
  }
  const region = finished.value ? null : stage.value.region;
  return (
    <div class="stack">
      <h2 class="label">{told.title}</h2>
      <ol class="algorithm" ref={list}>
        {told.lines.map((text, i) => {
          const indent = text.length - text.trimStart().length;
          return (
            <li
              key={i}
              class={i === line ? "now" : undefined}
              aria-current={i === line ? "step" : undefined}
              style={{ paddingLeft: `${0.6 + indent * 0.28}rem` }}
            >
              {text.trimStart()}
            </li>
          );
        })}
      </ol>
      <p class="region-words">
        {region && region.vertices.length > 0 ? (
          <>
            <span class="swatch shade" /> {region.title}
          </>
        ) : (
          "\u00a0"
        )}
      </p>
      {answer && <Checked verified={answer.verified} seconds={answer.seconds} solver={answer.solver} />}
      <p class="hint source">{told.source}</p>
    </div>
  );
}

function Checked({ verified, seconds, solver }: { verified: boolean; seconds: number; solver: string }) {
  const took = seconds < 0.001 ? "under a millisecond" : `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms`;
  return (
    <p class="hint">
      Solved by <code>{solver}</code> in {took}
      {verified ? "; checked by the independent verifier." : "."}
    </p>
  );
}
