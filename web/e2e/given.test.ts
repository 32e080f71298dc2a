import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, Visit } from "./browser.ts";
import { Drawn } from "./graph.ts";
import { folder, retrograde } from "./program.ts";

const pages = folder();
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  pages.remove();
});

/** Writes a page to give away and opens it from disk, without any server. */
async function open(visit: Visit, input: string, ...words: string[]): Promise<Drawn> {
  const path = join(pages.path, `${input.replaceAll(/\W/g, "-")}.html`);
  retrograde("solve", input, "--format", "html", "-o", path, "--quiet", ...words);
  await visit.page.goto(pathToFileURL(path).href);
  const drawn = new Drawn(visit.page);
  await drawn.solved();
  return drawn;
}

test("a page that was given away opens from disk, with picture, answer, animation and explanations", async () => {
  const visit = await Visit.begin(browser);
  const { page } = visit;
  const drawn = await open(visit, "examples/triangle-with-tail.txt");
  const answer = { a: "draw", b: "draw", c: "draw", d: "win 1", e: "lose 0" };
  expect(await drawn.values()).toEqual(answer);
  const [, last] = await drawn.step();
  await page.getByRole("button", { name: "To the beginning" }).click();
  expect(Object.values(await drawn.values())).toEqual(["", "", "", "", ""]);
  for (let step = 0; step < last; step++) await page.getByRole("button", { name: "One step forward" }).click();
  expect(await drawn.values()).toEqual(answer);
  await drawn.vertex("c").click();
  await page.getByText("c is a draw for the player to move: no move wins, and 1 of 2 keep the draw.").waitFor();
  expect(await visit.barriers()).toEqual([]);
  await visit.picture("given");
  await visit.end();
});

test.each([
  ["examples/infinite/choice.pg", "0 wins"],
  ["nim:1,2", "win 3"],
])("%s is given away", async (input, first) => {
  const visit = await Visit.begin(browser);
  const drawn = await open(visit, input);
  expect(Object.values(await drawn.values())).toContain(first);
  await visit.end();
});
