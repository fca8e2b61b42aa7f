import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
// Under another name than in the banner of the bundle.
import { createRequire as requireAt } from "node:module";
import { faultOf, log } from "#lib/core/log.ts";
import { endPageTurn } from "#lib/core/page-turn.ts";
import { currentRequest } from "#lib/core/request-context.ts";
import { manifest } from "./build.ts";
import { answerPagesAway } from "./pages-away.ts";
import { answerUnavailable, isAnsweredUnavailable } from "./unavailable.ts";

/** What answers the requests that no fast route takes: Next in this process, or the process that runs it. */
export type Pages = {
  answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  close: () => Promise<void>;
};

const WITHOUT_ENV_FILE = ".next";

/** Starts Next in this process. Only here is it loaded: a worker of several does without its memory. */
export async function openNext(port: number): Promise<Pages> {
  readNoEnvFile();
  const { default: next } = await import("next");
  // Next's configuration as the build stored it. Next would print a line if it read the file again, and standard output is the log.
  const { config: conf } = manifest("required-server-files");
  const app = next({ dev: false, conf, hostname: "localhost", port });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    answer: (request, response) => {
      useNoted(request, response);
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

/**
 * The same, but for the first request that asks for a page: shops and visitors ask for none. What Next begins then belongs to no
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
      return pages ? pages.answer(request, response) : answerPagesAway(response);
    },
    close: async () => (await opening)?.close(),
  };
}

type Method = (...given: unknown[]) => unknown;

/**
 * Answers with the status that a page has noted for its request, and in its place where it cannot be drawn now: Next's own page
 * for that has no words without script. What Next writes after another answer was given is dropped.
 */
function useNoted(request: IncomingMessage, response: ServerResponse): void {
  const context = currentRequest();
  const unlessAnswered =
    (method: Method, otherwise: unknown): Method =>
    (...given) => {
      if (context?.isUnavailable) answerUnavailable(request, response);
      return isAnsweredUnavailable(response) ? otherwise : method.apply(response, given);
    };
  const { writeHead, flushHeaders, write, end } = response;
  const withNoted = (status: number, ...rest: unknown[]) => {
    if (context?.status === 503) response.setHeader("Retry-After", "5");
    return (writeHead as Method).call(response, context?.status ?? status, ...rest);
  };
  Object.assign(response, {
    writeHead: unlessAnswered(withNoted as Method, response),
    flushHeaders: unlessAnswered(flushHeaders, undefined),
    write: unlessAnswered(write as Method, true),
    end: unlessAnswered(end as Method, response),
  });
}
