import { type IncomingMessage, request } from "node:http";

export const WELCOME = "<h1>Welcome</h1>";

/** A browser that says so. */
export const SHOP_NAVIGATION = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "none",
};

/** Sends a target to the letter, and keeps cookies. */
export function visitorOf(shopUrl: string) {
  const jar = new Map<string, string>();
  const { port } = new URL(shopUrl);
  return {
    jar,
    async go(target: string, headers: Readonly<Record<string, string>> = SHOP_NAVIGATION, method = "GET") {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await new Promise<IncomingMessage>((done, fail) => {
        const options = { host: "127.0.0.1", port, path: target, method };
        const sent = { Host: `localhost:${port}`, ...(cookie && { cookie }), ...headers };
        request({ ...options, headers: sent, agent: false }, done)
          .once("error", fail)
          .end();
      });
      for (const line of answer.headers["set-cookie"] ?? []) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
        jar.set(name, value);
      }
      let text = "";
      for await (const part of answer.setEncoding("utf8")) text += part;
      return {
        status: answer.statusCode,
        location: answer.headers.location ?? null,
        headers: answer.headers,
        text,
        isOpen: text.includes(WELCOME),
      };
    },
  };
}

/** The device id that an address starts a check with. */
export const deviceIn = (start: string | null) => start?.split("/").at(-2) ?? "";
