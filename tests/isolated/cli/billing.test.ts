import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { readCalendar } from "#db/queries/closed-month.ts";
import { periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { database } from "#lib/runtime/database.ts";
import { ageway, agewayJson as json, spawnAgeway } from "#tests/support/command.ts";
import { past, tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";

await enterOwnDatabase({ INVOICE_SELLER: "Test operator\\nMain Street 1" });
const folder = mkdtempSync(join(tmpdir(), "ageway-invoices-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() =>
  tamper(
    sql`TRUNCATE billing_event, ledger_seal, usage_counter, subscription_term, closed_month, invoice, invoice_payment`,
    // Past the trigger by which numbers only rise.
    sql`SET LOCAL session_replication_role = replica`,
    sql`UPDATE document_number SET last = 0`,
  ),
);

const THIS_MONTH = periodOf((await readCalendar(database())).today);
const LAST_MONTH = periodAfter(THIS_MONTH, -1);

/** A shop with so many sealed checks in the month before this one. */
async function billed(checks = 3) {
  const shop = await newOrganization();
  const at = (n: number) => new Date(+startOf(LAST_MONTH) + n * 60_000);
  const ids = await past(
    shop,
    Array.from({ length: checks }, (_, n) => ({ at: at(n), provider: n === 0 ? "s" : "b" })),
  );
  await sealOrganization(shop.id);
  return { ...shop, ids };
}

/** The same, invoiced. */
async function invoiced() {
  const shop = await billed();
  const [issued] = await closeMonthOf(shop.id, LAST_MONTH);
  return { ...shop, number: String(issued?.number) };
}

type Verified = {
  rows: { position: number; seal: string; finding: { kind: string } | null }[];
  missingNumber: number | null;
};

const NO_KEYS = { AGEWAY_KEYS: "" };

test("without the server's keys nothing is written to the ledger, and verify says what it could not check", async () => {
  const { id, ids, number } = await invoiced();
  const refused = [
    ["ledger", "reverse", ids[1] ?? "", "--reason", "Wrong"],
    ["invoice", "credit", number, "--reason", "Wrong"],
    ["invoice", "close", LAST_MONTH.slice(0, 7)],
  ];
  for (const args of refused) {
    const { status, out } = await ageway([...args, "--json"], { ...NO_KEYS, INVOICE_SELLER: "Test operator" });
    expect([status, JSON.parse(out)], args.join(" ")).toEqual([1, { error: "keys_missing" }]);
  }
  const { status, out } = await ageway(["ledger", "verify", id], NO_KEYS);
  expect([status, out]).toEqual([0, expect.stringContaining(`${id}: 3 rows were signed with a key`)]);
  const other = await ageway(["ledger", "verify", id, "--json"], {
    AGEWAY_KEYS: randomBytes(32).toString("base64url"),
  });
  expect(JSON.parse(other.out).rows).toMatchObject([{ unchecked: { unknownKey: 3 }, finding: null }]);
});

test("a row that waits too long for its seal is only that to who has no keys, and an unknown key's to who has others", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: startOf(LAST_MONTH) }]);
  const kindWith = async (keys: string) => {
    const { out } = await ageway(["ledger", "verify", shop.id, "--json"], { AGEWAY_KEYS: keys });
    return (JSON.parse(out) as Verified).rows[0]?.finding?.kind;
  };
  expect(await kindWith("")).toBe("unsealed");
  expect(await kindWith(randomBytes(32).toString("base64url"))).toBe("unknown_key");
});

test("a ledger that nobody touched holds, and its end is in it later", async () => {
  const shop = await invoiced();
  const { status, out } = await ageway(["ledger", "verify", shop.id]);
  expect([status, out]).toEqual([0, expect.stringMatching(/^Organization .*\n\S+ +3 +3:[0-9a-f]{64} +holds\n$/)]);
  const { rows, missingNumber } = await json<Verified>("ledger", "verify", shop.id);
  expect([rows, missingNumber]).toMatchObject([[{ rows: 3, position: 3, finding: null }], null]);
  const end = `${rows[0]?.position}:${rows[0]?.seal}`;
  expect((await ageway(["ledger", "verify", shop.id, "--seal", end])).status).toBe(0);
  expect((await ageway(["ledger", "verify"])).out).toContain(shop.id);
});

