import type { IncomingMessage, ServerResponse } from "node:http";
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
  return { answer: app.getRequestHandler(), close: () => app.close() };
}
