import type { Header } from "./load.ts";
import type { SealedCookie } from "./sealed-cookie.ts";
import type { Session } from "./session.ts";

/** A sealed cookie, or where the framework keeps the visitor's session. */
export type SessionOption<Incoming> =
  | SealedCookie
  | ((request: Incoming) => object | null | undefined | Promise<object | null | undefined>);

/** `reload`: what is kept by now; `null` where it cannot be read. `setCookie`: the line to send; `null` where nothing changed. */
export type KeptSession = {
  session: Session;
  reload(): Promise<Session | null>;
  setCookie(): Promise<string | null>;
};

export async function keptSession<Incoming>(
  option: SessionOption<Incoming>,
  { request, header, isHttps }: { request: Incoming; header: Header; isHttps: boolean },
): Promise<KeptSession> {
  if (typeof option !== "function") {
    const session = await option.open(header("cookie"), isHttps);
    const before = session.ageway;
    const setCookie = async () => (session.ageway === before ? null : option.seal(session, isHttps));
    return { session, reload: async () => session, setCookie };
  }
  const find = async () => (await option(request)) as (Session & { reload?: unknown }) | null | undefined;
  const session = await find();
  if (!session) throw new Error("ageGate finds no session: put sessions before it, or give it a sealedCookie");
  const reload = async () => {
    if (typeof session.reload !== "function") return session;
    // So do the sessions of Express and Fastify: another request may have changed what the store holds.
    const fault = await new Promise((done) =>
      (session as { reload(done: (fault?: unknown) => void): void }).reload(done),
    );
    return fault ? null : ((await find()) ?? null);
  };
  return { session, reload, setCookie: async () => null };
}
