import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Answer, Paint, Question } from "../api/types.ts";
import { toneOf } from "../draw/look.ts";
import { about } from "./about.ts";
import { answered, current, problem } from "./answer.ts";
import { ask, fillIn, now, objective } from "./document.ts";

/** What is asked, and the answer in a few words. */
export function QuestionPanel() {
  const { question } = now.value;
  const asked = objective.value;
  const has = (option: string) => asked?.options.includes(option) ?? false;
  const set = (change: Partial<Question>) => ask({ ...question, ...change });
  return (
    <section class="question" aria-label="Question">
      <label class="objective">
        <span class="hidden">Objective</span>
        <select
          value={question.objective}
          disabled={!api.solves}
          onChange={(event) => ask({ objective: event.currentTarget.value })}
        >
          {(about.value?.objectives ?? []).map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p class="hint summary">{asked?.summary}</p>
      {(has("misere") || has("min") || has("acceptance")) && (
        <div class="options">
          {has("misere") && (
            <Check
              words="Misère: who cannot move wins"
              value={question.misere ?? false}
              onChange={(on) => set({ misere: on })}
            />
          )}
          {has("min") && (
            <Check
              words="The smallest priority decides"
              value={question.min ?? false}
              onChange={(on) => set({ min: on })}
            />
          )}
          {has("acceptance") && <Acceptance />}
        </div>
      )}
      <AnswerWords />
    </section>
  );
}

function Check({ words, value, onChange }: { words: string; value: boolean; onChange: (on: boolean) => void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value}
        disabled={!api.solves}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {words}
    </label>
  );
}

function Acceptance() {
  const { question, graph } = now.value;
  const [text, setText] = useState(question.acceptance ?? graph.acceptance ?? "");
  useEffect(() => setText(question.acceptance ?? graph.acceptance ?? ""), [question.acceptance, graph.acceptance]);
  return (
    <label class="field">
      <span>Condition</span>
      <input
        value={text}
        placeholder="Inf(0)&Inf(1)"
        disabled={!api.solves}
        spellcheck={false}
        onInput={(event) => {
          const acceptance = event.currentTarget.value;
          setText(acceptance);
          ask({ ...question, acceptance: acceptance.trim() || undefined }, "acceptance");
        }}
      />
    </label>
  );
}

function AnswerWords() {
  const wrong = problem.value;
  if (wrong) {
    const { graph } = now.value;
    const lacks = (["owner", "priority"] as const).filter(
      (attribute) =>
        objective.value?.needs.includes(attribute) && graph.vertices.some((v) => v[attribute] === undefined),
    );
    return (
      <div class="problem" role="alert">
        <p>{wrong.error}</p>
        {wrong.remedies.map((remedy) => (
          <p key={remedy} class="hint">
            {remedy}
          </p>
        ))}
        {lacks.map((attribute) => (
          <button key={attribute} type="button" class="small" onClick={() => fillIn(attribute)}>
            Set {attribute} 0 where there is none
          </button>
        ))}
      </div>
    );
  }
  const answer = answered.value?.answer;
  if (!answer) return <div class="answer" />;
  return (
    <div class={`answer${current.value ? "" : " old"}`}>
      <Shares paints={answer.paints ?? []} />
      {summaryOf(answer).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {answer.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </div>
  );
}

/** The answer in a few lines. */
function summaryOf(answer: Answer): string[] {
  if (objective.value?.two_valued) {
    const sides = objective.value.name === "partizan" ? ["Left", "Right"] : ["player 0", "player 1"];
    return sides.map((side, i) => {
      const counts = (["win", "lose", "draw"] as const).map((tone) => {
        const count = (answer.paints ?? []).filter(({ both }) => both && toneOf(both[i as 0 | 1]) === tone).length;
        return `${count} ${tone}`;
      });
      return `${side} to move: ${counts.join(", ")}`;
    });
  }
  const winners = answer.columns.includes("winner");
  return answer.summary_text.slice(0, 4).map((line) => (winners ? line.replace(/^([01]):/, "player $1 wins:") : line));
}

/** How many vertices look how, as a bar. */
function Shares({ paints }: { paints: Paint[] }) {
  const counts = new Map<string, number>();
  for (const paint of paints) counts.set(toneOf(paint.class), (counts.get(toneOf(paint.class)) ?? 0) + 1);
  return (
    <div class="shares" aria-hidden="true">
      {(["win", "lose", "draw", "card", "open"] as const).map(
        (tone) =>
          counts.has(tone) && <span key={tone} class={`share-${tone}`} style={{ flexGrow: counts.get(tone) }} />,
      )}
    </div>
  );
}