test.for([
  [
    "altered",
    "Row 2 is not what was sealed (event {1}).",
    (_: string, ids: string[]) => sql`UPDATE billing_event SET price_minor = 1 WHERE verification_id = ${ids[1] ?? ""}`,
  ],
  [
    "missing",
    "Row 3 was sealed and is gone (event {2}).",
    (_: string, ids: string[]) => sql`DELETE FROM billing_event WHERE verification_id = ${ids[2] ?? ""}`,
  ],
  [
    "unsealed",
    "Event {0} waits for its seal, for longer than it may. Do the jobs run?",
    (id: string) => sql`DELETE FROM ledger_seal WHERE organization_id = ${id}`,
  ],
  [
    "sum",
    "says 3 checks and an amount of 1, its rows say 3 checks and an amount of 36.",
    (id: string) => sql`UPDATE usage_counter SET spent_minor = 1 WHERE organization_id = ${id}`,
  ],
  [
    "invoice",
    "Document 1 is not what was issued, or not what the ledger says.",
    (id: string) => sql`UPDATE invoice SET net_minor = 1, total_minor = 1 WHERE organization_id = ${id}`,
  ],
] as const)(
  "a ledger in which something is %s: status 1, the kind for machines, and %j for people",
  async ([kind, words, change]) => {
    const { id, ids } = await invoiced();
    await tamper(sql`SET LOCAL session_replication_role = replica`, change(id, ids));
    const [printed, listed] = [
      await ageway(["ledger", "verify", id]),
      await ageway(["ledger", "verify", id, "--json"]),
    ];
    expect([printed.status, listed.status]).toEqual([1, 1]);
    expect(printed.out).toContain(words.replace(/\{(\d)\}/, (_, n) => ids[Number(n)] ?? ""));
    expect((JSON.parse(listed.out) as Verified).rows).toMatchObject([{ finding: { kind } }]);
  },
);

test("an end that was kept and is not in the chain any more, and a document that is gone, are told", async () => {
  const { id } = await invoiced();
  const other = await ageway(["ledger", "verify", id, "--seal", `2:${"0".repeat(64)}`]);
  expect([other.status, other.out]).toEqual([1, expect.stringContaining("Row 2 has another seal than was kept of it")]);
  await tamper(sql`SET LOCAL session_replication_role = replica`, sql`DELETE FROM invoice`);
  const gone = await ageway(["ledger", "verify", id]);
  expect([gone.status, gone.out]).toEqual([1, expect.stringContaining("No document has the number 1")]);
});

test("the list shows the latest fifty and what all come to, and says how to get the rest", async () => {
  const shop = await billed(60);
  const { out } = await ageway(["ledger", "list", shop.id]);
  expect(out.split("\n")).toHaveLength(1 + 50 + 1 + 2 + 1);
  expect(out).toContain("60 checks, 0 credited: €7.20\nThese are the latest 50. --csv writes all of them.");
  const page = await json<{ rows: { id: string }[]; next: string | null }>("ledger", "list", shop.id);
  expect([page.rows.length, page.rows[0]?.id, page.next]).toEqual([50, shop.ids.at(-1), expect.any(String)]);
  const { out: csv } = await ageway(["ledger", "list", shop.id, "--csv"]);
  expect(csv.split("\r\n")).toHaveLength(1 + 60 + 1);
  expect(csv).toMatch(/^time,event,kind,.*\r\n/);
});

test("the list is narrowed by whatever is named", async () => {
  const shop = await billed();
  const rowsOf = async (...filter: string[]) =>
    (await json<{ rows: object[] }>("ledger", "list", shop.id, ...filter)).rows.length;
  const [first, next] = [LAST_MONTH, `${LAST_MONTH.slice(0, 8)}02`];
  expect(await rowsOf("--provider", "s", "--mode", "live", "--host", shop.host, "--key", shop.key)).toBe(1);
  expect([await rowsOf("--since", first, "--until", first), await rowsOf("--since", next)]).toEqual([3, 0]);
  expect([await rowsOf("--kind", "reversal"), await rowsOf("--mode", "test")]).toEqual([0, 0]);
});

test("a check is taken back once, and the list says so", async () => {
  const { id, ids } = await billed();
  const reverse = () => json("ledger", "reverse", ids[1] ?? "", "--reason", "A test of ours");
  expect([await reverse(), await reverse()]).toEqual([{ changed: true }, { changed: false }]);
  const { out } = await ageway(["ledger", "list", id]);
  expect(out).toMatch(new RegExp(`reversal .* -€0\\.12 +${ids[1]} +A test of ours\n`));
  expect(out).toMatch(new RegExp(`${ids[1]} +check .* credited by `));
  expect(out).toContain("3 checks, 1 credited: €0.24");
});

test("a month that is over is closed now, and again gives nothing more", async () => {
  const shop = await billed();
  const month = LAST_MONTH.slice(0, 7);
  const closed = await ageway(["invoice", "close", month]);
  expect([closed.status, closed.out]).toEqual([0, expect.stringMatching(/^Number +Kind +Total\n1 +invoice +€0\.36\n/)]);
  expect((await ageway(["invoice", "close", month])).out).toBe("(none)\n");
  expect(await json("invoice", "list", shop.id)).toMatchObject([{ number: 1, period: LAST_MONTH, totalMinor: 36 }]);
});

test("a month that is not over is refused, and so is one without a seller", async () => {
  const { id } = await billed();
  const early = await ageway(["invoice", "close", THIS_MONTH.slice(0, 7), "--json"]);
  expect([early.status, JSON.parse(early.out)]).toEqual([1, { error: "month_not_over" }]);
  expect(early.err).toBe("That month is not over yet, by the database’s clock.\n");
  const nobody = await spawnAgeway(["invoice", "close", LAST_MONTH.slice(0, 7), "--json"]);
  expect([nobody.status, JSON.parse(nobody.out)]).toEqual([1, { error: "seller_missing" }]);
  expect(nobody.err).toContain("INVOICE_SELLER");
  expect(await json("invoice", "list", id)).toEqual([]);
});

