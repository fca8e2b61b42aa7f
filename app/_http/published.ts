import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import Negotiator from "negotiator";

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Text = { body: Buffer; etag: string; compressed: Map<keyof typeof COMPRESS, Promise<Buffer>> };

/**
 * Answers a text that is the same for every reader: made, hashed and compressed once, when somebody first asks for it. Caches ask
 * again each time, and hear 304 until the next version.
 */
export function published(headers: Record<string, string>, make: () => string | Promise<string>) {
  let text: Promise<Text> | undefined;
  return async (request: Pick<Request, "headers">): Promise<Response> => {
    text ??= prepare(make);
    // After a fault the next request tries again.
    text.catch(() => {
      text = undefined;
    });
    return respond(request, await text, headers);
  };
}

async function prepare(make: () => string | Promise<string>): Promise<Text> {
  const body = Buffer.from(await make());
  // Weak: the same for all encodings.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, compressed: new Map() };
}

async function respond(request: Pick<Request, "headers">, text: Text, given: Record<string, string>) {
  const headers = {
    "Cache-Control": "public, no-cache",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept-Encoding",
    ETag: text.etag,
    ...given,
  };
  const known = request.headers.get("if-none-match") ?? "";
  // A tag is in quotation marks, so none is a part of another one.
  if (known === "*" || known.includes(text.etag)) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request);
  if (encoding === null) return new Response(new Uint8Array(text.body), { headers });
  const compressed = text.compressed.get(encoding) ?? COMPRESS[encoding](text.body);
  text.compressed.set(encoding, compressed);
  return new Response(new Uint8Array(await compressed), { headers: { ...headers, "Content-Encoding": encoding } });
}

function encodingFor(request: Pick<Request, "headers">): keyof typeof COMPRESS | null {
  const accepted = request.headers.get("accept-encoding");
  if (!accepted) return null;
  const encodings = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["br", "gzip"]);
  return encodings.includes("br") ? "br" : encodings.includes("gzip") ? "gzip" : null;
}
