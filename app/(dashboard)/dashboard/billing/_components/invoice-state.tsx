import { Badge } from "#app/_ui/badge.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";

type Facts = Pick<ListedInvoice, "kind" | "totalMinor" | "dueOn" | "paidAt" | "creditedBy">;

/** Says whether an invoice is still to be paid. */
export function InvoiceState({ kind, totalMinor, dueOn, paidAt, creditedBy }: Facts) {
  if (kind === "credit_note") return <Badge>Credit note</Badge>;
  if (creditedBy !== null) return <Badge>Credited</Badge>;
  if (paidAt) return <Badge variant="good">Paid {formatDay(paidAt, "UTC")}</Badge>;
  if (totalMinor <= 0) return <Badge>Nothing to pay</Badge>;
  const due = new Date(dueOn);
  const isLate = dayOf(new Date()) > dueOn;
  return isLate ? (
    <Badge variant="bad">Overdue since {formatDay(due, "UTC")}</Badge>
  ) : (
    <Badge variant="busy">Due {formatDay(due, "UTC")}</Badge>
  );
}
