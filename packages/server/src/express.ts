import { createGate, type NodeGateOptions, type NodeRequest } from "./gate.ts";

export type ExpressResponse = {
  statusCode: number;
  hasHeader(name: string): boolean;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
  end(body: string): unknown;
};

/** `app.use(ageGate({ ageway, age: 18, match: "/checkout" }))`, or before the handlers of one route. */
export function ageGate<Incoming extends NodeRequest = NodeRequest>(options: NodeGateOptions<Incoming>) {
  const gate = createGate<Incoming>({ session: (request) => (request as { session?: object }).session, ...options });

  return (request: Incoming, response: ExpressResponse, next: (fault?: unknown) => void): void => {
    const { method, originalUrl: target, protocol, headers } = request;
    const header = (name: string) => headers[name]?.toString();
    const gated = gate({ request, method, target, origin: `${protocol}://${header("host")}`, header });
    gated.then((answer) => {
      if (!answer.pass) response.statusCode = answer.status;
      for (const [name, value] of Object.entries(answer.headers)) {
        if (name === "Set-Cookie") response.appendHeader(name, value);
        else if (!answer.pass || !response.hasHeader(name)) response.setHeader(name, value);
      }
      if (answer.pass) next();
      else response.end(answer.body);
    }, next);
  };
}
