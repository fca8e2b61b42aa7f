import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileResponse } from "#app/_http/files.ts";
import { NO_STORE } from "#app/_http/responses.ts";

const PACKAGES = ["server", "age-gate", "doctor", "php", "python"].map((name) => `ageway-${name}.tgz`);

type Context = { params: Promise<{ file: string }> };

/** What a shop installs, of the version of this instance. Without a version in its name: a shop keeps the file beside its own. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  if (!PACKAGES.includes(file)) return new Response(null, { status: 404, headers: NO_STORE });
  return fileResponse(file, "application/gzip", new Uint8Array(await readFile(join(".next", "packages", file))));
}
