import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The program under test: `cargo xtask page` builds it and says where it is. */
const program = process.env.RETROGRADE ?? join(root, "target", "debug", "retrograde");

/** Runs the program to its end. */
export function retrograde(...words: string[]): string {
  return execFileSync(program, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** A folder that is gone at the end. */
export function folder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "retrograde-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface Server {
  /** Where the page is, with a slash at the end. */
  address: string;
  /** Ends it; says with which status. */
  end: () => Promise<number | null>;
}

/** Starts `retrograde serve` at a free port. */
export async function serve(...words: string[]): Promise<Server> {
  const child = spawn(program, ["serve", "--port", "0", ...words], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  let said = "";
  child.stderr.on("data", (data) => {
    said += data;
  });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const end = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { address: new URL(address.match(/http:\S+/)?.[0] ?? address).href, end };
}
