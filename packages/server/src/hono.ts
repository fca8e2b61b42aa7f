import { createGate, type GateOptions } from "./gate.ts";

// What the gate uses of a context of Hono 4.
export type HonoContext = {
  req: { raw: Request; path: string; routePath: string };
  res: Response;
  header(name: string, value: string): void;
};

/** `app.use("/checkout/*", ageGate({ ageway, age: 18, session: sealedCookie({ secret }) }))` */
export function ageGate<Context extends HonoContext = HonoContext>(options: GateOptions<Context>) {
  const gate = createGate(options);

  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const { path, routePath: mount } = context.req;
    const { method, url, headers } = context.req.raw;
    const { origin } = new URL(url);
    const header = (name: string) => headers.get(name);
    const answer = await gate({ request: context, method, target: url, routed: [path], mount, origin, header });
    if (!answer.pass) return new Response(answer.body, answer);
    await next();
    for (const [name, value] of Object.entries(answer.headers))
      if (!context.res.headers.has(name)) context.header(name, value);
    return undefined;
  };
}
