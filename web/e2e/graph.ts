import type { Locator, Page } from "playwright-core";

/** A graph on the page, as people and screen readers see it. */
export class Drawn {
  constructor(readonly page: Page) {}

  /** A vertex by its name. */
  vertex(name: string): Locator {
    const exact = this.page.getByRole("button", { name, exact: true });
    return exact.or(this.page.getByRole("button", { name: new RegExp(`^${name}: `) })).and(this.page.locator(".vertex"));
  }

  /** A move by the names of its ends. */
  move(from: string, to: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^Move from ${from} to ${to}(,|$)`) });
  }

  /** What is written at every vertex: all that is read aloud of it. */
  async labels(): Promise<string[]> {
    return this.page.locator(".vertex > .spoken").allTextContents();
  }

  /** What the vertices are worth, by name: the words below the names, with distances. */
  async values(): Promise<Record<string, string>> {
    const pairs = await this.page.locator(".vertex").evaluateAll((all) =>
      all.map((one) => {
        const text = (part: string) => [...one.querySelectorAll(part)].map((t) => t.textContent ?? "").join("");
        return [text(".name"), text(".under") || text(".half text")];
      }),
    );
    return Object.fromEntries(pairs);
  }

  /** How far the animation is: the step shown, and the last. */
  async step(): Promise<[number, number]> {
    const text = (await this.page.locator(".transport .count").textContent()) ?? "";
    const [at, last] = text.replace("+", "").split("/").map(Number);
    return [at ?? Number.NaN, last ?? Number.NaN];
  }

  /** Waits until the picture shows the answer to what is drawn now. */
  async solved(): Promise<void> {
    await this.page.locator(".busy:not(.on)").waitFor({ state: "attached" });
    await this.page.locator(".answer:not(.old) p").first().waitFor();
  }
}
