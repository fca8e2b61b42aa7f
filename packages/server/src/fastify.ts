import { createNodeGate, type NodeGateOptions, type NodeRequest } from "./gate.ts";
import type { NodeResponse } from "./keep-private.ts";

// `url` is what Fastify routes on; `prefix` is of the plugin with the route.
export type FastifyRequest = NodeRequest & { url: string; server: { prefix: string } };

export type FastifyReply = {
  raw: NodeResponse;
  header(name: string, value: string): unknown;
  code(status: number): unknown;
  send(body: string): unknown;
};

/** `app.addHook("preHandler", ageGate({ ageway, age: 18, match: "/checkout" }))`, or as the `preHandler` of one route. */
export function ageGate<Incoming extends FastifyRequest = FastifyRequest>(options: NodeGateOptions<Incoming>) {
  const gate = createNodeGate(options);

  return async (request: Incoming, reply: FastifyReply): Promise<unknown> => {
    const answer = await gate(request, reply.raw, { routed: [request.url], mount: request.server.prefix });
    if (answer.pass) return undefined;
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
    reply.code(answer.status);
    reply.send(answer.body);
    return reply;
  };
}
