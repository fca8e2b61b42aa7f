import type { Header } from "./load.ts";
import type { SealedCookie } from "./sealed-cookie.ts";
import type { Session } from "./session.ts";

/** A sealed cookie, or where the session is */
export type SessionOption<Incoming> =
  | SealedCookie
  | ((request: Incoming) => object | null | undefined | Promise<object | null | undefined>);

/**
 * `reload`: what is stored by now; `null` where it cannot be read. `renew`: the same under another id, for somebody may have
 * planted this one; `null` where that fails. `setCookie`: the line to send; `null` where nothing changed.
 */
export type OpenSession = {
  session: Session;
  reload(): Promise<Session | null>;
  renew(): Promise<Session | null>;
  setCookie(): Promise<string | null>;
};

/** So are the sessions of Express and Fastify. */
type StoredSession = Session & Record<"reload" | "regenerate", (done: (fault?: unknown) => void) => void>;

export async function openSession<Incoming>(
  option: SessionOption<Incoming>,
  { request, header, isHttps }: { request: Incoming; header: Header; isHttps: boolean },
): Promise<OpenSession> {
  if (typeof option !== "function") {
    const session = await option.open(header("cookie"), isHttps);
    const before = session.ageway;
    const same = async () => session;
    const setCookie = async () => (session.ageway === before ? null : option.seal(session, isHttps));
    return { session, reload: same, renew: same, setCookie };
  }
  const find = async () => ((await option(request)) ?? null) as StoredSession | null;
  const session = await find();
  if (!session) throw new Error("ageGate finds no session: put sessions before it, or give it a sealedCookie");
  const after = async (session: StoredSession, verb: "reload" | "regenerate") => {
    const fault = await new Promise((done) => session[verb](done));
    return fault ? null : find();
  };
  // Another request may have changed what the store holds.
  const reload = async () => (typeof session.reload === "function" ? after(session, "reload") : session);
  const renew = async () => {
    const old = await find();
    // What calls itself regenerate and is not kept in a store takes no callback.
    if (typeof old?.reload !== "function" || typeof old.regenerate !== "function") return old;
    const fresh = await after(old, "regenerate");
    if (fresh === null) return null;
    const { cookie, ...rest } = Object.fromEntries(Object.entries(old));
    Object.assign(fresh, rest);
    Object.assign((fresh as { cookie?: object }).cookie ?? {}, cookie);
    return fresh;
  };
  return { session, reload, renew, setCookie: async () => null };
}
