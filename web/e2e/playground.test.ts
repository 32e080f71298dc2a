import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launch, Visit } from "./browser.ts";
import { Drawn } from "./graph.ts";
import { root, type Server, serve } from "./program.ts";

let browser: Browser;
let server: Server;
let visit: Visit;
let page: Page;
let drawn: Drawn;

beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});

afterAll(async () => {
  await browser?.close();
  // Ended by Ctrl-C, as scripts expect it.
  expect(await server?.end()).toBe(130);
});

beforeEach(async () => {
  visit = await Visit.begin(browser);
  page = visit.page;
  drawn = new Drawn(page);
});

afterEach(() => visit.end());

/** Shows a preset. */
async function preset(id: string) {
  await page.goto(`${server.address}#/playground/${encodeURIComponent(id)}`);
  await drawn.solved();
}

const TRIANGLE = { a: "draw", b: "draw", c: "draw", d: "win 1", e: "lose 0" };

test("the page loads and shows a solved graph", async () => {
  const start = performance.now();
  await page.goto(server.address);
  await drawn.solved();
  console.log(`a solved graph is shown after ${Math.round(performance.now() - start)} ms`);
  expect(await page.title()).toBe("Retrograde");
  expect(Object.keys(await drawn.values()).length).toBeGreaterThan(0);
});

test("a preset is picked by hand", async () => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "Presets" }).click();
  const dialog = page.getByRole("dialog", { name: "Presets" });
  await dialog
    .getByRole("button", { name: /A triangle with a tail/ })
    .first()
    .click();
  await dialog.waitFor({ state: "hidden" });
  await drawn.solved();
  expect(await drawn.values()).toEqual(TRIANGLE);
});

describe("the animation goes to the end and back", () => {
  async function walk() {
    const answer = await drawn.values();
    const [at, last] = await drawn.step();
    expect(at, "at the end to begin with").toBe(last);
    expect(last).toBeGreaterThan(2);
    await page.getByRole("button", { name: "To the beginning" }).click();
    expect(await drawn.step()).toEqual([0, last]);
    const blank = await drawn.values();
    expect(Object.values(blank).every((value) => value === "")).toBe(true);
    const forward = [await drawn.labels()];
    const rules = new Set<string>();
    for (let step = 1; step <= last; step++) {
      await page.getByRole("button", { name: "One step forward" }).click();
      expect(await drawn.step()).toEqual([step, last]);
      forward.push(await drawn.labels());
      rules.add((await page.locator(".rule").textContent()) ?? "");
      await expect(page.locator(".algorithm [aria-current=step]").count()).resolves.toBe(1);
    }
    expect(rules.size).toBeGreaterThan(1);
    expect(await drawn.values()).toEqual(answer);
    for (let step = last - 1; step >= 0; step--) {
      await page.getByRole("button", { name: "One step back" }).click();
      expect(await drawn.labels(), `back at step ${step}`).toEqual(forward[step]);
    }
    expect(await drawn.values()).toEqual(blank);
    await page.getByRole("slider", { name: "Step" }).fill(String(last - 1));
    expect(await drawn.labels()).toEqual(forward[last - 1]);
    return answer;
  }

  test("of retrograde analysis", async () => {
    await preset("triangle-with-tail-outcome");
    expect(await walk()).toEqual(TRIANGLE);
  });

  test.each(["grundy", "asymmetric", "reachability", "safety", "buchi", "parity"])("of %s", async (name) => {
    const response = await page.request.get(`${server.address}api/presets`);
    const presets: { id: string; question: { objective: string } }[] = await response.json();
    const found = presets.filter(({ question }) => question.objective === name);
    expect(found.length).toBeGreaterThan(0);
    await preset(found[0]!.id);
    await walk();
  });

  test("of co-Büchi, which is chosen by hand", async () => {
    await preset("crossing-buchi");
    const before = await drawn.values();
    await page.getByLabel("Objective").selectOption("cobuchi");
    await drawn.solved();
    expect(await walk()).not.toEqual(before);
  });

  test("playing by itself", async () => {
    await preset("triangle-with-tail-outcome");
    const [, last] = await drawn.step();
    await page.getByRole("slider", { name: "Speed" }).fill("6");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction((last) => document.querySelector(".count")?.textContent === `${last} / ${last}`, last);
    expect(await drawn.values()).toEqual(TRIANGLE);
  });
});

