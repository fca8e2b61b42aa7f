import type { Transaction } from "#db/client.ts";
import {
  listVerified,
  markLost,
  markMissing,
  markVerified,
  noteProbe,
  type VerifiedRow,
} from "#db/queries/domain-proof.ts";
import { listRecipients } from "#db/queries/mail-outbox.ts";
import { findOrganization } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { daysBetween, momentText } from "#lib/base/time.rules.ts";
import { SYSTEM } from "#lib/core/actor.ts";
import type { Action } from "#lib/core/audit.rules.ts";
import { changeOrganization } from "#lib/core/change.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { challengeOf } from "./domain.ts";
import { INTERNET, type Network } from "./network.ts";
import { probeDomain } from "./probe.ts";
import { isReserved, MISSING_FOR_MS, outcomeOfProbe } from "./proof.rules.ts";

/** The number of hosts that are probed at the same time. */
const BATCH = 10;

/** Probes every verified host each day. Owners read when its proof vanishes, and seven days later when it is lost. */
export async function recheckDomains(network: Network = INTERNET): Promise<void> {
  const rows = await listVerified(database());
  while (rows.length > 0)
    await Promise.all(
      rows
        .splice(0, BATCH)
        .map((row) =>
          recheck(network, row).catch((fault) => log.error({ event: "domain_not_rechecked", ...faultOf(fault) })),
        ),
    );
}

const NOTHING = { dns: { diagnosis: "nothing_there" }, file: { diagnosis: "file_missing" } } as const;

async function recheck(network: Network, row: VerifiedRow): Promise<void> {
  // A private DNS server may have verified such a name before we refused them. It has the usual days of grace.
  const { diagnosis } = isReserved(row.host) ? NOTHING[row.method] : await probeDomain(network, row);
  await noteProbe(database(), row, diagnosis);
  switch (outcomeOfProbe(diagnosis, row.missingSince, row.now)) {
    case "verified":
      return note(row, "domain.reverified", (tx) => markVerified(tx, row));
    case "missing":
      return note(row, "domain.missing", (tx) => markMissing(tx, row), MISSING);
    case "lost":
      return note(row, "domain.lost", (tx) => markLost(tx, row), LOST);
    case "unchanged":
      return;
  }
}

/** Commits the change, its audit entry and its e-mails together. */
async function note(
  row: VerifiedRow,
  action: Action,
  mark: (tx: LockedTransaction) => Promise<boolean>,
  notice?: Notice,
): Promise<void> {
  await changeOrganization(SYSTEM, "change domains", row.organizationId, async (tx) => {
    const changed = await mark(tx);
    if (changed && notice) await notifyOwners(tx, row, action, notice);
    return { value: {}, audit: changed ? { action, subject: row.host } : null };
  });
}

/** `what`, and the same with its place. */
type Proof = { what: string; where: string; until: string };
type Notice = (host: string, proof: Proof) => Pick<Letter, "subject" | "fact" | "action" | "more">;

const DAYS = daysBetween(0, MISSING_FOR_MS);

const MISSING: Notice = (host, { what, where, until }) => ({
  subject: `the ${what} for ${host} is missing`,
  fact: `The ${what} for ${host} is missing.`,
  action: `Restore the ${what}`,
  more: `Checks keep working for ${DAYS} days, until ${until}. Restore ${where} before then; we look every day.`,
});

const LOST: Notice = (host, { what, where }) => ({
  subject: `age checks for ${host} have stopped`,
  fact: `Age checks for ${host} have stopped, because its ${what} has been missing for ${DAYS} days.`,
  action: `Restore the ${what}`,
  more: `Put ${where} back, then choose “Check now”.`,
});

function proofOf({ host, method, challenge, now }: VerifiedRow, timeZone: string): Proof {
  const { name, fileUrl } = challengeOf(host, challenge);
  const until = momentText(new Date(+now + MISSING_FOR_MS), timeZone);
  return method === "dns"
    ? { what: "DNS record", where: `the TXT record at ${name}`, until }
    : { what: "file", where: `the file ${fileUrl}`, until };
}

async function notifyOwners(tx: Transaction, row: VerifiedRow, action: Action, notice: Notice) {
  const { organizationId, host, now } = row;
  const organization = await findOrganization(tx, organizationId);
  const owners = await listRecipients(tx, organizationId, ["owner"]);
  const words = notice(host, proofOf(row, organization?.timeZone ?? "UTC"));
  const letter: Letter = { organization, page: `/dashboard/domains/${host}`, ...words };
  const about = `${action} ${organizationId} ${host} ${now.toISOString()}`;
  await postMail(
    tx,
    owners.map((recipient) => ({ about, recipient, letter })),
  );
}
