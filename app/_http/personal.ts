import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Negotiator from "negotiator";

const compress = promisify(gzip);

/** Each answer is compressed for one reader: level 1 takes a tenth of the time of brotli at its best. */
const LEVEL = 1;

/**
 * Answers a text that one reader gets alone. Their browser asks again each time, and hears 304 while it is the same. `status`: 404 for a
 * page that says that there is none.
 */
export async function personal(
  request: Pick<Request, "headers">,
  text: string,
  given: Record<string, string>,
  status = 200,
): Promise<Response> {
  const body = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Cache-Control": "private, no-cache",
    "X-Content-Type-Options": "nosniff",
    // Nobody keeps a page that says that there is none.
    ...(status === 200 && { ETag: etag }),
    ...given,
  };
  if (status === 200 && request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const accepted = request.headers.get("accept-encoding") ?? "";
  const isCompressed = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["gzip"]).length > 0;
  if (!isCompressed || accepted === "") return new Response(new Uint8Array(body), { status, headers });
  const small = await compress(body, { level: LEVEL });
  return new Response(new Uint8Array(small), { status, headers: { ...headers, "Content-Encoding": "gzip" } });
}
