import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileResponse } from "#app/_http/files.ts";
import { isKnown } from "#app/_http/published.ts";
import { NO_STORE } from "#app/_http/responses.ts";

const PACKAGES = [
  ...["server", "age-gate", "gate-test", "gate", "php", "python"].map((name) => `ageway-${name}.tgz`),
  "ageway-for-woocommerce.zip",
];

const MISSING = { ...NO_STORE, "Content-Type": "text/plain; charset=utf-8" };

/** Says what a shop installs, of the version of this instance. Without a version in its name: a shop keeps the file beside its own. */
export async function GET(request: Request): Promise<Response> {
  const named = new URL(request.url).pathname.slice("/packages/".length);
  // For one version: a shop that fetches the gate test by its former name gets the package that has both commands.
  const file = named === "ageway-doctor.tgz" ? "ageway-gate-test.tgz" : named;
  if (!PACKAGES.includes(file))
    return new Response(`There is no such package here. There are: ${PACKAGES.join(", ")}.\n`, {
      status: 404,
      headers: MISSING,
    });
  const bytes = new Uint8Array(await readFile(join(".next", "packages", file)));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const caching = { "Cache-Control": "public, no-cache", ETag: etag };
  if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: caching });
  return fileResponse(file, file.endsWith(".zip") ? "application/zip" : "application/gzip", bytes, caching);
}
