import { setTimeout as after } from "node:timers/promises";
import { connect } from "node:tls";
import { NoAnswer } from "./http.ts";

/**
 * How many pieces a slow client sends a request in, and the longest pause between two, and before it reads the answer. nginx gives
 * it ten seconds.
 */
const [PIECES, MAX_PAUSE_MS] = [8, 600];

/** One GET over TLS on a connection of its own, sent and read as by a phone in a tunnel: it takes about three seconds. */
export async function askSlowly(origin: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), servername: hostname, rejectUnauthorized: false });
  const pause = () => after(Math.random() * MAX_PAUSE_MS);
  const chunks: Buffer[] = [];
  const over = new Promise<void>((done, fail) => {
    socket.once("error", (fault: NodeJS.ErrnoException) => fail(new NoAnswer(fault.code ?? fault.message, true)));
    socket.once("close", () => done());
  });
  const send = async () => {
    const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nConnection: close\r\n\r\n`;
    const size = Math.ceil(text.length / PIECES);
    for (let at = 0; at < text.length && !socket.destroyed; at += size) {
      socket.write(text.slice(at, at + size));
      await pause();
    }
    socket.on("data", (chunk) => chunks.push(chunk));
  };
  await Promise.all([over, send()]);
  const [head = "", text = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  const { 1: status } = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
  if (status === undefined) throw new NoAnswer("no answer", true);
  return { status: Number(status), text };
}
