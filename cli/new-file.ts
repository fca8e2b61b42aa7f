import { existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { CALLED_FROM } from "./arguments.ts";

/** Reads the path of a file that is to be written, and is not there yet. */
export function newFile(path: string): string {
  const file = resolve(CALLED_FROM, path);
  if (existsSync(file)) throw new InvalidArgumentError("It is there already.");
  if (!existsSync(dirname(file))) throw new InvalidArgumentError("There is no such folder.");
  return file;
}

/** Writes the whole file or none, and never replaces another. */
export function writeNew(file: string, content: string | Buffer, mode = 0o666): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, content, { flag: "wx", mode });
    linkSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
