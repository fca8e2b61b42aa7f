import type { Db } from "#db/client.ts";
import { readBillFacts } from "#db/queries/bill-facts.ts";
import { lockOrganization, lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { readReserved } from "#db/queries/reservation.ts";
import { type Claim, claimAndReserve, claimVerification } from "#db/queries/verification-claim.ts";
import { mayReserve, priceOf, stoppingCap } from "#lib/billing/spend.rules.ts";
import { browserDigest } from "#lib/crypto/digest.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { failpoint } from "#lib/runtime/failpoint.ts";
import { returnClaim, takeClaim } from "./claim-limit.ts";
import { inTurn } from "./organization-turn.ts";
import { claimPageKey } from "./page-key.ts";
import type { VerificationRow } from "./read-verification.ts";
import { isReserving } from "./verification.rules.ts";

type Link = Pick<
  VerificationRow,
  "id" | "organizationId" | "pluginKeyId" | "provider" | "mode" | "withSecret" | "returnUrl"
>;

/** `taken`: another browser was first, or it is too late. `no_room`: the cap, or the caller's share, has none for the check. */
export type LinkClaim = "claimed" | "taken" | "no_room";

/** Claims the link for the browser with this secret. Of all that try, one succeeds; the row tells which. */
export async function claimLink(link: Link, secret: string, caller: string): Promise<LinkClaim> {
  if (!isReserving(link)) {
    const isFirst = await claimVerification(
      database("link"),
      link.id,
      await claimOf(link, secret),
      config().ttl.linkMs,
    );
    return isFirst ? "claimed" : "taken";
  }
  if (!takeClaim(link, caller)) return "no_room";
  let claimed: LinkClaim = "taken";
  try {
    claimed = await claimWithRoom(link, secret);
    return claimed;
  } finally {
    if (claimed !== "claimed") returnClaim(link, caller);
  }
}

/** Under the organization's lock, no other claim, call or cap takes the room between the look and the write. */
async function claimWithRoom(link: Link, secret: string): Promise<LinkClaim> {
  const { id, organizationId } = link;
  const { linkMs, flowMs } = config().ttl;
  // First without the lock: claims that have no room keep nobody waiting.
  if (!(await roomOf(database("link"), link)).hasRoom) return "no_room";
  return inTurn(organizationId, async () => {
    const claim = await claimOf(link, secret);
    return database().transaction(async (tx) => {
      // Sent at once and run one after the other: the room is read under the lock.
      const [locked, { priceMinor, hasRoom, isLimited }] = await Promise.all([
        lockOrganizationIfAny(tx, organizationId),
        roomOf(tx, link),
      ]);
      if (!hasRoom) return "no_room";
      const [isFirst] = await Promise.all([
        priceMinor === null
          ? claimVerification(locked, id, claim, linkMs)
          : claimAndReserve(locked, id, claim, linkMs, { priceMinor, flowMs }),
        // A new version of the facts undoes what was decided for other calls before this price was reserved.
        isLimited && lockOrganization(tx, organizationId),
      ]);
      failpoint("before commit");
      return isFirst ? "claimed" : "taken";
    });
  });
}

/** Is there room for the price of a check? `priceMinor`: `null` where the organization has no terms, and a check costs nothing. */
async function roomOf(db: Db, { provider, organizationId, withSecret }: Link) {
  const [{ terms, usage }, reserved] = await Promise.all([
    readBillFacts(db, organizationId),
    readReserved(db, organizationId),
  ]);
  if (terms === null) return { hasRoom: true, isLimited: false, priceMinor: null };
  const priceMinor = priceOf(provider, terms);
  const hasRoom = mayReserve({ priceMinor, withSecret: withSecret === true }, terms, usage, reserved);
  return { hasRoom, isLimited: stoppingCap(terms) !== null, priceMinor };
}

/** Encrypts what the row keeps of the browser just before it is written: the key is purged soon after the check expires. */
async function claimOf({ id, returnUrl }: Link, secret: string): Promise<Claim> {
  const { id: pageKeyId, encrypt } = await claimPageKey();
  const browser = encrypt(browserDigest(id, secret));
  return { browser, returnUrl: returnUrl === null ? null : encrypt(returnUrl), pageKeyId };
}
