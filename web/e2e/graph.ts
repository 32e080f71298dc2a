import type { Locator, Page } from "playwright-core";

/** A graph on the page, as people and screen readers see it. */
export class Drawn {
  constructor(readonly page: Page) {}

  /** A vertex by its name. */
  vertex(name: string): Locator {
    const exact = this.page.getByRole("button", { name, exact: true });
    return exact
      .or(this.page.getByRole("button", { name: new RegExp(`^${name}: `) }))
      .and(this.page.locator(".vertex"));
  }

  /** A move by the names of its ends. */
  move(from: string, to: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^Move from ${from} to ${to}(,|$)`) });
  }

  /** Clicks at the middle of a move: where it is straight, its box has no height to click at. */
  async press(from: string, to: string): Promise<void> {
    const { x, y } = await this.move(from, to).evaluate((move) => {
      const path = move.querySelector<SVGPathElement>("path.line")!;
      const middle = path.getPointAtLength(path.getTotalLength() / 2);
      const { x, y } = middle.matrixTransform(path.getScreenCTM()!);
      return { x, y };
    });
    await this.page.mouse.click(x, y);
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
    await this.page.waitForFunction(() => {
      const isAnswered = document.querySelector(".answer:not(.old) p") || document.querySelector(".vertex .half");
      return isAnswered && !document.querySelector(".busy.on, .answer.old");
    });
  }
}
