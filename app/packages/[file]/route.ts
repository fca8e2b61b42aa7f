import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileResponse } from "#app/_http/files.ts";
import { isKnown } from "#app/_http/published.ts";
import { NO_STORE } from "#app/_http/responses.ts";

const FOLDER = join(".next", "packages");
const PACKAGE = /^ageway-.+\.(?:tgz|whl|zip)$/;

const MISSING = { ...NO_STORE, "Content-Type": "text/plain; charset=utf-8" };

/** Says what a shop installs, of the version of this instance. Only the name of a wheel says which: pip wants it so. */
export async function GET(request: Request): Promise<Response> {
  const named = new URL(request.url).pathname.slice("/packages/".length);
  // For one version: a shop that fetches the gate test by its former name gets the package that has both commands.
  const file = named === "ageway-doctor.tgz" ? "ageway-gate-test.tgz" : named;
  const packages = (await readdir(FOLDER)).filter((name) => PACKAGE.test(name)).sort();
  if (!packages.includes(file))
    return new Response(`There is no such package here. There are: ${packages.join(", ")}.\n`, {
      status: 404,
      headers: MISSING,
    });
  const bytes = new Uint8Array(await readFile(join(FOLDER, file)));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const caching = { "Cache-Control": "public, no-cache", ETag: etag };
  if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: caching });
  return fileResponse(file, file.endsWith(".tgz") ? "application/gzip" : "application/zip", bytes, caching);
}
