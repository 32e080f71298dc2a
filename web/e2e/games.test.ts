import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launch, Visit } from "./browser.ts";
import { folder, retrograde, type Server, serve } from "./program.ts";

/** A won ending in which the queen can be lost, and a mate by the rook. */
const ENDINGS = ["chess:KQvKR", "chess:KRvK"];

const tables = folder();
let browser: Browser;
let server: Server;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  for (const ending of ENDINGS) {
    retrograde("table", "build", ending, "-o", join(tables.path, ending.replace(":", "-")), "--quiet");
  }
  [browser, server] = await Promise.all([launch(), serve("--tables", tables.path)]);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.end();
  tables.remove();
});

beforeEach(async () => {
  visit = await Visit.begin(browser);
  page = visit.page;
});

afterEach(() => visit.end());

/** Looks at a game, and waits until it is solved. */
async function open(spec: string, position?: string) {
  const parts = [spec, ...(position ? [position] : [])].map(encodeURIComponent);
  await page.goto(`${server.address}#/games/${parts.join("/")}`);
  await page.locator(".solved").waitFor({ timeout: 30_000 });
}

function status(): Locator {
  return page.locator(".stage .status");
}

/** All that is written somewhere. */
async function text(where: Locator): Promise<string> {
  return ((await where.textContent()) ?? "").trim();
}

function position(): Promise<string> {
  return text(page.locator(".position code"));
}

/** The places of the board where a move of this worth can be made next. */
function places(worth: RegExp): Locator {
  return page.locator(".board .place.open").and(page.getByRole("button", { name: worth }));
}

/** Makes the first of the moves of this worth, from the list. */
async function choose(worth: RegExp) {
  const before = await position();
  await page.locator(".moves button").filter({ hasText: worth }).first().click();
  await page.waitForFunction((before) => document.querySelector(".position code")?.textContent !== before, before);
}

/** Waits for the machine's move. */
async function myTurn(name: string) {
  await page.waitForFunction((name) => {
    const said = document.querySelector(".stage .status")?.textContent ?? "";
    return !said.includes("to move") || (said.startsWith(name) && !said.includes("machine"));
  }, name);
}

test("the catalogue shows every game with its board", async () => {
  await page.goto(`${server.address}#/games`);
  await page.locator(".catalogue .card").nth(20).waitFor();
  const listed = JSON.parse(await (await page.request.get(`${server.address}api/games`)).text());
  expect(await page.locator(".catalogue .card").count()).toBe(listed.length);
  await page.getByRole("link", { name: /^Tic-tac-toe/i }).click();
  await page.locator(".solved").waitFor();
});

test("tic-tac-toe is played to a tie", async () => {
  await open("tic-tac-toe");
  expect(await text(status())).toMatch(/T/);
  const you = page.getByLabel("You play");
  await you.selectOption("first");
  const mine = await text(status().locator("strong"));
  for (let moves = 0; moves < 5; moves++) {
    await myTurn(mine);
    await places(/ties/).first().click();
    // The machine's men come and go in between; what counts is that it is over at last.
    await page.waitForFunction((moves) => document.querySelectorAll(".board .piece").length > 2 * moves, moves);
  }
  await page.waitForFunction(() => !document.querySelector(".stage .status")?.textContent?.includes("to move"));
  expect(await text(status())).toMatch(/nobody has won|tie/i);
  expect(await page.locator(".board .piece").count()).toBe(9);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelector(".stage .status")?.textContent?.includes("to move"));
});

/** What the position is worth to the player to move, such as W15; nothing once it is over. */
async function worth(): Promise<string> {
  const tag = page.locator(".stage .status .tag");
  return (await tag.count()) > 0 ? text(tag) : "";
}

/** Both play their best until it is over; every move brings the end nearer by one. Says in how many. */
async function playOut(): Promise<number> {
  let left = Number((await worth()).slice(1));
  const moves = left;
  while ((await worth()) !== "") {
    expect(Number((await worth()).slice(1))).toBe(left);
    await choose(/./);
    left -= 1;
  }
  expect(left).toBe(0);
  return moves;
}

test("a won ending is lost on purpose, to a machine that makes no mistakes", async () => {
  await open("chess:KQvKR", "8/8/8/3r4/8/2k5/8/K2Q4 w - - 0 1");
  expect(await text(page.locator(".solved"))).toContain("answered from a table");
  expect(await worth()).toBe("W11");
  await page.getByLabel("You play").selectOption("first");
  await choose(/loses in 8/);
  for (let left = 6; left > 0; left -= 2) {
    await myTurn("White");
    expect(await worth()).toBe(`L${left}`);
    await choose(/./);
  }
  await myTurn("White");
  expect(await text(status())).toContain("won by Black");
  expect(await position()).toMatch(/ w /);
  // The last word is not spoken: one may take back, and find the win again.
  for (let moves = 0; moves < 4; moves++) await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelector(".stage .status .tag")?.textContent === "W11");
});

test("a chess ending is answered from a table, to mate", async () => {
  await open("chess:KRvK", "8/8/8/3k4/8/3K4/8/R7 w - - 0 1");
  expect(await text(page.locator(".solved"))).toContain("answered from a table");
  expect(await worth()).toBe("W23");
  await page.getByRole("button", { name: "Best line" }).click();
  await page.getByRole("tab", { name: "Moves" }).click();
  expect(await playOut()).toBe(23);
  expect(await text(status())).toContain("won by White");
  expect(await position()).toMatch(/ b /);
});

test("a link leads to a position, and the board is reached by keys", async () => {
  await open("tic-tac-toe", "x../.o./...");
  expect(await page.locator(".board .piece").count()).toBe(2);
  await page.getByRole("button", { name: /^a3/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".board .piece").length === 3);
  expect(await position()).toBe("xx./.o./...");
});

test("the statistics of a solved game", async () => {
  await open("tic-tac-toe");
  await page.getByRole("tab", { name: "Statistics" }).click();
  await page.locator(".stats .histogram").waitFor();
});

test("a game that is too large says how a table of it is built", async () => {
  await page.goto(`${server.address}#/games/${encodeURIComponent("dobutsu-shogi")}`);
  await page.getByText("retrograde table build dobutsu-shogi").waitFor();
});
