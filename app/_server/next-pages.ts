import type { IncomingMessage, ServerResponse } from "node:http";
import { endPageTurn } from "#lib/core/page-turn.ts";
import { currentRequest } from "#lib/core/request-context.ts";
import { manifest } from "./build.ts";

/** What answers the requests that no fast route takes: Next in this process, or the process that runs it. */
export type Pages = {
  answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  close: () => Promise<void>;
};

/** Starts Next in this process. Only here is it loaded: a worker of several does without its memory. */
export async function openNext(port: number): Promise<Pages> {
  const { default: next } = await import("next");
  // Next's configuration as the build stored it. Next would print a line if it read the file again, and standard output is the log.
  const { config: conf } = manifest("required-server-files");
  const app = next({ dev: false, conf, hostname: "localhost", port });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    answer: (request, response) => {
      useNotedStatus(response);
      const context = currentRequest();
      response.once("close", () => void endPageTurn(context));
      return handle(request, response);
    },
    close: () => app.close(),
  };
}

/** Answers with the status that a page has noted for its request. */
function useNotedStatus(response: ServerResponse): void {
  const context = currentRequest();
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(context?.status ?? status, ...rest);
}
