import type { RequestHead } from "./request-head.ts";

/**
 * A response before it has a form: `server.ts` writes it to the socket, and Next's routes make a `Response` of it, which takes
 * longer than most of what a call does. `headers`: as `inOrder` puts them.
 */
export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string | null };

export type Endpoint = (request: RequestHead) => Promise<Answer | Response>;

/** The names in lower case and sorted, as a `Response` lists them, so that both entries send the same bytes. */
export function inOrder(headers: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** HEAD gets the headers only. */
export function jsonAnswer(status: number, body: unknown, headers: Answer["headers"], method = "GET"): Answer {
  return { status, headers, body: method === "HEAD" ? null : JSON.stringify(body) };
}

export const JSON_HEADERS = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" };

/** A handler of Next's for an endpoint. */
export function handlerOf(endpoint: Endpoint): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer = await endpoint(request);
    return answer instanceof Response ? answer : responseOf(answer);
  };
}

export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
