import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { unavailablePage } from "#app/_site/site-page.tsx";
import { currentRequest, type RequestContext } from "#lib/observe/request-context.ts";
import { noteReason } from "./access-log.ts";
import { pathOf } from "./read-head.ts";

/** Drawn once: while nothing else works, nothing is left to fail. */
const PAGES = { read: await drawn("read"), write: await drawn("write"), "sign-in": await drawn("sign-in") };

/**
 * A response to which Next writes as to any other. It is sent with the status that a page has noted for its request, and says in the
 * place of a page that this cannot be drawn now: Next's own page for that has no words without script.
 */
export class PageResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private page: RequestContext | undefined;
  private isAnswered = false;

  /** Follows a request: from now on, what is noted of the request that is served here counts for the answer. */
  follow(): void {
    this.page = currentRequest();
  }

  /** Says that the answer cannot be given now, where nothing of another was sent. What is written after that is dropped. */
  answerUnavailable(): void {
    if (this.headersSent || this.destroyed || this.isAnswered) return;
    this.isAnswered = true;
    const { headers, text } = PAGES[kindOf(this.req)];
    for (const name of this.getHeaderNames()) if (name !== "traceresponse") this.removeHeader(name);
    noteReason(this, headers["ageway-reason"] ?? null);
    super.writeHead(503, headers);
    super.end(text, "utf8");
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.isDropped()) return this;
    const noted = this.page?.status;
    if (noted === 503) this.setHeader("Retry-After", "5");
    return super.writeHead(noted ?? status, ...(rest as [OutgoingHttpHeaders]));
  }

  override flushHeaders(): void {
    if (!this.isDropped()) super.flushHeaders();
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    return this.isDropped() || super.write(chunk, ...(rest as []));
  }

  override end(...given: unknown[]): this {
    return this.isDropped() ? this : super.end(...(given as []));
  }

  private isDropped(): boolean {
    if (this.page?.isUnavailable) this.answerUnavailable();
    return this.isAnswered;
  }
}

function kindOf({ method, url = "" }: IncomingMessage): keyof typeof PAGES {
  if (pathOf(url) === "/api/auth/callback/oidc") return "sign-in";
  return method === "POST" ? "write" : "read";
}

async function drawn(kind: Parameters<typeof unavailablePage>[0]) {
  const page = await unavailablePage(kind);
  return { headers: Object.fromEntries(page.headers), text: await page.text() };
}
