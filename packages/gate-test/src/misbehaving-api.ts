import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

type Fault =
  | ("pieces" | "padding" | "bomb" | "silence" | "stall" | "drip" | "close" | "noise")
  /** A length that is too long or too short, and chunks without the last, on a connection that was to end or to stay. */
  | ("cut" | "short" | "unended" | "broken");

/** `body`: JSON; `text`: as it is. `{+60}` in them is the moment in 60 seconds. */
export type ScriptedAnswer = {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  fault?: Fault;
};

export type CheckCase = {
  name: string;
  age?: 16 | 18;
  key?: "live";
  answer: ScriptedAnswer;
  allowed: boolean;
  why?: string;
};
export type StartCase = {
  name: string;
  answers: readonly ScriptedAnswer[];
  started: boolean;
  why?: string;
  reason?: string;
};

/** What `auth_check` is not asked about, or not with this age: the answer is no, whatever it would say. */
export type QuestionCase = { name: string; token?: string; device?: string; age?: number; why: string };

const CASES = JSON.parse(readFileSync(new URL("../cases.json", import.meta.url), "utf8"));
export const CHECK_CASES: readonly CheckCase[] = CASES.check;
export const QUESTION_CASES: readonly QuestionCase[] = CASES.question;
export const START_CASES: readonly StartCase[] = CASES.start;

/** A question as it arrived. `path`: after the base address of its case. */
export type ReceivedRequest = { path: string; headers: IncomingMessage["headers"] };

/**
 * The API of Ageway as `cases.json` wants it to misbehave: `{url}/check/{n}` is the base address of the case with that
 * number, `{url}/start/{n}` of the n-th start, whose answers come in turn and the last of them again and again.
 */
export async function startMisbehavingApi() {
  const asked = new Map<string, ReceivedRequest[]>();
  const server = createServer((request, response) => {
    const [, list = "", number = "", path = ""] = /^\/(check|start)\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const questions = asked.get(`${list}/${number}`) ?? [];
    asked.set(`${list}/${number}`, [...questions, { path, headers: request.headers }]);
    const answers = list === "check" ? [CHECK_CASES[+number]?.answer] : (START_CASES[+number]?.answers ?? []);
    const answer = answers[Math.min(questions.length, answers.length - 1)];
    if (answer === undefined) return void response.writeHead(421).end();
    give(answer, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked at a base address, such as `check/3`, in order. */
    asked: (base: string): readonly ReceivedRequest[] => asked.get(base) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function give(
  { status = 200, type = "application/json", headers, fault, ...content }: ScriptedAnswer,
  to: ServerResponse,
) {
  const { socket } = to;
  const text = dated(content.text ?? (content.body === undefined ? "" : JSON.stringify(content.body)));
  const head = { "Content-Type": type, ...headers };
  if (fault === "silence") return;
  if (fault === "close") return socket?.destroy();
  if (fault === "noise") return socket?.end("220 mail.example ESMTP\r\n");
  if (fault === "bomb") return to.writeHead(status, { ...head, "Content-Encoding": "gzip" }).end(bomb(text));
  if (fault === "cut") {
    to.writeHead(status, { ...head, "Content-Length": text.length + 1 });
    return to.write(text, () => socket?.destroy());
  }
  if (fault === "short") to.setHeader("Content-Length", text.length - 1);
  if (fault === "unended") to.setHeader("Connection", "close");
  to.writeHead(status, head);
  if (fault === "unended" || fault === "broken") return to.write(text, () => socket?.end());
  if (fault === "stall") return to.flushHeaders();
  if (fault === "drip") return drip(to);
  if (fault === "padding") return to.end(text + " ".repeat(10 * 1024 ** 2));
  if (fault === "pieces") for (const character of text) to.write(character);
  to.end(fault === "pieces" ? "" : text);
}

/** A space every few milliseconds: no read ever waits long, and none is the last. */
function drip(to: ServerResponse): void {
  const timer = setInterval(() => to.write(" "), 20);
  to.once("close", () => clearInterval(timer));
}

function bomb(text: string): Buffer {
  return gzipSync(text + " ".repeat(20 * 1024 ** 2));
}

function dated(text: string): string {
  return text.replace(/\{([+-]\d+)\}/g, (_, seconds) => new Date(Date.now() + Number(seconds) * 1_000).toISOString());
}
