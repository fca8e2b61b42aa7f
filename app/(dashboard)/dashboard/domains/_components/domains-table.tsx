import Link from "next/link";
import { classes } from "#app/_ui/classes.ts";
import { Table } from "#app/_ui/table.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import type { Domain } from "#lib/domains/domain.ts";
import { DomainState } from "./domain-state.tsx";

/** Those that do not work come first. */
export async function DomainsTable({ rows }: { rows: readonly Domain[] }) {
  const { when } = await readerDates();
  const rank = ({ missingSince, verifiedAt }: Domain) => (missingSince ? 0 : verifiedAt ? 2 : 1);
  return (
    <div className="box">
      <Table
        caption="Domains"
        stack
        links
        head={[
          "Host",
          "State",
          { name: "Method", className: "mid" },
          "Last checked",
          { name: "Next check", className: "mid" },
        ]}
      >
        {rows
          .toSorted((a, b) => rank(a) - rank(b))
          .map((row) => (
            <tr key={row.host}>
              <th scope="row" className="name whole">
                <Link className="over" href={`/dashboard/domains/${row.host}`} prefetch={false}>
                  {row.unicode}
                </Link>{" "}
                {row.includeSubdomains && <span className="meta">and sub-domains</span>}
              </th>
              <td>
                <DomainState domain={row} />
              </td>
              <td className="nw minor mid">
                {row.isManuallyVerified ? "By the operator" : row.method === "dns" ? "DNS record" : "File"}
              </td>
              <td className={classes("nw meta-s end cap", row.checkedAt === null && "minor")}>
                {row.checkedAt ? when(row.checkedAt) : "–"}
              </td>
              <td className="nw minor mid cap">{row.nextCheckAt ? when(row.nextCheckAt) : "–"}</td>
            </tr>
          ))}
      </Table>
    </div>
  );
}
