import { createGate, type NodeGateOptions, type NodeRequest } from "./gate.ts";

export type FastifyReply = {
  hasHeader(name: string): boolean;
  header(name: string, value: string): unknown;
  code(status: number): unknown;
  send(body: string): unknown;
};

/** `app.addHook("preHandler", ageGate({ ageway, age: 18, match: "/checkout" }))`, or as the `preHandler` of one route. */
export function ageGate<Incoming extends NodeRequest = NodeRequest>(options: NodeGateOptions<Incoming>) {
  const gate = createGate<Incoming>({ session: (request) => (request as { session?: object }).session, ...options });

  return async (request: Incoming, reply: FastifyReply): Promise<unknown> => {
    const { method, originalUrl: target, protocol, headers } = request;
    const header = (name: string) => headers[name]?.toString();
    const answer = await gate({ request, method, target, origin: `${protocol}://${header("host")}`, header });
    for (const [name, value] of Object.entries(answer.headers))
      if (!answer.pass || !reply.hasHeader(name)) reply.header(name, value);
    if (answer.pass) return undefined;
    reply.code(answer.status);
    reply.send(answer.body);
    return reply;
  };
}
