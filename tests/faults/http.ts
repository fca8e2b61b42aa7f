import { Agent as HttpAgent, request as sendHttp } from "node:http";
import { Agent as HttpsAgent, request as sendHttps } from "node:https";

export type HttpAnswer = { status: number; headers: Headers; text: string };

/** No answer came. `wasSent`: the request may have been read, and done. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly wasSent: boolean;
  constructor(why: string, wasSent: boolean) {
    super(why);
    this.wasSent = wasSent;
  }
}

/** More than are under way while answers come in time; a further request waits for one of them. */
const MAX_CONNECTIONS = 128;
/** Longer than Ageway takes for any answer. */
const PATIENCE_MS = 35_000;

export type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** A client that keeps its connections, as shops and proxies do. It repeats nothing, and throws `NoAnswer`. */
export function httpClient(origin: string) {
  const isTls = origin.startsWith("https:");
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agent = isTls ? new HttpsAgent({ ...options, rejectUnauthorized: false }) : new HttpAgent(options);
  const open = isTls ? sendHttps : sendHttp;

  function send(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<HttpAnswer> {
    return new Promise((done, fail) => {
      const request = open(new URL(path, origin), { method, headers, agent, timeout: PATIENCE_MS }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("end", () => done({ status: response.statusCode ?? 0, headers: headersOf(response), text }));
        response.once("close", () => fail(new NoAnswer("half an answer", true)));
      });
      request.once("timeout", () => request.destroy(new Error("time is up")));
      request.once("error", (fault: NodeJS.ErrnoException) =>
        fail(new NoAnswer(fault.code ?? fault.message, fault.code !== "ECONNREFUSED")),
      );
      request.end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}

function headersOf({ headersDistinct }: { headersDistinct: NodeJS.Dict<string[]> }): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    ),
  );
}
