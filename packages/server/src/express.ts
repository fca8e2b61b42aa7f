import { createNodeGate, type NodeGateOptions, type NodeRequest } from "./gate.ts";
import type { NodeResponse } from "./keep-private.ts";

// `path` is what Express routes on, below `baseUrl`.
export type ExpressRequest = NodeRequest & { baseUrl: string; path: string };

export type ExpressResponse = NodeResponse & { statusCode: number; end(body: string): unknown };

/** `app.use(ageGate({ ageway, age: 18, match: "/checkout" }))`, or before the handlers of one route. */
export function ageGate<Incoming extends ExpressRequest = ExpressRequest>(options: NodeGateOptions<Incoming>) {
  const gate = createNodeGate(options);

  return (request: Incoming, response: ExpressResponse, next: (fault?: unknown) => void): void => {
    const { baseUrl, path } = request;
    gate(request, response, { routed: [path, baseUrl + path] }).then((answer) => {
      if (answer.pass) return next();
      response.statusCode = answer.status;
      for (const [name, value] of Object.entries(answer.headers)) {
        if (name === "Set-Cookie") response.appendHeader(name, value);
        else response.setHeader(name, value);
      }
      response.end(answer.body);
    }, next);
  };
}
