import { createServer, type ServerResponse } from "node:http";
import { closeServer, listen, PROTECTED } from "./shop.ts";

/** Shops that would send the gate test elsewhere, keep it for ever, or drown it. `inner`: a server of ours that nobody should reach. */
export const HOSTILE: Record<string, (response: ServerResponse, inner: string) => void> = {
  "redirects into our network": (response, inner) => response.writeHead(302, { Location: `${inner}/admin` }).end(),
  "links into our network": (response, inner) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<a id="start" href="${inner}/admin">Confirm</a>`),
  "never ends an answer": (response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const timer = setInterval(() => response.write("<p>and</p>"), 50);
    response.once("close", () => clearInterval(timer));
  },
  "answers nothing": () => {},
  "answers 50 MB": (response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const piece = Buffer.alloc(64 * 1024, "a");
    let left = 800;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end(PROTECTED);
    };
    more();
  },
  "redirects for ever": (response) => response.writeHead(302, { Location: `/checkout?${Math.random()}` }).end(),
  "sets a thousand cookies": (response) => {
    const cookies = Array.from({ length: 1_000 }, (_, n) => `c${n}=${n}; Path=/`);
    response.writeHead(200, { "Content-Type": "text/html", "Set-Cookie": cookies }).end("<p>Confirm</p>");
  },
  "leads nowhere": (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Confirm</p>"),
};

export async function startHostileShop(answer: (response: ServerResponse) => void) {
  let requests = 0;
  let bytes = 0;
  const server = createServer((_, response) => {
    requests += 1;
    answer(response);
  });
  server.on("connection", (socket) =>
    socket.once("close", () => {
      bytes += socket.bytesWritten;
    }),
  );
  const url = await listen(server);
  return { url, requests: () => requests, bytes: () => bytes, close: () => closeServer(server) };
}
