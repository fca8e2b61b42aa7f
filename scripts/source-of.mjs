import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";

/**
 * `node scripts/source-of.mjs FRAME …`: where in the sources the frames of a log's fault are. The server loads no source map, which
 * would cost it more memory than all else.
 */
const BUILD = join(dirname(import.meta.dirname), ".next");

for (const frame of process.argv.slice(2)) {
  const [, file, line, column] = /\b((?:server|jobs|examination|ageway)[\w.-]*\.mjs):(\d+):(\d+)/.exec(frame) ?? [];
  if (file === undefined) process.stdout.write(`${frame}: no place in a file of the server\n`);
  else {
    const map = new SourceMap(JSON.parse(readFileSync(join(BUILD, `${file}.map`), "utf8")));
    const { fileName, lineNumber } = map.findOrigin(Number(line), Number(column));
    process.stdout.write(`${frame}: ${join(".next", fileName ?? file)}:${lineNumber ?? line}\n`);
  }
}
