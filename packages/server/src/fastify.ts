import { createGate, type GateOptions } from "./gate.ts";

/** What the gate reads of a request of Fastify 4 or 5. */
export type FastifyRequest = {
  method: string;
  originalUrl: string;
  protocol: string;
  headers: Record<string, string | string[] | undefined>;
};

export type FastifyReply = {
  hasHeader(name: string): boolean;
  header(name: string, value: string): unknown;
  code(status: number): unknown;
  send(body: string): unknown;
};

/** `session`: `request.session` of @fastify/session unless told. */
type Options<Incoming> = Omit<GateOptions<Incoming>, "session"> & Partial<Pick<GateOptions<Incoming>, "session">>;

/** `app.addHook("preHandler", ageGate({ ageway, age: 18, match: "/checkout" }))`, or as the `preHandler` of one route. */
export function ageGate<Incoming extends FastifyRequest = FastifyRequest>(options: Options<Incoming>) {
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
