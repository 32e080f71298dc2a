import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the built page is made of, beside the folder `src`. */
const files = ["index.html", "package-lock.json", "scripts/stamp.ts", "tsconfig.json", "vite.config.ts"];

/**
 * The stamp of the sources: FNV-1a (64 bits) over the paths in order, each with its text, a zero byte after either.
 * `crates/retrograde-web/tests/page.rs` computes the same without Node and says when the built page is older than its sources.
 */
export function stamp(): string {
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const paths = [...files, ...sources].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  let hash = 0xcbf29ce484222325n;
  const add = (bytes: Uint8Array) => {
    for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  };
  const end = new Uint8Array(1);
  for (const path of paths) {
    add(Buffer.from(path));
    add(end);
    add(Buffer.from(readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n")));
    add(end);
  }
  return hash.toString(16).padStart(16, "0");
}
