import { PAGES } from "#lib/reasons/pages.rules.ts";
import { REASONS } from "#lib/reasons/reason.rules.ts";

export const STATUS = statusesOf(REASONS);
export const PAGE_STATUS = statusesOf(PAGES);

function statusesOf<Code extends string>(table: Record<Code, { status: number }>): Readonly<Record<Code, number>> {
  const codes = Object.keys(table) as Code[];
  return Object.fromEntries(codes.map((code) => [code, table[code].status])) as Record<Code, number>;
}
