import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";

/** `node scripts/source-of.mjs FRAME …`: where a log's stack frames are in the sources. Servers load no source map. */
const BUILD = join(dirname(import.meta.dirname), ".next");

for (const stackFrame of process.argv.slice(2)) process.stdout.write(`${stackFrame}: ${placeOf(stackFrame)}\n`);

/** `server.mjs` and what stands beside it are ours, `server/` is Next's. */
function placeOf(stackFrame) {
  const [, file, line, column] = /\.next\/(.+?\.m?js):(\d+):(\d+)/.exec(stackFrame) ?? [];
  if (file === undefined) return "no place in the build";
  const map = join(BUILD, `${file}.map`);
  if (!existsSync(map)) return "no source map";
  const found = new SourceMap(JSON.parse(readFileSync(map, "utf8"))).findOrigin(Number(line), Number(column));
  if (found.fileName === undefined) return "not in the source map";
  const { pathname } = new URL(found.fileName, "file:///.next/");
  return `${decodeURIComponent(pathname).slice(1)}:${found.lineNumber}`;
}
