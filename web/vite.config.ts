import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import { stamp } from "./scripts/stamp.ts";

/**
 * Puts script and style into the page, so that one file is all there is to serve or to give away. The hashes of the
 * scripts go beside it: the server tells browsers to run nothing else.
 */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no index.html to put everything into");
      let html = String(page.source);
      let hashes = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          const tag = new RegExp(`<script[^>]*src="[^"]*${quoted(name)}"[^>]*></script>`);
          html = replace(html, tag, "");
          const code = part.code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--").trim();
          html = replace(html, /<\/body>/, `<script type="module">${code}</script>\n</body>`);
          hashes += `'sha256-${createHash("sha256").update(code).digest("base64")}'\n`;
        } else if (name.endsWith(".css")) {
          const tag = new RegExp(`<link[^>]*href="[^"]*${quoted(name)}"[^>]*>`);
          html = replace(html, tag, `<style>${String(part.source).trim()}</style>`);
        } else continue;
        delete bundle[name];
      }
      page.source = replace(html, /(<meta name="sources" content=")[^"]*/, `<meta name="sources" content="${stamp()}`);
      this.emitFile({ type: "asset", fileName: "scripts.txt", source: hashes });
    },
  };
}

function replace(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`the page has no ${pattern}`);
  return html.replace(pattern, () => text);
}

function quoted(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

export default defineConfig({
  plugins: [oneFile()],
  base: "./",
  build: {
    outDir: "../crates/retrograde-web/page",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8017", changeOrigin: true } } },
  test: { include: ["test/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
