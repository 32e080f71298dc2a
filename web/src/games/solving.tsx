import { about } from "../playground/about.ts";
import { Icon } from "../ui/icon.tsx";
import { chooseTable, job, stopSolving, table } from "./sitting.ts";
import type { Look } from "./types.ts";

/** How it stands with solving the game. */
export function Solving({ look }: { look: Look }) {
  const { state } = look;
  if (state.kind === "solving") return <Progress />;
  if (state.kind === "too-large") return <TooLarge state={state} />;
  return (
    <p class="solved hint">
      <Icon name="check" /> {state.words}
      <Tables spec={look.spec} />
    </p>
  );
}

/** Which of the tables of a game answers, if there are any. */
function Tables({ spec }: { spec: string }) {
  const listed = about.value?.tables.filter((each) => each.spec === spec) ?? [];
  if (listed.length === 0) return null;
  return (
    <select
      aria-label="Where answers come from"
      value={table.value ?? ""}
      onChange={(event) => chooseTable(event.currentTarget.value || undefined)}
    >
      {listed.map((each) => (
        <option key={each.id} value={each.id}>
          table of {size(each.bytes)}
        </option>
      ))}
      <option value="">solved here</option>
    </select>
  );
}

function Progress() {
  const now = job.value;
  const share = now?.total ? Math.min(1, now.done / now.total) : undefined;
  return (
    <div class="solving" role="status">
      <p>
        <strong>Solving…</strong> <span class="hint">{now?.phase ?? "waiting"}</span>
      </p>
      <progress aria-label="Solving" {...(share !== undefined && { value: share })} max={1} />
      <p class="hint">
        {now ? now.done.toLocaleString("en") : ""}
        {now?.total ? ` of ${now.total.toLocaleString("en")}` : ""}
      </p>
      <button type="button" onClick={stopSolving}>
        Stop
      </button>
    </div>
  );
}

function TooLarge({ state }: { state: Extract<Look["state"], { kind: "too-large" }> }) {
  return (
    <div class="too-large">
      <p>
        <strong>Not solved here:</strong> {state.words}.
      </p>
      {state.tables.length > 0 && (
        <>
          <p>There is a table of it:</p>
          {state.tables.map((listed) => (
            <button key={listed.id} type="button" class="primary" onClick={() => chooseTable(listed.id)}>
              Open {listed.spec} ({size(listed.bytes)})
            </button>
          ))}
        </>
      )}
      {state.build && (
        <>
          <p>Build a table once, and start the server with it:</p>
          <pre class="command">{`${state.build}\nretrograde serve --tables tables`}</pre>
        </>
      )}
      {!state.build && state.tables.length === 0 && <p>No table of it can be built on this machine, either.</p>}
      <p class="hint">The rules are known here, and nothing of what moves are worth.</p>
    </div>
  );
}

function size(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let at = 0;
  let rest = bytes;
  while (rest >= 1000 && at < units.length - 1) {
    rest /= 1000;
    at += 1;
  }
  return `${rest < 10 && at > 0 ? rest.toFixed(1) : Math.round(rest)} ${units[at]}`;
}