test("an invoice is shown as its reader has it, and for machines as it is on record", async () => {
  const { number } = await invoiced();
  const { out } = await ageway(["invoice", "show", number]);
  expect(out).toMatch(/^Invoice 000001\n\nIssued .*\n/);
  for (const part of [
    "From\nTest operator\n",
    "To\nTest shop\n",
    "Age checks with Sandbox eID S",
    "\nTotal    €0.36\n",
    "row 3: ",
  ])
    expect(out).toContain(part);
  expect(await json("invoice", "show", number)).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    number: 1,
    lines: [
      { provider: "b", quantity: 2 },
      { provider: "s", quantity: 1 },
    ],
    sealDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    paidAt: null,
    creditedBy: null,
  });
});

test("it is written into a file from where the operator stands, and never over another", async () => {
  const { number } = await invoiced();
  const show = (...to: string[]) => ageway(["invoice", "show", number, ...to], {}, folder);
  expect((await show("--pdf", "a.pdf", "--csv", "a.csv")).status).toBe(0);
  expect(readFileSync(join(folder, "a.pdf"), "latin1")).toMatch(/^%PDF-/);
  const csv = readFileSync(join(folder, "a.csv"), "utf8");
  expect(csv.split("\r\n")).toHaveLength(1 + 2 + 1);
  const again = await show("--csv", "a.csv");
  expect([again.status, again.err]).toEqual([2, expect.stringContaining("It is there already.")]);
  expect(readFileSync(join(folder, "a.csv"), "utf8")).toBe(csv);
  expect(readdirSync(folder).toSorted()).toEqual(["a.csv", "a.pdf"]);
});

test("an invoice is paid once, credited once, and the list says which", async () => {
  const [paid, credited] = [await invoiced(), await invoiced()];
  const pay = () => json("invoice", "paid", paid.number, "--note", "Bank reference 17");
  expect([await pay(), await pay()]).toEqual([{ changed: true }, { changed: false }]);
  const credit = ["invoice", "credit", credited.number, "--reason", "Billed to the wrong company"];
  expect(await json(...credit)).toMatchObject({ issued: { number: 3, kind: "credit_note", totalMinor: -36 } });
  const again = await ageway([...credit, "--json"]);
  expect([again.status, JSON.parse(again.out)]).toEqual([1, { error: "invoice_credited" }]);
  const { out } = await ageway(["invoice", "list"]);
  expect(out).toMatch(/^3 +credit note .* -€0\.36 +-$/m);
  expect(out).toMatch(/^2 +invoice .* credited by 3$/m);
  expect(out).toMatch(/^1 +invoice .* paid \d{4}-\d\d-\d\d$/m);
  expect((await ageway(["invoice", "show", credited.number])).out).toMatch(/^Credited by +3$/m);
});

test.for([
  ["a ledger of nobody", ["ledger", "list", "00000000-0000-7000-8000-000000000000"], "organization_unknown"],
  ["its CSV", ["ledger", "list", "nonsense", "--csv"], "organization_unknown"],
  ["a ledger that has no name", ["ledger", "verify", "nonsense"], "organization_unknown"],
  ["a check that is not there", ["ledger", "reverse", "nonsense", "--reason", "Wrong"], "event_unknown"],
  ["a reason that says nothing", ["ledger", "reverse", "nonsense", "--reason", " "], "reason_missing"],
  ["an invoice that is not there", ["invoice", "show", "999999999"], "invoice_unknown"],
  ["one to pay", ["invoice", "paid", "999999999"], "invoice_unknown"],
  ["one to credit", ["invoice", "credit", "999999999", "--reason", "Wrong"], "invoice_unknown"],
] as const)("%s: status 1, the reason for machines and advice for people", async ([, args, reason]) => {
  const { status, out, err } = await ageway([...args, "--json"]);
  expect([status, JSON.parse(out)]).toEqual([1, { error: reason }]);
  expect(err.length).toBeGreaterThan(20);
});

test.for([
  [["ledger", "verify", "--seal", `3:${"0".repeat(64)}`]],
  [["ledger", "verify", "x", "--seal", "3:abc"]],
  [["ledger", "list", "x", "--since", "2026-02-29"]],
  [["ledger", "list", "x", "--host", "Not a host"]],
  [["ledger", "list", "x", "--provider", "z"]],
  [["ledger", "reverse", "x"]],
  [["invoice", "show", "0"]],
  [["invoice", "close", "2026-13"]],
  [["invoice", "credit", "12"]],
  [["invoice", "show", "12", "--pdf", "package.json"]],
] as const)("%j is not understood: status 2 and where the help is", async ([args]) => {
  const { status, err } = await ageway(args);
  expect([status, err]).toEqual([2, expect.stringContaining("--help")]);
});
