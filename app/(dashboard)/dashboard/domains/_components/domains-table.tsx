import { Cell, Row, RowLink, Table } from "#app/_ui/table.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import type { Domain } from "#lib/domains/domain.ts";
import { DomainState } from "./domain-state.tsx";

/** Those that do not work come first. */
export async function DomainsTable({ rows }: { rows: readonly Domain[] }) {
  const { when } = await readerDates();
  const rank = ({ missingSince, verifiedAt }: Domain) => (missingSince ? 0 : verifiedAt ? 2 : 1);
  return (
    <Table
      caption="Domains"
      stack
      boxed
      head={["Host", "State", { name: "Method", mid: true }, "Last checked", { name: "Next check", mid: true }]}
    >
      {rows
        .toSorted((a, b) => rank(a) - rank(b))
        .map((row) => (
          <Row key={row.host}>
            <Cell heading name whole>
              <RowLink href={`/dashboard/domains/${row.host}`}>{row.unicode}</RowLink>{" "}
              {row.includeSubdomains && <span className="text-meta text-soft">and sub-domains</span>}
            </Cell>
            <Cell>
              <DomainState domain={row} />
            </Cell>
            <Cell nowrap minor mid>
              {row.isManuallyVerified ? "By the operator" : row.method === "dns" ? "DNS record" : "File"}
            </Cell>
            <Cell nowrap soft end minor={row.checkedAt === null} className="first-letter:uppercase">
              {row.checkedAt ? when(row.checkedAt) : "–"}
            </Cell>
            <Cell nowrap minor mid className="first-letter:uppercase">
              {row.nextCheckAt ? when(row.nextCheckAt) : "–"}
            </Cell>
          </Row>
        ))}
    </Table>
  );
}
