import Link from "next/link";
import { formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { BillingNotices } from "../billing/_components/notices.tsx";
import { isOver } from "../keys/_components/key-state.tsx";

/** Warnings about what stops working soon: a suspension, the bill, lost domains and keys that end. */
export async function Banners() {
  const { user, organization } = await currentMembership();
  const { id, timeZone } = organization;
  const [domains, keys] = [
    await loadOrFail("domains", () => listDomains(user, id)),
    await loadOrFail("keys", () => listKeys(user, id)),
  ];
  const [alerts, subscription] = mayEver(organization.role, "see billing")
    ? [
        await loadOrFail("alerts", () => readAlerts(user, id)),
        await loadOrFail("subscription", () => readSubscription(user, id)),
      ]
    : [null, null];
  const now = new Date();
  const lost = domains?.ok ? domains.rows.filter(({ missingSince }) => missingSince !== null) : [];
  const ending = keys?.ok ? keys.rows.filter((key) => key.endsAt !== null && !isOver(key, now)) : [];
  return (
    <>
      {organization.suspendedAt && (
        <Notice variant="bad" heading="This organization is suspended">
          <p>No calls are accepted. Ask the operator of this service.</p>
        </Notice>
      )}
      <BillingNotices
        alerts={alerts?.ok ? alerts : null}
        subscription={subscription?.ok ? subscription.subscription : null}
        timeZone={timeZone}
      />
      {lost.map(({ host, missingSince }) => (
        <Notice key={host} variant="busy" heading={`What proves ${host} is gone`}>
          <p>
            Checks for it go on until {formatDate(new Date(Number(missingSince) + MISSING_FOR_MS), timeZone)}.{" "}
            <Link className="font-medium underline" href={`/dashboard/domains/${host}`}>
              See what is missing
            </Link>
          </p>
        </Notice>
      ))}
      {ending.map(({ key, label, endsAt }) => (
        <Notice key={key} variant="busy" heading={`The key ${label || key} ends`}>
          <p>
            It works until {endsAt && formatDate(endsAt, timeZone)}.{" "}
            <Link className="font-medium underline" href={`/dashboard/keys/${key}`}>
              See whether it is still used
            </Link>
          </p>
        </Notice>
      ))}
    </>
  );
}
