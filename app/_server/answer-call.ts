import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Endpoint } from "#app/_http/answer.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { logAnswered } from "./access-log.ts";
import { readHead } from "./read-head.ts";

const BAD_REQUEST: Answer = { status: 400, headers: {}, body: null };
const FAULT: Answer = { status: 500, headers: {}, body: null };

/** Answers a call of the API without a `Request` and, unless a person reads it, without a `Response`. It never throws. */
export async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  { name, endpoint }: { name: string; endpoint: Endpoint },
): Promise<void> {
  const began = performance.now();
  try {
    const head = readHead(request);
    const answer = head === null ? BAD_REQUEST : await endpoint(head);
    // The caller is gone.
    if (response.destroyed) return;
    const isPage = answer instanceof Response;
    if (isPage) await sendPage(response, answer);
    else sendAnswer(response, answer);
    const reason = isPage ? answer.headers.get("ageway-reason") : answer.headers["ageway-reason"];
    logAnswered({ method: request.method, endpoint: name, status: answer.status, reason }, began);
  } catch (fault) {
    log.error({ event: "call_failed", ...faultOf(fault) });
    if (response.headersSent) response.destroy();
    else sendAnswer(response, FAULT);
  }
}

/** Writes headers and body at once, and waits for nothing. */
function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const pairs: string[] = [];
  for (const name in headers) pairs.push(name, headers[name] ?? "");
  if (body === null) return void response.writeHead(status, pairs).end();
  pairs.push("content-length", String(Buffer.byteLength(body)));
  response.writeHead(status, pairs).end(body);
}

/** A page of ours is one piece of text, so it is written at once, too. */
async function sendPage(response: ServerResponse, page: Response): Promise<void> {
  const body = page.body === null ? null : Buffer.from(await page.arrayBuffer());
  const [cookies, others] = [page.headers.getSetCookie(), [...page.headers].filter(([name]) => name !== "set-cookie")];
  const length = body === null ? [] : [["content-length", String(body.length)]];
  const pairs = [...others, ...cookies.map((cookie) => ["set-cookie", cookie]), ...length].flat();
  response.writeHead(page.status, pairs).end(body ?? undefined);
}
