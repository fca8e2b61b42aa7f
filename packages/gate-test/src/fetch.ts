import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";

/** One request. Follows no redirect, and sends the headers as they are given. */
export type Fetch = (
  url: string,
  init: { method: "GET" | "POST"; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>;

/**
 * Node's own `fetch` says `Sec-Fetch-Mode: cors`, whatever it is told, and a shop may answer that otherwise than a
 * navigation. Each request has a connection of its own. `lookup`: as of `dns.lookup`, to refuse addresses.
 */
export function plainFetch({ lookup }: { lookup?: LookupFunction } = {}): Fetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((done, fail) => {
      const request = url.startsWith("https:") ? requestSecure : requestPlain;
      const options = { method, headers, signal, agent: false as const, ...(lookup && { lookup }) };
      request(url, options, (message) => {
        try {
          done(responseOf(message));
        } catch (error) {
          message.destroy();
          fail(error);
        }
      })
        .once("error", fail)
        .end(body);
    });
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let i = 0; i < message.rawHeaders.length; i += 2)
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  const status = message.statusCode ?? 0;
  const isEmpty = status === 204 || status === 304;
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(decoded(message)) as ReadableStream), { status, headers });
}

function decoded(message: IncomingMessage): Readable {
  const coding = message.headers["content-encoding"]?.toLowerCase();
  if (coding === undefined || coding === "identity") return message;
  const decoder = coding === "br" ? createBrotliDecompress() : createUnzip();
  message.once("error", (error) => decoder.destroy(error));
  decoder.once("close", () => message.destroy());
  return message.pipe(decoder);
}
