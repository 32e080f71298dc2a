import { Icon } from "../ui/icon.tsx";
import { Tag } from "./explorer.tsx";
import { line, lineStep, stepTo, tellLine } from "./sitting.ts";
import type { Look } from "./types.ts";

/** Best play by both, to be walked through on the board. */
export function LinePanel({ look }: { look: Look }) {
  const now = line.value;
  if (!now) {
    return (
      <p>
        <button type="button" disabled={!look.value} onClick={() => void tellLine()}>
          Best play from here
        </button>
      </p>
    );
  }
  const { steps, ending, cut } = now.told;
  const at = lineStep.value;
  const last = steps.length - 1;
  return (
    <>
      <div class="steps" role="group" aria-label="Walk through the line">
        <button type="button" aria-label="To the beginning" disabled={at <= 0} onClick={() => stepTo(0)}>
          <Icon name="first" />
        </button>
        <button type="button" aria-label="One move back" disabled={at <= 0} onClick={() => stepTo(at - 1)}>
          <Icon name="back" />
        </button>
        <button type="button" aria-label="One move forward" disabled={at >= last} onClick={() => stepTo(at + 1)}>
          <Icon name="forward" />
        </button>
        <button type="button" aria-label="To the end" disabled={at >= last} onClick={() => stepTo(last)}>
          <Icon name="last" />
        </button>
        <span class="hint">
          {at} of {last}
        </span>
      </div>
      <ol class="moves line">
        {steps.map((step, index) => (
          <li key={index}>
            <button type="button" aria-current={index === at ? "step" : undefined} onClick={() => stepTo(index)}>
              <span class="number">{index + 1}</span>
              {step.value && <Tag worth={step.value} />}
              <span class="move">{step.move ?? (index === last ? "end" : "")}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="hint">{cut ? "and so on" : ending}</p>
    </>
  );
}
