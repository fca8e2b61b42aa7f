import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
// Under another name than in the banner of the bundle.
import { createRequire as requireAt } from "node:module";
import { endPageTurn } from "#lib/limits/page-turn.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { currentRequest } from "#lib/observe/request-context.ts";
import { isDatabaseAway } from "#lib/runtime/health.ts";
import { VISITOR_MS } from "#lib/runtime/with-timeout.ts";
import { answerText } from "./answer-text.ts";
import type { PageResponse } from "./page-response.ts";
import { pathOf } from "./read-head.ts";
import type { Built } from "./write-guard.rules.ts";

/** Answers the requests that no fast route takes. */
type Pages = {
  answer: (request: IncomingMessage, response: PageResponse) => unknown;
  close: () => Promise<void>;
};

const WITHOUT_ENV_FILE = ".next";
/** Matches pages that nobody can be shown without the database; `proxy.ts` names the same. */
const OF_MEMBERS = /^\/(?:dashboard|welcome|invitation|test-check)(?:\/|$)/;
/** In milliseconds: after so long, the database is asked why an answer has not begun. It has three seconds for that. */
const LATE_MS = VISITOR_MS - 3_500;

/** Reads what Next's build says of itself, without a start of Next. */
export function readBuild(): Built {
  const { staticRoutes, dynamicRoutes } = manifest("routes-manifest");
  return {
    // A catch-all route (`[...path]`) matches every address, so it does not say which ones exist.
    paths: [...staticRoutes, ...dynamicRoutes]
      .filter(({ page }) => !page.endsWith("/[...path]") && !page.startsWith("/_"))
      .map(({ regex }) => new RegExp(regex)),
    actions: new Set(Object.keys(manifest("server/server-reference-manifest").node)),
  };
}

export function manifest(name: string) {
  return JSON.parse(readFileSync(`.next/${name}.json`, "utf8"));
}

/**
 * Opens Next for the first request that asks for a page: shops and visitors ask for none. What Next begins then belongs to no
 * request. Where it cannot be opened, the next request tries again.
 */
export function openNextWhenAsked(port: number, open = openNext): Pages {
  const ofNoRequest = AsyncLocalStorage.snapshot();
  let opening: Promise<Pages | null> | null = null;
  const opened = () => {
    opening ??= ofNoRequest(() =>
      open(port).catch((fault: unknown) => {
        log.error({ event: "pages_not_opened", ...faultOf(fault) });
        opening = null;
        return null;
      }),
    );
    return opening;
  };
  return {
    async answer(request, response) {
      const pages = await opened();
      return pages ? pages.answer(request, response) : answerText(response, AWAY);
    },
    close: async () => (await opening)?.close(),
  };
}

const AWAY = {
  status: 503,
  reason: "pages_away",
  retryAfter: 2,
  text: "This page is away for a moment. Try again in a few seconds.",
};

/**
 * Starts Next. Its answers are 503 while the database is away, which is asked before Next gets a member's request, so that no form is
 * half done, and again after `LATE_MS`. If it is there, Next goes on: a form may wait for a mail server, a page for its turn.
 */
async function openNext(port: number): Promise<Pages> {
  readNoEnvFile();
  const { default: next } = await import("next");
  // Next's configuration as the build stored it. Next would print a line if it read the file again, and standard output is the log.
  const { config: conf } = manifest("required-server-files");
  const app = next({ dev: false, conf, hostname: "localhost", port });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    async answer(request, response) {
      const timer = setTimeout(async () => {
        if (!response.headersSent && (await isDatabaseAway())) response.answerUnavailable();
      }, LATE_MS);
      response.once("close", () => clearTimeout(timer));
      if (OF_MEMBERS.test(pathOf(request.url ?? "")) && (await isDatabaseAway())) return response.answerUnavailable();
      response.follow();
      const context = currentRequest();
      response.once("close", () => void endPageTurn(context));
      return handle(request, response);
    },
    close: () => app.close(),
  };
}

/**
 * Has Next read no `.env`: it would read the one of the project by rules of its own, and put back what `npm start` took out, the
 * owner's login and the names of files of secrets. Its own package reads the files of the first folder that it is told, once.
 */
function readNoEnvFile(): void {
  const ofNext = requireAt(requireAt(import.meta.url).resolve("next"));
  (ofNext("@next/env") as { loadEnvConfig(folder: string): unknown }).loadEnvConfig(WITHOUT_ENV_FILE);
}
