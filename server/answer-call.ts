import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Endpoint } from "#app/_http/answer.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { currentRequest, inRequest, type RequestContext } from "#lib/observe/request-context.ts";
import { readTraceparent, traceresponseOf } from "#lib/observe/trace-context.ts";
import { CallerGoneError } from "#lib/runtime/with-timeout.ts";
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
  const context = currentRequest();
  if (context && request.headers.traceparent !== undefined) continueTrace(context, request);
  const noteAnswered = (status: number, reason: string | null | undefined) =>
    logAnswered({ method: request.method, endpoint: name, status, reason }, began, context);
  try {
    const head = readHead(request);
    const answer = head === null ? BAD_REQUEST : await endpoint(head);
    // The caller is gone.
    if (response.destroyed) return;
    if (!(answer instanceof Response)) return sendTogether({ response, answer, context, noteAnswered });
    await sendPage(response, answer, context);
    noteAnswered(answer.status, answer.headers.get("ageway-reason"));
  } catch (fault) {
    if (fault instanceof CallerGoneError) response.destroy();
    else sendFault(response, fault, context);
  }
}

/**
 * The id of a shop's call is that of its trace, where its backend sends one. A browser's is not taken: of one visitor it could
 * be the same at two shops.
 */
function continueTrace(context: RequestContext, { headers }: IncomingMessage): void {
  const isBrowser =
    headers["sec-fetch-mode"] !== undefined || headers.origin !== undefined || headers.accept?.includes("html");
  const given = isBrowser ? null : readTraceparent(String(headers.traceparent));
  if (given !== null) context.traceId = given;
}

type Ready = {
  response: ServerResponse;
  answer: Answer;
  context: RequestContext | undefined;
  noteAnswered: (status: number, reason: string | undefined) => void;
};

let ready: Ready[] = [];

/**
 * Sends what one turn of the event loop makes ready, one answer directly after the other: a batch has up to 256. A write costs
 * the system less while its reader is still awake from the one before (21 us, not 26, in a profile of token checks).
 */
function sendTogether(one: Ready): void {
  if (ready.length === 0) process.nextTick(sendReady);
  ready.push(one);
}

function sendReady(): void {
  const sending = ready;
  ready = [];
  for (const { response, answer, context, noteAnswered } of sending)
    try {
      sendAnswer(response, answer, context);
      noteAnswered(answer.status, answer.headers["ageway-reason"]);
    } catch (fault) {
      sendFault(response, fault, context);
    }
}

function sendFault(response: ServerResponse, fault: unknown, context: RequestContext | undefined): void {
  inRequest(context, () => log.error({ event: "call_failed", ...faultOf(fault) }));
  if (response.headersSent) response.destroy();
  else sendAnswer(response, FAULT, context);
}

/** Writes headers and body at once, and waits for nothing. */
function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  context: RequestContext | undefined,
): void {
  const pairs: string[] = [];
  for (const name in headers) pairs.push(name, headers[name] ?? "");
  if (body !== null) pairs.push("content-length", String(Buffer.byteLength(body)));
  if (context) pairs.push("traceresponse", traceresponseOf(context));
  response.writeHead(status, pairs).end(body ?? undefined);
}

/** Sends a page. It is one piece of text, so it is written at once, too. */
async function sendPage(response: ServerResponse, page: Response, context: RequestContext | undefined): Promise<void> {
  const body = page.body === null ? null : Buffer.from(await page.arrayBuffer());
  const [cookies, others] = [page.headers.getSetCookie(), [...page.headers].filter(([name]) => name !== "set-cookie")];
  const length = body === null ? [] : [["content-length", String(body.length)]];
  const trace = context ? [["traceresponse", traceresponseOf(context)]] : [];
  const pairs = [...others, ...cookies.map((cookie) => ["set-cookie", cookie]), ...length, ...trace].flat();
  response.writeHead(page.status, pairs).end(body ?? undefined);
}
