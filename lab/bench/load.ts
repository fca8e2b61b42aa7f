import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `requests`: whole HTTP requests, sent in turn; `{n}` becomes a new number each time. `calls`: at most so many; `null`: as many
 * as the time allows. `rate`: so many a second; `null`: as fast as answers come.
 */
export type Load = {
  port: number;
  requests: readonly string[];
  calls: number | null;
  connections: number;
  seconds: number;
  rate: number | null;
};

/** `p50` to `p99`: in milliseconds. `cpuMs`: of the load itself. */
export type Loaded = {
  calls: number;
  seconds: number;
  p50: number;
  p95: number;
  p99: number;
  statuses: Record<string, number>;
  cpuMs: number;
};

export async function startBenchLoad() {
  const child = fork(join(import.meta.dirname, "load-program.ts"), { serialization: "advanced" });
  const exited = once(child, "exit");
  await once(child, "spawn");
  const ended = exited.then(() => [{ fault: "its program has ended" }]);
  return {
    /** Throws where any answer has another status than 200 or 201: refusals cost less than what is measured. */
    async run(load: Load): Promise<Loaded> {
      child.send(load);
      const [answer] = (await Promise.race([once(child, "message"), ended])) as [Loaded | { fault: string }];
      if ("fault" in answer) throw new Error(`The load on port ${load.port}: ${answer.fault}`);
      const wrong = Object.keys(answer.statuses).filter((status) => status !== "200" && status !== "201");
      if (wrong.length > 0) throw new Error(`Answers on port ${load.port}: ${JSON.stringify(answer.statuses)}`);
      return answer;
    },
    async stop(): Promise<void> {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

type Request = { method?: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };

export function requestText(port: number, { method = "GET", path, headers = {}, body = "" }: Request): string {
  const all = { Host: `localhost:${port}`, ...headers, ...(body && { "Content-Length": String(body.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