/** The fields of a row that a trace writes at its vertex. */
function written(notes: Record<string, unknown>, row: Record<string, unknown>) {
  if ("winner" in row) return [[notes.label], [String(row.winner)]];
  if ("grundy" in row) return [[String(notes.value)], [String(row.grundy)]];
  if ("first" in row) return [[notes.label], [`${row.first}/${row.second}`]];
  return [
    [notes.label, notes.distance ?? null],
    [row.outcome, row.distance ?? null],
  ];
}

test("what the solver writes step by step is the answer in the end", async () => {
  interface Change {
    vertex?: number;
    what: string;
    after: unknown;
  }
  const presets = await (await page.request.get(`${server.address}api/presets`)).json();
  let traced = 0;
  for (const { id, graph, question } of presets) {
    const data = { subject: { graph }, question, trace: true };
    const response = await page.request.post(`${server.address}api/solve`, { data });
    const { rows, trace } = await response.json();
    if (!trace) continue;
    traced += 1;
    const notes: Record<string, unknown>[] = graph.vertices.map(() => ({}));
    for (const { line, changes } of trace.events) {
      expect(trace.lines[line], id).toBeDefined();
      for (const { vertex, what, after } of changes as Change[]) if (vertex !== undefined) notes[vertex]![what] = after;
    }
    rows.forEach((row: Record<string, unknown>, vertex: number) => {
      const [found, expected] = written(notes[vertex]!, row);
      expect(found, `${id}: ${row.vertex}`).toEqual(expected);
    });
  }
  expect(traced).toBeGreaterThan(20);
});

test("an edge is taken away, the answer changes, and undo brings both back", async () => {
  await preset("triangle-with-tail-outcome");
  await drawn.press("d", "e");
  await page.getByRole("button", { name: "Delete it" }).click();
  await drawn.solved();
  expect(await drawn.values()).toEqual({ a: "win 3", b: "lose 2", c: "win 1", d: "lose 0", e: "lose 0" });
  await page.getByRole("button", { name: "Undo" }).click();
  await drawn.solved();
  expect(await drawn.values()).toEqual(TRIANGLE);
  await page.getByRole("button", { name: "Redo" }).click();
  await drawn.solved();
  expect((await drawn.values()).d).toBe("lose 0");
});

test("a graph is drawn from nothing, by keyboard and by mouse", async () => {
  await page.goto(server.address);
  await page.getByRole("button", { name: "An empty graph" }).click();
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Connect vertices" }).click();
  await page.locator(".vertex").nth(0).click();
  await page.locator(".vertex").nth(1).click();
  await drawn.solved();
  expect(Object.values(await drawn.values()).sort()).toEqual(["lose 0", "win 1"]);
});

test("a vertex says what it is worth and why", async () => {
  await preset("triangle-with-tail-outcome");
  await drawn.vertex("c").click();
  const panel = page.getByRole("tabpanel");
  await panel.getByText("c is a draw for the player to move: no move wins, and 1 of 2 keep the draw.").waitFor();
  await panel.getByRole("button", { name: /^d loses/ }).waitFor();
});

test("a dropped file is solved", async () => {
  await page.goto(server.address);
  await drawn.solved();
  const name = "examples/infinite/choice.pg";
  const text = readFileSync(join(root, name), "utf8");
  const files = await page.evaluateHandle((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "choice.pg"));
    return files;
  }, text);
  await page.dispatchEvent("main", "dragover", { dataTransfer: files });
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
  await page.locator(".doc-name", { hasText: "choice.pg" }).waitFor();
  await drawn.solved();
  expect(await drawn.values()).toEqual({ 0: "0 wins", 1: "0 wins", 2: "0 wins", 3: "0 wins" });
});

test("a file that is none says so and harms nothing", async () => {
  await preset("triangle-with-tail-outcome");
  const files = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(["parity 1;\n0 zero"], "broken.pg"));
    return files;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
  await page
    .getByText(/broken\.pg/)
    .first()
    .waitFor();
  expect(await drawn.values()).toEqual(TRIANGLE);
  // The browser itself notes what the server refused.
  visit.wrong.splice(0);
});

test("a link holds the graph", async () => {
  await preset("triangle-with-tail-outcome");
  await drawn.press("d", "e");
  await page.getByRole("button", { name: "Delete it" }).click();
  await drawn.solved();
  const values = await drawn.values();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText(/holds the whole graph/).waitFor();
  const other = await Visit.begin(browser);
  await other.page.goto(page.url());
  const there = new Drawn(other.page);
  await there.solved();
  expect(await there.values()).toEqual(values);
  await other.end();
});
