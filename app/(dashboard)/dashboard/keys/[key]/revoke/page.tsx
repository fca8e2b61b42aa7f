import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { RevokeForm } from "../../_components/revoke-form.tsx";
import { keyPageOf } from "../../_lib/key-page.ts";

export const metadata: Metadata = { title: "Revoke key" };

/** Shows the dialog of the key's page, for browsers without script. */
export default async function RevokeKey({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params;
  const found = await keyPageOf(key);
  if (found === null) return <NoSuchPage />;
  const { row, isOver, outlook, keepable } = found;
  if (isOver) redirect(`/dashboard/keys/${key}`);
  const name = row.label || "No label";
  return (
    <>
      <PageHeader
        help="keys"
        heading={`Revoke “${name}”?`}
        parent={{ href: `/dashboard/keys/${key}#pause-or-revoke`, name }}
      />
      <RevokeForm row={{ ...row, outlook, keepable }} />
    </>
  );
}
