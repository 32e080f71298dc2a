import { useEffect } from "preact/hooks";
import { api } from "../api/client.ts";
import { about } from "../playground/about.ts";
import { chooseFile } from "../playground/files.ts";
import { address } from "../route.ts";
import { Icon } from "../ui/icon.tsx";
import { Blocks } from "./blocks.tsx";
import {
  keepShown,
  listed,
  open,
  opened,
  PLAYGROUND,
  place,
  pose,
  problem,
  question,
  search,
  visit,
  working,
} from "./state.ts";
import { Walk } from "./walk.tsx";
import "../draw/picture.css";
import "./big.css";

/** Graphs that are too large to be drawn whole: an overview in blocks, and walks from vertex to vertex. */
export function Big() {
  useEffect(() => keepShown(), []);
  const { id, vertex } = place.value;
  return (
    <main
      class="big"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) void open(file);
      }}
    >
      <h1 class="hidden">Big graphs</h1>
      {id === "" ? <Choice /> : <Shown id={id} vertex={vertex} />}
    </main>
  );
}

function Choice() {
  return (
    <div class="choice">
      <h2>Graphs that are too large to be drawn whole</h2>
      <p>
        An overview shows strongly connected components and how far play is from its end; from any vertex one can walk
        through its neighbourhood. Graphs of up to {(about.value?.limits.drawn ?? 500).toLocaleString("en")} vertices
        are drawn whole in the playground.
      </p>
      <ul>
        {listed.value.map(({ id, name, shape }) => (
          <li key={id}>
            <a class="button" href={address({ tab: "big", rest: id })}>
              <strong>{name}</strong>
              {shape && (
                <span class="hint">
                  {shape.vertices.toLocaleString("en")} vertices, {shape.edges.toLocaleString("en")} edges
                </span>
              )}
            </a>
          </li>
        ))}
        <li>
          <a class="button" href={address({ tab: "big", rest: PLAYGROUND })}>
            <strong>The playground's graph</strong>
            <span class="hint">as an overview</span>
          </a>
        </li>
      </ul>
      <div>
        <button type="button" class="primary" onClick={() => chooseFile(open)} disabled={!api.solves}>
          <Icon name="open" /> Open a file
        </button>
      </div>
      <p class="hint">
        Or drop one here. Files and games can also be named when the server is started:{" "}
        <code>retrograde serve graph.dot connect:4x4x3</code>
      </p>
    </div>
  );
}

function Shown({ id, vertex }: { id: string; vertex: number | null }) {
  const shape = opened.value?.shape;
  const wrong = problem.value;
  return (
    <>
      <div class="big-bar">
        <a class="button quiet" href={address({ tab: "big", rest: "" })} aria-label="To the list">
          <Icon name="left" />
        </a>
        <strong class="big-name">
          {id === PLAYGROUND ? "The playground's graph" : (opened.value?.name ?? "A graph")}
        </strong>
        {shape && (
          <span class="hint">
            {shape.vertices.toLocaleString("en")} vertices, {shape.edges.toLocaleString("en")} edges
          </span>
        )}
        <span class="spring" />
        <select
          aria-label="Objective"
          value={question.value.objective}
          onChange={(event) => pose({ objective: event.currentTarget.value })}
        >
          {(about.value?.objectives ?? []).map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            const input = event.currentTarget.elements.namedItem("name");
            if (input instanceof HTMLInputElement) void search(input.value);
          }}
        >
          <input name="name" type="search" placeholder="Find a vertex by name" aria-label="Find a vertex by name" />
          <button type="submit" aria-label="Find">
            <Icon name="search" />
          </button>
        </form>
        {vertex !== null && (
          <button type="button" onClick={() => visit(null)}>
            Overview
          </button>
        )}
      </div>
      {wrong ? (
        <div class="problem big-problem" role="alert">
          <p>{wrong.error}</p>
          {wrong.remedies.map((remedy) => (
            <p key={remedy} class="hint">
              {remedy}
            </p>
          ))}
        </div>
      ) : vertex === null ? (
        <Blocks />
      ) : (
        <Walk vertex={vertex} />
      )}
      <div class={`busy${working.value ? " on" : ""}`} role="status">
        {working.value ? "Working…" : ""}
      </div>
    </>
  );
}
