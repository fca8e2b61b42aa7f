import { visitIn } from "./fetch.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { privately } from "./keep-private.ts";

// What the gate uses of a context of Hono 4.
export type HonoContext = {
  req: { raw: Request; path: string; routePath: string };
  res: Response;
};

/** `app.use("/checkout/*", ageGate({ ageway, age: 18, session: sealedCookie({ secret }) }))` */
export function ageGate<Context extends HonoContext = HonoContext>(options: GateOptions<Context>) {
  const gate = createGate(options);

  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const { raw, path, routePath: mount } = context.req;
    const answer = await gate({ request: context, ...visitIn(raw), routed: [path], mount });
    if (!answer.pass || answer.isGated) keepPrivate(context);
    if (!answer.pass) return new Response(answer.body, answer);
    await next();
    return undefined;
  };
}

/** Hono reads `res` of the context once more when the answer leaves, after all that the shop does with it. */
function keepPrivate(context: HonoContext): void {
  const own = Object.getPrototypeOf(context);
  const store = (response: Response | undefined) => Reflect.set(own, "res", response, context);
  Object.defineProperty(context, "res", {
    configurable: true,
    get() {
      const given: Response = Reflect.get(own, "res", context);
      const kept = privately(given);
      // Stored over another answer, it would take over that one's head.
      if (kept !== given) for (const one of [undefined, kept]) store(one);
      return kept;
    },
    set: store,
  });
}
