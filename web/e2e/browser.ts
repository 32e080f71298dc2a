import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "./program.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Theme = "light" | "dark";

/** The sizes that people look at the page in. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1366, height: 768 },
  projector: { width: 1920, height: 1080 },
} as const;

export type Size = keyof typeof SIZES;

/** Pictures of the page, for people to look at. */
const artefacts = process.env.ARTEFACTS ?? join(root, "target", "browser");

/** The text of axe, to be run inside the page. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** A page with all that went wrong in it. */
export class Visit {
  readonly wrong: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.wrong.push(message.text());
    });
    page.on("pageerror", (error) => this.wrong.push(String(error)));
    page.on("requestfailed", (request) => {
      // A page asks anew before the last answer is there, and gives that up.
      const why = request.failure()?.errorText ?? "";
      if (why !== "net::ERR_ABORTED") this.wrong.push(`${request.url()}: ${why}`);
    });
  }

  static async begin(browser: Browser, size: Size = "laptop", theme: Theme = "light"): Promise<Visit> {
    const context = await browser.newContext({
      viewport: SIZES[size],
      colorScheme: theme,
      hasTouch: size === "phone",
      isMobile: size === "phone",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
      // Axe is put into the page, which its policy would not allow.
      bypassCSP: false,
    });
    context.setDefaultTimeout(15_000);
    return new Visit(context, await context.newPage());
  }

  /** A picture of what is shown, in `target/browser`. */
  async picture(name: string): Promise<void> {
    mkdirSync(artefacts, { recursive: true });
    await this.page.screenshot({ path: join(artefacts, `${name}.png`) });
  }

  /** Asks axe for what keeps people from using the page, of which nothing serious should be found. */
  async barriers(): Promise<unknown[]> {
    // What is evaluated by the debugger is not subject to the page's policy.
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run();
      return violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact: impact ?? "minor",
        help,
        where: nodes.slice(0, 5).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
      }));
    });
    return found.filter(({ impact }) => impact === "serious" || impact === "critical");
  }

  /** Ends the visit; nothing must have gone wrong in it. */
  async end(): Promise<void> {
    await this.context.close();
    expect(this.wrong).toEqual([]);
  }
}
