import { timingSafeEqual } from "node:crypto";
import { findVerification, type VerificationRow } from "#db/queries/verification.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { browserDigests } from "#lib/core/digest.ts";
import type { Language } from "#lib/core/language.rules.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { withToken } from "#lib/core/return-url.rules.ts";
import type { EidProblem } from "#lib/eid/problem.rules.ts";
import { isStopped } from "./admission.rules.ts";
import { decryptReturnUrl } from "./encrypted-return-url.ts";
import { deadlineOf, type Problem, stateOf } from "./verification.rules.ts";

/** What a visitor's browser brings along for a verification: the secret that ties it, and the sealed way home. */
export type Visitor = { secretFor(id: string): string | null; encryptedReturnUrlFor(id: string): string | null };

/** Who asks, and for what; and how the shop wants its pages: a colour, the digest of a logo, a language. */
export type Shop = {
  name: string;
  origin: string;
  mode: Mode;
  provider: ProviderId;
  minimumAge: MinimumAge;
  accent: string | null;
  logo: string | null;
  language: Language | null;
};

/**
 * Where a visitor stands with a link.
 *
 *   open       may confirm or leave; `problem` says what the last try ran into
 *   too_young  the answer was no; the page says so before the way home, and nothing but that way is left
 *   home       it is over, in this browser: straight back
 *   unavailable   the shop was stopped before anybody claimed the link
 *   expired, used, incomplete   dead links, each with its own words
 *
 * `home` is the page to return to in the browser that claimed the link, and the shop's front page in every other.
 */
export type LinkState =
  | { at: "open"; verification: VerificationRow; shop: Shop; problem: EidProblem | null; openUntil: Date }
  | { at: "too_young"; verification: VerificationRow; shop: Shop }
  | { at: "home"; url: string }
  | { at: "expired"; verification: VerificationRow; shop: Shop; home: string; openMs: number }
  | { at: "used" | "unavailable"; verification: VerificationRow; shop: Shop; home: string }
  | { at: "incomplete"; verification: VerificationRow | null }
  | { at: "purged" };

/** Changes nothing, however often it is asked. */
export async function linkStateOf(provider: ProviderId, session: string, visitor: Visitor): Promise<LinkState> {
  const id = decryptId("session", session);
  if (id === null) return { at: "incomplete", verification: null };
  const verification = await findVerification(database(), id);
  if (verification === null) return { at: "purged" };
  if (verification.provider !== provider) return { at: "incomplete", verification };
  return linkStateAt(verification, visitor);
}

export async function linkStateAt(verification: VerificationRow, visitor: Visitor): Promise<LinkState> {
  const { ttl } = config();
  const shop = shopOf(verification);
  const sealed = visitor.encryptedReturnUrlFor(verification.id);
  const encryptedReturnUrl = sealed === null ? null : await decryptReturnUrl(sealed);
  const kept = encryptedReturnUrl?.verificationId === verification.id ? encryptedReturnUrl.href : null;
  // Whoever else holds a dead link learns the shop, and not the page, which may say what is in the visitor's basket.
  const page = kept ?? (isSameBrowser(verification, visitor) ? verification.returnUrl : null);
  const home = page ?? `${verification.returnOrigin}/`;
  switch (stateOf(verification, verification.now, ttl)) {
    case "expired": {
      const openMs = verification.startedAt === null ? ttl.linkMs : ttl.flowMs;
      return { at: "expired", verification, shop, home, openMs };
    }
    case "completed":
      if (page === null) return { at: "used", verification, shop, home };
      return { at: "home", url: tokenUrl(verification.id, page) };
    case "created":
      if (isStopped(verification, verification.now)) return { at: "unavailable", verification, shop, home };
      break;
    case "authorizing":
      if (!isSameBrowser(verification, visitor)) return { at: "used", verification, shop, home };
  }
  const problem = verification.problem as Problem | null;
  if (problem === "too_young") return { at: "too_young", verification, shop };
  return { at: "open", verification, shop, problem, openUntil: deadlineOf(verification, ttl) };
}

/** Is this the browser that claimed the link? */
export function isSameBrowser({ id, browser }: VerificationRow, visitor: Visitor): boolean {
  const secret = visitor.secretFor(id);
  if (browser === null || secret === null) return false;
  return browserDigests(id, secret).some((digest) => timingSafeEqual(digest, browser));
}

/** The way home, with the token that says how it ended. */
export function tokenUrl(verificationId: string, href: string): string {
  return withToken(href, encryptId("token", verificationId));
}

export function shopOf(v: VerificationRow): Shop {
  return {
    name: v.organizationName,
    origin: v.returnOrigin,
    mode: v.mode,
    provider: v.provider,
    minimumAge: v.minimumAge,
    accent: v.accent,
    logo: v.logo,
    language: v.language,
  };
}
