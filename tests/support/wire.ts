import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./ports.ts";

/** A statement that ran, and the settings that its connection asked for when it was opened. */
type Ran = { text: string; settings: string };

/**
 * Stands between the app and its database, passes everything on, and writes down which statements run: each `Bind` of a
 * prepared one and each simple query, as PostgreSQL's protocol (version 3, without TLS) names them.
 */
export async function listenIn(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const ran: Ran[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((app) => {
    const database = connect(Number(url.port), url.hostname);
    const read = readerOf(ran);
    app.on("data", read);
    for (const [from, to] of [
      [app, database],
      [database, app],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
    }
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    /** What ran since the last time. */
    heard: () => ran.splice(0),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function readerOf(ran: Ran[]) {
  const texts = new Map<string, string>();
  let settings: string | null = null;
  let rest = Buffer.alloc(0);
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // The first message has no letter before its length.
      const at = settings === null ? 0 : 1;
      if (rest.length < at + 4 || rest.length < at + rest.readInt32BE(at)) return;
      const body = rest.subarray(at + 4, at + rest.readInt32BE(at));
      // The question for TLS is the one message of 8 bytes.
      const asksForTls = settings === null && rest.readInt32BE(0) === 8;
      const kind = String.fromCharCode(rest[0] ?? 0);
      rest = rest.subarray(at + rest.readInt32BE(at));
      const [first = "", second = ""] = body.toString().split("\0");
      if (asksForTls) continue;
      if (settings === null) settings = body.toString().replaceAll("\0", " ");
      else if (kind === "P") texts.set(first, second);
      else if (kind === "B") ran.push({ text: texts.get(second) ?? "", settings });
      else if (kind === "Q") ran.push({ text: first, settings });
    }
  };
}
