import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, SIZES, type Size, type Theme, Visit } from "./browser.ts";
import { Drawn } from "./graph.ts";
import { type Server, serve } from "./program.ts";

let browser: Browser;
let server: Server;

beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.end();
});

/** What is looked at: a name, an address, and what to do there before. */
const VIEWS: { name: string; at: string; before: (visit: Visit) => Promise<void> }[] = [
  {
    name: "playground",
    at: "#/playground/triangle-with-tail-outcome",
    before: ({ page }) => new Drawn(page).solved(),
  },
  {
    name: "watching",
    at: "#/playground/crossing-parity",
    before: async ({ page }) => {
      await new Drawn(page).solved();
      await page.getByRole("slider", { name: "Step" }).fill("6");
    },
  },
  {
    name: "asking",
    at: "#/playground/cycle-and-terminal-outcome",
    before: async ({ page }) => {
      await new Drawn(page).solved();
      await page.locator(".vertex").first().click();
      await page.locator(".reasons").waitFor();
    },
  },
  {
    name: "presets",
    at: "#/playground",
    before: async ({ page }) => {
      await new Drawn(page).solved();
      await page.getByTitle("Pick a preset").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "games", at: "#/games", before: ({ page }) => page.locator(".card").nth(20).waitFor() },
  {
    name: "tic-tac-toe",
    at: "#/games/tic-tac-toe",
    before: ({ page }) => page.locator(".solved").waitFor({ timeout: 30_000 }),
  },
  {
    name: "chess",
    at: `#/games/${encodeURIComponent("chess:KRvK")}`,
    before: ({ page }) => page.locator(".solved").waitFor({ timeout: 30_000 }),
  },
  { name: "big", at: "#/big", before: ({ page }) => page.getByRole("main").waitFor() },
];

const THEMES: Theme[] = ["light", "dark"];

describe.each(THEMES)("%s", (theme) => {
  test.each(VIEWS)("$name can be used by everybody, and fits on every screen", async ({ name, at, before }) => {
    const wrong: unknown[] = [];
    for (const size of Object.keys(SIZES) as Size[]) {
      const visit = await Visit.begin(browser, size, theme);
      await visit.page.goto(server.address + at);
      await before(visit);
      await visit.picture(`${name}-${size}-${theme}`);
      const barriers = await visit.barriers();
      if (barriers.length > 0) wrong.push({ size, barriers });
      const [wide, shown] = await visit.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      if (wide! > shown!) wrong.push({ size, wide, shown });
      await visit.end();
    }
    expect(wrong).toEqual([]);
  });
});
