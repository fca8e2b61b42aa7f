import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { keyUseOf } from "#lib/activity/key-use.ts";
import { EndForm } from "../../_components/end-form.tsx";
import { inLastHour } from "../../_components/rotation-picture.tsx";
import { keyPageOf } from "../../_lib/key-page.ts";

export const metadata: Metadata = { title: "End the old key" };

/** Shows the dialog of the key's page, for browsers without script. */
export default async function EndOldKey({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params;
  const found = await keyPageOf(key);
  if (found === null) return <NoSuchPage />;
  const { row, rotation } = found;
  if (rotation?.old.key !== key) redirect(`/dashboard/keys/${key}`);
  const { user, organization } = await currentMembership();
  const use = await loadOrFail("key use", () => keyUseOf(user, organization.id, [key]));
  const used = use?.ok ? use.rows.find((one) => one.key === key) : undefined;
  return (
    <>
      <PageHeader
        help="keys"
        heading="End the old key now?"
        parent={{ href: `/dashboard/keys/${key}#rotate`, name: row.label || "No label" }}
      />
      <EndForm here={rotation.fresh.key} old={key} calls={used ? inLastHour(used) : null} outlook={rotation.outlook} />
    </>
  );
}
