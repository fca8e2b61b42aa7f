import { isCovered, isDevelopmentHost } from "#lib/base/host.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import type { EidProblem } from "#lib/eid/problem.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { isStopped } from "./admission.rules.ts";
import { isSameBrowser, type Visitor } from "./authorization-attempt.ts";
import { decryptReturnUrl, tokenUrl } from "./encrypted-return-url.ts";
import { readVerification, type VerificationRow } from "./read-verification.ts";
import { deadlineOf, type Problem, stateOf } from "./verification.rules.ts";

export type Shop = ReturnType<typeof shopOf>;

/**
 * Says where a visitor stands with a link.
 *
 *   open          the visitor may confirm or leave; `problem`: how the last attempt at the eID ended
 *   too_young     the answer was no; the visitor reads that and can only go back
 *   home          the check is over in this browser: redirect to the return URL
 *   unavailable   the key or the organization was stopped before a browser claimed the link
 *   expired, used, incomplete, purged   dead links, each with a page of its own
 *
 * `home` is the return URL in the browser that claimed the link, and the shop's first page in every other browser.
 */
export type LinkState =
  | { at: "open"; verification: VerificationRow; shop: Shop; problem: EidProblem | null; openUntil: Date }
  | { at: "too_young"; verification: VerificationRow; shop: Shop }
  | { at: "home"; url: string }
  | { at: "expired"; verification: VerificationRow; shop: Shop; home: string; openMs: number }
  | { at: "used" | "unavailable"; verification: VerificationRow; shop: Shop; home: string }
  | { at: "incomplete"; verification: VerificationRow | null }
  | { at: "purged" };

/** Reads only: asking changes nothing. */
export async function linkStateOf(provider: ProviderId, session: string, visitor: Visitor): Promise<LinkState> {
  const id = decryptId("session", session);
  if (id === null) return { at: "incomplete", verification: null };
  const verification = await readVerification(id);
  if (verification === null) return { at: "purged" };
  if (verification.provider !== provider) return { at: "incomplete", verification };
  return linkStateAt(verification, visitor);
}

export async function linkStateAt(verification: VerificationRow, visitor: Visitor): Promise<LinkState> {
  const { ttl } = config();
  const shop = shopOf(verification);
  const encrypted = visitor.encryptedReturnUrlFor(verification.id);
  const encryptedReturnUrl = encrypted === null ? null : await decryptReturnUrl(encrypted);
  const stored = encryptedReturnUrl?.verificationId === verification.id ? encryptedReturnUrl.href : null;
  // Another browser learns the shop's address only: the page may say what is in the visitor's basket.
  const page = stored ?? (isSameBrowser(verification, visitor) ? verification.returnUrl : null);
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

/** Says who asks, and for what; and the shop's branding: a colour, the digest of a logo, a language. */
export function shopOf(v: VerificationRow) {
  return {
    name: v.organizationName,
    origin: v.returnOrigin,
    mode: v.mode,
    provider: v.provider,
    minimumAge: v.minimumAge,
    accent: v.accent,
    logo: v.logo,
    language: v.language,
    /** Leads visitors who have no eID to a page of the shop, on a domain that is still verified. */
    fallbackUrl: fallbackOf(v),
  };
}

function fallbackOf({ fallbackUrl, fallbackDomains, mode }: VerificationRow): string | null {
  const host = URL.parse(fallbackUrl ?? "")?.hostname;
  if (host === undefined) return null;
  const isOwn = isCovered(host, fallbackDomains ?? []) || (mode === "test" && isDevelopmentHost(host));
  return isOwn ? fallbackUrl : null;
}
