import { randomInt } from "node:crypto";
import { setCode, tryCode } from "#db/queries/sign-in-code.ts";
import { type Refused, type Result, refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { User } from "#lib/core/actor.ts";
import { codeDigest, codeDigests } from "#lib/crypto/digest.ts";
import { hasInbox } from "#lib/mail/inbox.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { sendNow } from "#lib/mail/mail.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { returnCodeBudget, takeCodeBudget } from "./email.ts";

const TTL_MS = 10 * 60_000;
/** Two presses within this time mail one code, so that nobody enters the first of two. */
const APART_MS = 10_000;
const TRIES = 5;

/** Can a member prove who they are by a mailed code? Where the operator's provider signs them in, it must ask them itself. */
export function hasCodes(): boolean {
  return config().signInProvider === null;
}

/** Mails a code for this session to the member's own address. `hasInbox`: the inbox of this machine shows it. */
export async function mailCode(actor: User): Promise<Result<{ hasInbox: boolean }, "sign_in_again" | "code_not_sent">> {
  if (!hasCodes()) return refuse("sign_in_again");
  if (!(await takeCodeBudget(actor.email))) return refuse("code_not_sent");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const digest = codeDigest(actor.sessionId, code);
  const posted = await database().transaction(async (tx) => {
    const made = { sessionId: actor.sessionId, digest, ttlMs: TTL_MS, apartMs: APART_MS, tries: TRIES };
    if (!(await setCode(tx, made))) return [];
    const opensUntil = new Date(Date.now() + TTL_MS);
    return postMail(tx, [{ about: `code ${uuidV7()}`, recipient: actor.email, letter: letterOf(code), opensUntil }]);
  });
  if (posted.length === 0) returnCodeBudget(actor.email);
  for (const id of posted) void sendNow(id).catch((fault) => log.error({ event: "code_not_sent", ...faultOf(fault) }));
  return { ok: true, hasInbox: hasInbox() };
}

/** The code begins the subject, so that a phone shows it without opening the e-mail. */
function letterOf(code: string): Letter {
  return {
    organization: null,
    subject: `${code} is your Ageway code`,
    fact: `Enter ${code} in the form where you asked for it, within ten minutes.`,
    action: "See your sessions",
    page: "/dashboard/account",
    more: "Tell it to nobody. If you did not ask for it, somebody uses a browser of yours: end its session there.",
  };
}

type Confirmed = { ok: true; actor: User };
type WrongCode = Refused<"code_invalid" | "code_dead"> | (Refused<"code_wrong"> & { left: number });

/** Uses the code of this session up. The session then counts as one that signed in now, as the answered actor does. */
export async function confirmByCode(actor: User, text: string): Promise<Confirmed | WrongCode> {
  const code = readCode(text);
  if (code === null) return refuse("code_invalid");
  const tried = await tryCode(database(), actor.sessionId, codeDigests(actor.sessionId, code), TRIES);
  if (tried?.isRight) return { ok: true, actor: { ...actor, signedInAt: tried.askedAt ?? actor.signedInAt } };
  const left = TRIES - (tried?.tries ?? TRIES);
  return left > 0 ? refuse("code_wrong", { left }) : refuse("code_dead");
}

/** Reads a code as people type or paste it, in groups or not. `null`: it is not six digits, so it was not tried. */
export function readCode(text: string): string | null {
  return /^\d{6}$/.exec(text.replaceAll(/[\s-]/g, ""))?.[0] ?? null;
}
