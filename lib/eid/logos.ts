import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { config } from "#lib/core/config.ts";
import { log } from "#lib/core/log.ts";
import { isPack, PACKS } from "./packs.ts";

export type EidLogo = { mediaType: "image/svg+xml" | "image/png"; bytes: Buffer };

/** What a visitor may be asked to load for a mark. */
const MAX_BYTES = 20_480;

const remembered = new Map<string, Promise<EidLogo | null>>();

/**
 * The mark that the operator put into the folder for a scheme; `null`: none, or none that can be shown, which the log
 * then says. Read once a process. An SVG may hold anything: show it as an image, never as markup.
 */
export function eidLogoOf(pack: string, directory = config().eidLogoDir): Promise<EidLogo | null> {
  if (!isPack(pack)) return Promise.resolve(null);
  const key = join(directory, pack);
  const logo = remembered.get(key) ?? firstOf(PACKS[pack]?.logo ?? [], directory);
  remembered.set(key, logo);
  return logo;
}

async function firstOf(files: readonly string[], directory: string): Promise<EidLogo | null> {
  for (const file of files) {
    const bytes = await bytesOf(join(directory, file));
    if (bytes === "absent") continue;
    const mediaType = bytes && mediaTypeOf(bytes);
    if (bytes && mediaType) return { mediaType, bytes };
    log.warn({ event: "eid_logo_not_shown", file });
  }
  return null;
}

/** `null`: it is there, and is too large or cannot be read. */
async function bytesOf(path: string): Promise<Buffer | "absent" | null> {
  try {
    const { size } = await stat(path);
    return size > MAX_BYTES ? null : await readFile(path);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : null;
  }
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** Before the root element may stand a byte order mark, the XML declaration, a document type and comments. */
const SVG = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/s;

function mediaTypeOf(bytes: Buffer): EidLogo["mediaType"] | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return "image/png";
  return SVG.test(bytes.toString("utf8")) ? "image/svg+xml" : null;
}
