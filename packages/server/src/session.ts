import type { Ageway } from "./ageway.ts";
import { type Checked, isMinimumAge, isRecord, MINIMUM_AGES, type MinimumAge } from "./proof.ts";

/** What a session holds under the name `ageway`. Never a token. */
type AgeState = {
  /** Kept: the tabs of a browser share it. */
  deviceId: string;
  /** The visitor is at least of this age, until then (ISO), as this key has heard. */
  age?: MinimumAge;
  until?: string;
  pluginKey?: string;
  /** The last return brought no yes: a press starts another check. */
  asked?: true;
  /** The device id before that one: a tab may still come home with its answer. */
  before?: string;
  /** How often the visitor was sent to a check since something came home. */
  sent?: number | undefined;
};

/** An object that comes back with the visitor's next request */
export type Session = { ageway?: unknown };

/** A yes counts for 30 minutes, and one more for clocks that differ, whatever end a session holds. Contract §3. */
const MAX_TTL_MS = 31 * 60_000;

/** The device id of this visitor's checks. The first call makes it. */
export function begin(session: Session): string {
  const known = deviceIdIn(session);
  return known ?? beginAnew(session);
}

/** Gives the session another device id, and lets it remember one. */
export function beginAnew(session: Session): string {
  const deviceId = crypto.randomUUID();
  const before = deviceIdIn(session);
  session.ageway = { ...stateIn(session), deviceId, ...(before !== null && { before }) } satisfies AgeState;
  return deviceId;
}

/** For the check that the visitor is sent to now. After two that brought nothing home it is new: their proof is in another browser. */
export function send(session: Session): string {
  const { sent = 0 } = stateIn(session) ?? {};
  const deviceId = sent < 2 ? begin(session) : beginAnew(session);
  session.ageway = { ...stateIn(session), deviceId, sent: sent < 2 ? sent + 1 : 1 } satisfies AgeState;
  return deviceId;
}

type Return = { ageway: Ageway; age: MinimumAge; token: unknown };

/** The visitor is back: asks what the token proves for this very session's device id, and keeps a yes. Never throws. */
export async function confirm(session: Session, { ageway, age, token }: Return): Promise<Checked> {
  const checked = await ageway.check({ token, age, deviceId: deviceIdIn(session) });
  keep(session, checked, { ageway, age });
  return checked;
}

/** Has this session a yes to at least this age? */
export function isConfirmed(session: Session, { ageway, age }: Omit<Return, "token">, now = new Date()): boolean {
  const state = stateIn(session);
  const left = typeof state?.until === "string" ? Date.parse(state.until) - +now : Number.NaN;
  if (!isMinimumAge(age) || state?.pluginKey !== ageway.pluginKey || !Number.isInteger(state.age)) return false;
  return Number(state.age) >= age && left > 0 && left <= MAX_TTL_MS;
}

/** What became of a token. A no takes nothing from a yes that the session has; what is of another session says nothing. */
export function keep(session: Session, checked: Checked, { ageway, age }: Omit<Return, "token">): void {
  const state = stateIn(session);
  if (state === null) return;
  if (!checked.allowed) {
    if (checked.why !== "token_unknown" && !isConfirmed(session, { ageway, age }))
      session.ageway = { ...state, asked: true, sent: undefined } satisfies AgeState;
    return;
  }
  if (!MINIMUM_AGES.some((higher) => higher > age && isConfirmed(session, { ageway, age: higher }))) {
    const { deviceId } = state;
    const { pluginKey } = ageway;
    session.ageway = { deviceId, age, until: checked.until.toISOString(), pluginKey } satisfies AgeState;
  }
}

/** `null`: this session has started no check. */
export function stateIn({ ageway }: Session): AgeState | null {
  return isRecord(ageway) && typeof ageway.deviceId === "string" && ageway.deviceId !== ""
    ? (ageway as AgeState)
    : null;
}

/** Those of checks whose answer may still come, the last one first. */
export function deviceIdsIn(session: Session): string[] {
  const { deviceId, before } = stateIn(session) ?? {};
  return [deviceId, before].filter((id) => typeof id === "string");
}

function deviceIdIn(session: Session): string | null {
  return stateIn(session)?.deviceId ?? null;
}
