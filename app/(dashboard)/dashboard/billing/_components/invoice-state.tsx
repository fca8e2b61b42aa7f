import { Badge } from "#app/_ui/badge.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { dayOf } from "#lib/base/time.rules.ts";

type Facts = {
  kind: "invoice" | "credit_note";
  totalMinor: number;
  /** A date, as in "2026-11-01". */
  dueOn: string;
  paidAt: Date | null;
  creditedBy: number | null;
};

/** A badge that says whether an invoice is still to be paid. */
export function InvoiceState({ kind, totalMinor, dueOn, paidAt, creditedBy, now }: Facts & { now: Date }) {
  if (kind === "credit_note") return <Badge>Credit note</Badge>;
  if (creditedBy !== null) return <Badge>Credited</Badge>;
  if (paidAt) return <Badge variant="good">Paid {formatDay(paidAt, "UTC")}</Badge>;
  if (totalMinor <= 0) return <Badge>Nothing to pay</Badge>;
  const due = new Date(dueOn);
  const isLate = dayOf(now) > dueOn;
  return isLate ? (
    <Badge variant="bad">Overdue since {formatDay(due, "UTC")}</Badge>
  ) : (
    <Badge variant="busy">Due {formatDay(due, "UTC")}</Badge>
  );
}
