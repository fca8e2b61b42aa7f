import { randomUUID } from "node:crypto";
import { type Answer, ask } from "#packages/server/src/ask.ts";
import type { Ageway, Question, Start } from "#packages/server/src/index.ts";
import { type Started, startedBy } from "#packages/server/src/link.ts";
import { proofIn, TOKEN } from "#packages/server/src/proof.ts";

/** What the backend was told last about a device id. `status`: `null` where no answer came. */
type Heard = { status: number | null; fields: Record<string, unknown> };

/** `reference`: of the check that the backend started last; the dashboard finds it by that. */
export type Told = { heard?: Heard; reference?: string | null };

export type Backend = {
  start(wanted: Start): Promise<Started>;
  /** Asks as the package does, and keeps what it heard. */
  ageway: Ageway;
  toldOf(deviceId: string): Told;
};

/** Sets how many visitors it remembers; the oldest is dropped first. */
const MAX_VISITORS = 1_000;

/** Speaks to Ageway as our package does, and remembers what was said, which a real shop has no need to show. */
export function shopBackend(ageway: Ageway, timeoutMs = 5_000): Backend {
  const told = new Map<string, Told>();
  const remember = (deviceId: string, now: Told) => {
    told.delete(deviceId);
    told.set(deviceId, now);
    const [oldest] = told.keys();
    if (told.size > MAX_VISITORS && oldest !== undefined) told.delete(oldest);
  };
  const mode = ageway.pluginKey.startsWith("pk_live_") ? "live" : "test";

  async function check(question: Question) {
    const { token, deviceId, age } = question;
    // What it would not ask about, it says without an answer.
    if (typeof token !== "string" || typeof deviceId !== "string" || !TOKEN.test(token)) return ageway.check(question);
    const path = [token, deviceId].map(encodeURIComponent).join("/");
    const tryOnce = () => ask(`${ageway.url}/api/auth_check/${path}?plugin_key=${ageway.pluginKey}`, {}, timeoutMs);
    const first = await tryOnce();
    const isAway = first.status === null ? first.why === "unavailable" : first.status >= 500;
    const answer = isAway ? await tryOnce() : first;
    remember(deviceId, { ...told.get(deviceId), heard: heardIn(answer) });
    return proofIn(answer, { age, mode, now: new Date() });
  }

  async function start(wanted: Start): Promise<Started> {
    const answer = await ask(ageway.startUrl(wanted), { "Idempotency-Key": randomUUID() }, timeoutMs);
    const reference = answer.status === null ? null : answer.headers.get("Ageway-Reference");
    remember(wanted.deviceId, { reference });
    return startedBy(answer);
  }

  return { start, ageway: { ...ageway, check }, toldOf: (deviceId) => told.get(deviceId) ?? {} };
}

function heardIn(answer: Answer): Heard {
  if (answer.status === null) return { status: null, fields: {} };
  const { status, json } = answer;
  return { status, fields: typeof json === "object" && json !== null ? { ...json } : {} };
}
