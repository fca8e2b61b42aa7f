import { type IncomingMessage, ServerResponse } from "node:http";
import { unavailablePage } from "#app/_site/site-page.tsx";
import { noteReason } from "./access-log.ts";
import { pathOf } from "./read-head.ts";

/** Drawn once: while nothing else works, nothing is left to fail. */
const PAGES = { read: await drawn("read"), write: await drawn("write"), "sign-in": await drawn("sign-in") };

const answered = new WeakSet<ServerResponse>();

/** Says in the place of another answer that it cannot be given now, where nothing of that was sent. */
export function answerUnavailable(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed || answered.has(response)) return;
  answered.add(response);
  const { headers, text } = PAGES[kindOf(request)];
  for (const name of response.getHeaderNames()) if (name !== "traceresponse") response.removeHeader(name);
  noteReason(response, headers["ageway-reason"] ?? null);
  // Not through what Next and `next-pages.ts` have put in the place of these methods.
  const { writeHead, end } = ServerResponse.prototype;
  writeHead.call(response, 503, headers);
  end.call(response, text, "utf8");
}

/** Whatever else is written to the response is to be dropped. */
export function isAnsweredUnavailable(response: ServerResponse): boolean {
  return answered.has(response);
}

function kindOf({ method, url = "" }: IncomingMessage): keyof typeof PAGES {
  if (pathOf(url) === "/api/auth/callback/oidc") return "sign-in";
  return method === "POST" ? "write" : "read";
}

async function drawn(kind: Parameters<typeof unavailablePage>[0]) {
  const page = await unavailablePage(kind);
  return { headers: Object.fromEntries(page.headers), text: await page.text() };
}
