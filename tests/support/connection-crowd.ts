import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD = "GET /api/health/live HTTP/1.1\r\nHost: age.example\r\n";
const POST = `POST /sign-in/email HTTP/1.1\r\nHost: age.example\r\nContent-Length: 100\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`;

/** What a stranger does with a connection. */
const USES = {
  "say nothing": () => {},
  "send a head slowly": (socket) => {
    socket.write(HEAD);
    writeSlowly(socket, "a");
  },
  "have had one answer": (socket) => socket.write(`${HEAD}\r\n`),
  "send a body slowly": (socket) => {
    socket.write(POST);
    writeSlowly(socket, "a");
  },
} satisfies Record<string, (socket: Socket) => unknown>;

export type Use = keyof typeof USES;
type Asked = { port: number; from: string[]; use: Use; count: number; perSecond: number };

/** A stranger's program of its own, which opens so many connections a second, each one that is closed again too, and wants to hold `count`. */
export async function crowdOf(asked: Asked) {
  const program = fork(import.meta.filename, [JSON.stringify(asked)], { execArgv: [] });
  const exited = once(program, "exit");
  const last = { opened: 0, open: 0 };
  program.on("message", (told: typeof last) => Object.assign(last, told));
  await once(program, "message");
  return {
    /** How many it has opened so far, and how many of them are open. */
    last,
    async end() {
      program.kill();
      await exited;
    },
  };
}

const [, program, given] = process.argv;
if (program === import.meta.filename && given) hold(JSON.parse(given));

function hold({ port, from, use, count, perSecond }: Asked): void {
  const open = new Set<Socket>();
  let opened = 0;
  const openOne = () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from[opened % from.length] });
    open.add(socket);
    opened += 1;
    socket.on("error", () => {}).once("close", () => open.delete(socket));
    socket.resume().once("connect", () => USES[use](socket));
  };
  setInterval(() => {
    for (let n = 0; n < perSecond / 20 && open.size < count; n += 1) openOne();
    process.send?.({ opened, open: open.size });
  }, 50);
  process.once("disconnect", () => process.exit());
}

function writeSlowly(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.writable && socket.write(text), 2_000);
  socket.once("close", () => clearInterval(timer));
}
