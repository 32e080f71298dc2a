import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { about, learn } from "../playground/about.ts";
import { address } from "../route.ts";
import { complain } from "../ui/toast.tsx";
import { Thumbnail } from "./board.tsx";
import { games } from "./client.ts";
import type { GameListed } from "./types.ts";

export const listed = signal<GameListed[]>([]);

export async function fetchGames() {
  if (listed.value.length > 0) return;
  try {
    listed.value = await games.all();
  } catch (reason) {
    complain(reason);
  }
}

export function addressOf(spec: string): string {
  return address({ tab: "games", rest: encodeURIComponent(spec) });
}

/** Every game with a little board. */
export function Catalogue() {
  useEffect(() => {
    void fetchGames();
    learn().catch(complain);
  }, []);
  const opened = about.value?.opened.filter((each) => each.kind === "game").map((each) => each.name) ?? [];
  const tables = about.value?.tables.map((each) => each.spec) ?? [];
  const near = [...new Set([...opened, ...tables])];
  return (
    <main class="games catalogue">
      <h1>Games</h1>
      <p class="lead">
        Every move of these games is known: whether it wins, loses or draws, and how soon. Choose one, look around, or
        play against perfection.
      </p>
      {near.length > 0 && (
        <p class="near">
          {tables.length > 0 ? "Opened with the server, or in its tables:" : "Opened with the server:"}
          {near.map((spec) => (
            <a key={spec} class="button" href={addressOf(spec)}>
              {spec}
            </a>
          ))}
        </p>
      )}
      <ul>
        {listed.value.map((game) => (
          <li key={game.name}>
            <a class="card" href={addressOf(game.examples[0] ?? game.name)}>
              <span class="thumb">{game.board && <Thumbnail board={game.board} />}</span>
              <span class="title">{game.title}</span>
              <span class="hint">{game.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
