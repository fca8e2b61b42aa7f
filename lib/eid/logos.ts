import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { isPack } from "./packs.rules.ts";

export type EidLogo = { mediaType: "image/svg+xml" | "image/png"; bytes: Buffer };

const MAX_BYTES = 20_480;

const cached = new Map<string, Promise<EidLogo | null>>();

/** Reads a scheme's logo from the operator's folder once; `null`: none that can be shown. An SVG may hold script: show it as an image only. */
export function eidLogoOf(pack: string, directory = config().eidLogoDir): Promise<EidLogo | null> {
  if (!isPack(pack)) return Promise.resolve(null);
  const key = join(directory, pack);
  const logo = cached.get(key) ?? firstOf([`${pack}.svg`, `${pack}.png`], directory);
  cached.set(key, logo);
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

/** `null`: the file exists, but is too large or cannot be read. */
async function bytesOf(path: string): Promise<Buffer | "absent" | null> {
  try {
    const { size } = await stat(path);
    return size > MAX_BYTES ? null : await readFile(path);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : null;
  }
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** A byte order mark, the XML declaration, a document type and comments may come before the root element. */
const SVG = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/s;

function mediaTypeOf(bytes: Buffer): EidLogo["mediaType"] | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return "image/png";
  return SVG.test(bytes.toString("utf8")) ? "image/svg+xml" : null;
}
