import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { type CsvForm, forSpreadsheet } from "#lib/base/csv.ts";

/** The command changes into the project's folder; paths are relative to the folder that it was called from. */
export const CALLED_FROM = process.cwd();

/** Every logo is smaller than this, whatever limit `setLogo` has. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export function unlessNone<Text extends string>(text: Text | "none"): Text | null {
  return text === "none" ? null : text;
}

/** Boxed, because commander takes a bare `null` for one that was given no value. */
export function numberOrNone(text: string): { number: number | null } {
  if (text !== "none" && !/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, or none.");
  return { number: text === "none" ? null : Number(text) };
}

export const SPREADSHEET = [
  "--spreadsheet <language>",
  "Write the CSV so that the spreadsheets of a language open it, such as da or de-CH",
  formFor,
] as const;

function formFor(language: string): CsvForm {
  try {
    return forSpreadsheet(language);
  } catch {
    throw new InvalidArgumentError("It must be a language, such as da or de-CH.");
  }
}

export function fileOrNone(path: string): { bytes: Uint8Array | null } {
  if (path === "none") return { bytes: null };
  try {
    const file = resolve(CALLED_FROM, path);
    const found = statSync(file);
    // A device may never end, and a film would be read whole only to be refused.
    if (!found.isFile() || found.size > MAX_FILE_BYTES) throw new InvalidArgumentError("It is not a picture.");
    return { bytes: readFileSync(file) };
  } catch (fault) {
    if (fault instanceof InvalidArgumentError) throw fault;
    throw new InvalidArgumentError(`It cannot be read (${(fault as NodeJS.ErrnoException).code}).`);
  }
}
