import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, Visit } from "./browser.ts";
import { folder, retrograde, type Server, serve } from "./program.ts";

const files = folder();
let browser: Browser;
let server: Server;

beforeAll(async () => {
  const graph = join(files.path, "random.txt");
  retrograde("generate", "random", "5000", "--moves", "2", "--seed", "7", "-o", graph, "--quiet");
  [browser, server] = await Promise.all([launch(), serve(graph)]);
});

afterAll(async () => {
  await browser?.close();
  await server?.end();
  files.remove();
});

test("a graph that is too large to be drawn is seen in blocks, and walked through", async () => {
  const visit = await Visit.begin(browser);
  const { page } = visit;
  await page.goto(`${server.address}#/big`);
  await page.getByRole("link", { name: /random/ }).click();
  await page.locator(".matrix .cell").first().waitFor();
  await page.getByText("5,000 vertices").waitFor();
  await visit.picture("big-overview");
  expect(await visit.barriers()).toEqual([]);
  await page.locator(".matrix .cell").first().click();
  const walk = page.locator(".walk");
  await walk.locator(".vertex").nth(1).waitFor();
  const first = await walk.getAttribute("data-at");
  await visit.picture("big-walk");
  expect(await visit.barriers()).toEqual([]);
  await walk.locator(".vertex").nth(1).click();
  await page.waitForFunction((first) => document.querySelector(".walk")?.getAttribute("data-at") !== first, first);
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForFunction((first) => document.querySelector(".walk")?.getAttribute("data-at") === first, first);
  await page.getByRole("searchbox", { name: "Find a vertex by name" }).fill("42");
  await page.keyboard.press("Enter");
  await walk.locator("strong", { hasText: /^42$/ }).waitFor();
  await page.getByRole("button", { name: "Overview" }).click();
  await page.locator(".matrix .cell").first().waitFor();
  await visit.end();
});
