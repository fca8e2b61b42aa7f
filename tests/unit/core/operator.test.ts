import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import type { closeNow } from "#lib/billing/close-months.ts";
import type { creditInvoice, markPaid, reverseEvent } from "#lib/billing/corrections.ts";
import type { listAllInvoices, readAnyInvoice } from "#lib/billing/invoices.ts";
import type { listPlans, setPlan } from "#lib/billing/plans.ts";
import type { setSubscription } from "#lib/billing/subscription.ts";
import type { verifyLedger } from "#lib/billing/verify-ledger.ts";
import type { Operator } from "#lib/core/actor.ts";
import type { verifyDomainManually } from "#lib/domains/domain.ts";
import type { listKeysBeginning } from "#lib/keys/plugin-key.ts";
import type { addOwner } from "#lib/organizations/member.ts";
import type { listOrganizations, suspendOrganization } from "#lib/organizations/organization.ts";
import type { eraseUser } from "#lib/retention/erase-user.ts";

type OperatorVerbs = [
  typeof addOwner,
  typeof closeNow,
  typeof creditInvoice,
  typeof eraseUser,
  typeof listAllInvoices,
  typeof listKeysBeginning,
  typeof listOrganizations,
  typeof listPlans,
  typeof markPaid,
  typeof readAnyInvoice,
  typeof reverseEvent,
  typeof setPlan,
  typeof setSubscription,
  typeof suspendOrganization,
  typeof verifyDomainManually,
  typeof verifyLedger,
];

test("no member can be passed to a verb of the operator, not even an owner", () => {
  expectTypeOf<Parameters<OperatorVerbs[number]>[0]>().toEqualTypeOf<Operator>();
});

test("no page, route or action acts as the operator", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const acting = files.filter((name) => /\bOPERATOR\b|kind: "operator"/.test(readFileSync(`app/${name}`, "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(acting).toEqual([]);
});
