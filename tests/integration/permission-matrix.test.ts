import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { checksCsv } from "#lib/activity/check-csv.ts";
import { listChecks } from "#lib/activity/check-list.ts";
import { keyDaysOf, keyHostsOf, keyUseOf, recentEvents } from "#lib/activity/key-use.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { refusedOf } from "#lib/activity/refused.ts";
import { refusedCsv } from "#lib/activity/refused-csv.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { listInvoices, readInvoice, readPayment } from "#lib/billing/invoices.ts";
import { eventsCsv, listEvents } from "#lib/billing/ledger.ts";
import { readNextInvoice } from "#lib/billing/next-invoice.ts";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { readPlanCosts, readPlanReview } from "#lib/billing/plan-review.ts";
import { offeredPlans, setPlan } from "#lib/billing/plans.ts";
import { readReservation, setSpendCap, setSpendCapTyped } from "#lib/billing/spend-cap.ts";
import { cancelSubscription, choosePlan, readSubscription, setSubscription } from "#lib/billing/subscription.ts";
import { readUsage } from "#lib/billing/usage.ts";
import type { Actor, Operator, User } from "#lib/core/actor.ts";
import type { ChangePermission } from "#lib/core/authorize.ts";
import { authorizeRole, type Role } from "#lib/core/permission.rules.ts";
import { listDomains, readDomain, removeDomain, setSubdomains, verifyDomainManually } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { listGateTestRuns, prepareRun, readGateTestRun, requestRun } from "#lib/gate-test/gate-test-run.ts";
import { addKeySecret, listKeySecrets, lockKey, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { changeKeySettings, readGivenLimits } from "#lib/keys/key-settings.ts";
import {
  createKey,
  endKeyNow,
  listKeys,
  pauseKey,
  reactivateKey,
  readKeyCreator,
  revokeKey,
  rotateKey,
} from "#lib/keys/plugin-key.ts";
import { auditCsv, listAudit, listAuditPeople } from "#lib/organizations/audit-log.ts";
import { readBranding, setAccent, setLogo } from "#lib/organizations/branding.ts";
import { invite, listInvitations, revokeInvitation } from "#lib/organizations/invitation.ts";
import { addOwner, leaveOrganization, listMembers } from "#lib/organizations/member.ts";
import { renameOrganization, suspendOrganization } from "#lib/organizations/organization.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { changeSettings, readSettings } from "#lib/organizations/settings.ts";
import { changeVisitorPage } from "#lib/organizations/visitor-page.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { database } from "#lib/runtime/database.ts";
import { sendNo } from "#lib/verification/send-no.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import { inFull } from "#tests/support/full.ts";
import { IMAGES } from "#tests/support/images.ts";
import { invoiceFor } from "#tests/support/invoice.ts";
import { keyOf } from "#tests/support/key.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";
import { started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

/** What a verb may be about, beside an organization with a live key and a domain. Built where a row asks for it. */
const PARTS = {
  "other members": async ({ id }: Shop) => {
    // Two owners, so that none of them is the last.
    const [viewer, owner] = [await memberOf(id, "viewer"), await memberOf(id, "owner")];
    await memberOf(id, "owner");
    return { viewer, owner };
  },
  "a test key": async ({ id }: Shop) => ({ testKey: await keyOf(id, "test") }),
  "a rotated key": async ({ id }: Shop) => {
    const oldKey = await keyOf(id, "test");
    await rotateKey(OPERATOR, oldKey, "7d");
    return { oldKey };
  },
  "a locked key": async ({ id }: Shop) => {
    const lockedKey = await keyOf(id, "live");
    await addKeySecret(OPERATOR, lockedKey);
    await lockKey(OPERATOR, lockedKey);
    return { lockedKey };
  },
  "a key about to be locked": async ({ id }: Shop) => {
    const openKey = await keyOf(id, "live");
    await addKeySecret(OPERATOR, openKey);
    return { openKey };
  },
  "a key with two secrets": async ({ id }: Shop) => {
    const twiceLocked = await keyOf(id, "live");
    await addKeySecret(OPERATOR, twiceLocked);
    const added = await addKeySecret(OPERATOR, twiceLocked);
    return { twiceLocked, secret: added.ok ? added.id : "" };
  },
  "a claimed domain": async ({ id }: Shop) => {
    const claimed = `claimed-${id.slice(-12)}.example`;
    await claimDomain(OPERATOR, { organizationId: id, host: claimed, includeSubdomains: false });
    return { claimed };
  },
  "an invitation": async ({ id }: Shop) => {
    await invite(OPERATOR, id, `guest-${id}@people.example`, "viewer");
    const invitations = await listInvitations(OPERATOR, id);
    return { invitation: (invitations.ok && invitations.rows[0]?.id) || "" };
  },
  "a plan": async () => {
    await setPlan(OPERATOR, TEST_PLAN);
    return { plan: TEST_PLAN.id };
  },
  "a billing event": async (shop: Shop) => ({ event: (await started("b", shop)).id }),
  "a prepared run": async ({ id, host }: Shop) => {
    const prepared = await prepareRun(OPERATOR, id, { ...RUN, key: await keyOf(id, "test"), page: `https://${host}/` });
    return { run: prepared.ok ? prepared.id : "" };
  },
  "an invoice": async ({ id }: Shop) => ({ invoice: await invoiceFor(id) }),
} satisfies Record<string, (shop: Shop) => Promise<object>>;

const RUN = { start: null, protects: "Pay now" } as const;

type Shop = Awaited<ReturnType<typeof newOrganization>>;
type Part = keyof typeof PARTS;
type OfParts = UnionToIntersection<Awaited<ReturnType<(typeof PARTS)[Part]>>>;
type UnionToIntersection<U> = (U extends U ? (u: U) => void : never) extends (i: infer I) => void ? I : never;

const ALL_PARTS = Object.keys(PARTS) as Part[];

/** A shop with these parts. A row that needs one it did not ask for gets an `undefined` and fails. */
async function world(parts: readonly Part[]) {
  const shop = await newOrganization();
  const built: object = Object.assign({}, ...(await Promise.all(parts.map((part) => PARTS[part](shop)))));
  return { ...shop, newcomer: `new-${shop.id}@people.example`, ...(built as OfParts) };
}

/** Whatever refuses or reads leaves no row, so all of these cells share one shop; each compares its rows before and after. */
let sharedWorld: World;
let otherShop: Shop;
const actors = new Map<string, User>();
beforeAll(async () => {
  [sharedWorld, otherShop] = [await world(ALL_PARTS), await newOrganization()];
  for (const [name, role, minutes] of MEMBERS) actors.set(name, await memberOf(sharedWorld.id, role, minutes));
  actors.set("a stranger", await memberOf(otherShop.id, "owner"));
});

type World = Awaited<ReturnType<typeof world>>;
type Row = [
  verb: string,
  permission: Exclude<ChangePermission, "join">,
  leaves: "a trace" | "nothing",
  call: (actor: Actor, w: World) => Promise<{ ok: boolean }>,
  ...needs: Part[],
];

/** Every verb that is about one organization, and the deed that it is. What follows a colon tells cases of one verb apart. */
const VERBS: Row[] = [
  ["renameOrganization", "change settings", "a trace", (a, w) => renameOrganization(a, w.id, "New")],
  ["suspendOrganization", "operate", "a trace", (a, w) => suspendOrganization(a as Operator, w.id, true)],
  ["deleteOrganization", "delete the organization", "a trace", (a, w) => deleteOrganization(a, w.id, "Test shop")],
  ["listKeys", "see the organization", "nothing", (a, w) => listKeys(a, w.id)],
  ["createKey", "change keys", "a trace", (a, w) => createKey(a, { organizationId: w.id, mode: "live", label: "" })],
  [
    "changeKeySettings",
    "change keys",
    "a trace",
    (a, w) => changeKeySettings(a, w.key, { label: "New", language: "da" }),
  ],
  ["readGivenLimits", "see the organization", "nothing", (a, w) => readGivenLimits(a, w.id)],
  ["reactivateKey", "change keys", "a trace", (a, w) => reactivateKey(a, w.oldKey), "a rotated key"],
  ["rotateKey: live", "rotate, lock or revoke live keys", "a trace", (a, w) => rotateKey(a, w.key, "7d")],
  ["rotateKey: test", "change keys", "a trace", (a, w) => rotateKey(a, w.testKey, "7d"), "a test key"],
  ["endKeyNow: test", "change keys", "a trace", (a, w) => endKeyNow(a, w.oldKey), "a rotated key"],
  ["revokeKey: live", "rotate, lock or revoke live keys", "a trace", (a, w) => revokeKey(a, w.key, w.key)],
  ["revokeKey: test", "change keys", "a trace", (a, w) => revokeKey(a, w.testKey, w.testKey), "a test key"],
  [
    "addKeySecret",
    "rotate, lock or revoke live keys",
    "a trace",
    (a, w) => addKeySecret(a, w.lockedKey),
    "a locked key",
  ],
  ["addKeySecret: the first", "rotate, lock or revoke live keys", "a trace", (a, w) => addKeySecret(a, w.key)],
  [
    "revokeKeySecret",
    "rotate, lock or revoke live keys",
    "a trace",
    (a, w) => revokeKeySecret(a, w.twiceLocked, w.secret),
    "a key with two secrets",
  ],
  [
    "lockKey",
    "rotate, lock or revoke live keys",
    "a trace",
    (a, w) => lockKey(a, w.openKey),
    "a key about to be locked",
  ],
  ["unlockKey", "rotate, lock or revoke live keys", "a trace", (a, w) => unlockKey(a, w.lockedKey), "a locked key"],
  ["listKeySecrets", "see the organization", "nothing", (a, w) => listKeySecrets(a, w.lockedKey), "a locked key"],
  ["listDomains", "see the organization", "nothing", (a, w) => listDomains(a, w.id)],
  [
    "verifyDomainManually",
    "operate",
    "a trace",
    (a, w) => verifyDomainManually(a as Operator, domainOf(w, "new.shop.example")),
  ],
  ["claimDomain", "change domains", "a trace", (a, w) => claimDomain(a, domainOf(w, "new.shop.example"))],
  ["checkDomain", "change domains", "nothing", (a, w) => checkDomain(a, w.id, w.claimed), "a claimed domain"],
  ["readDomain", "see the organization", "nothing", (a, w) => readDomain(a, w.id, w.claimed), "a claimed domain"],
  ["setSubdomains", "change domains", "a trace", (a, w) => setSubdomains(a, w.id, w.claimed, true), "a claimed domain"],
  ["removeDomain", "remove domains", "a trace", (a, w) => removeDomain(a, w.id, w.host, w.host)],
  ["pauseKey", "change keys", "a trace", (a, w) => pauseKey(a, w.key, true)],
  ["offeredPlans", "see billing", "nothing", (a, w) => offeredPlans(a, w.id)],
  ["readPlanCosts", "see billing", "nothing", (a, w) => readPlanCosts(a, w.id)],
  ["readPlanReview", "see billing", "nothing", (a, w) => readPlanReview(a, w.id, w.plan), "a plan"],
  ["readPayment", "see billing", "nothing", (a, w) => readPayment(a, w.id)],
  ["readNextInvoice", "see billing", "nothing", (a, w) => readNextInvoice(a, w.id)],
  ["choosePlan", "change billing", "a trace", (a, w) => choosePlan(a, w.id, w.plan, agreementOf(TEST_PLAN)), "a plan"],
  ["cancelSubscription", "change billing", "a trace", (a, w) => cancelSubscription(a, w.id)],
  [
    "setSpendCap",
    "change billing",
    "a trace",
    (a, w) => setSpendCap(a, w.id, { spendCapMinor: 500, stopsAtCap: true }),
  ],
  [
    "setSpendCapTyped",
    "change billing",
    "a trace",
    (a, w) => setSpendCapTyped(a, w.id, { amount: "5.00", stopsAtCap: true }),
  ],
  ["readSubscription", "see billing", "nothing", (a, w) => readSubscription(a, w.id)],
  ["readAlerts", "see billing", "nothing", (a, w) => readAlerts(a, w.id)],
  ["readUsage", "see billing", "nothing", (a, w) => readUsage(a, w.id)],
  ["readReservation", "see billing", "nothing", (a, w) => readReservation(a, w.id)],
  ["listEvents", "see billing", "nothing", (a, w) => listEvents(a, w.id, {})],
  ["eventsCsv", "see billing", "nothing", (a, w) => eventsCsv(a, w.id, {}, () => "")],
  ["reverseEvent", "operate", "a trace", (a, w) => reverseEvent(a as Operator, w.event, "Wrong"), "a billing event"],
  ["listInvoices", "see billing", "nothing", (a, w) => listInvoices(a, w.id)],
  ["readInvoice", "see billing", "nothing", (a, w) => readInvoice(a, w.id, w.invoice), "an invoice"],
  ["setSubscription", "operate", "a trace", (a, w) => setSubscription(a as Operator, w.id, { status: "paused" })],
  ["addOwner", "operate", "a trace", (a, w) => addOwner(a as Operator, w.id, w.newcomer)],
  ["listMembers", "see the organization", "nothing", (a, w) => listMembers(a, w.id)],
  ["changeRole", "change roles", "a trace", (a, w) => changeRole(a, w.id, w.viewer.id, "admin"), "other members"],
  [
    "changeRole: to owner",
    "make or unmake owners",
    "a trace",
    (a, w) => changeRole(a, w.id, w.viewer.id, "owner"),
    "other members",
  ],
  [
    "changeRole: to billing",
    "give the role for billing",
    "a trace",
    (a, w) => changeRole(a, w.id, w.viewer.id, "billing"),
    "other members",
  ],
  ["removeMember", "change roles", "a trace", (a, w) => removeMember(a, w.id, w.viewer.id), "other members"],
  ["listInvitations", "see the organization", "nothing", (a, w) => listInvitations(a, w.id)],
  ["invite", "invite members", "a trace", (a, w) => invite(a, w.id, w.newcomer, "admin")],
  ["invite: an owner", "make or unmake owners", "a trace", (a, w) => invite(a, w.id, w.newcomer, "owner")],
  ["invite: for billing", "give the role for billing", "a trace", (a, w) => invite(a, w.id, w.newcomer, "billing")],
  ["revokeInvitation", "invite members", "a trace", (a, w) => revokeInvitation(a, w.id, w.invitation), "an invitation"],
  ["readSettings", "see the organization", "nothing", (a, w) => readSettings(a, w.id)],
  ["changeSettings", "change settings", "a trace", (a, w) => changeSettings(a, w.id, { timeZone: "Europe/Oslo" })],
  ["readBranding", "see the organization", "nothing", (a, w) => readBranding(a, w.id)],
  ["changeVisitorPage", "change settings", "a trace", (a, w) => changeVisitorPage(a, w.id, VISITOR_PAGE)],
  ["setAccent", "change settings", "a trace", (a, w) => setAccent(a, w.id, "#111111")],
  ["setLogo", "change settings", "a trace", (a, w) => setLogo(a, w.id, IMAGES.png)],
  ["listAudit", "see the audit log", "nothing", (a, w) => listAudit(a, w.id, { cursor: null })],
  ["listAuditPeople", "see the audit log", "nothing", (a, w) => listAuditPeople(a, w.id)],
  [
    "auditCsv",
    "see the audit log",
    "nothing",
    (a, w) => auditCsv(a, w.id, {}, { actorOf: String, sentenceOf: String }),
  ],
  [
    "changeRole: of an owner",
    "make or unmake owners",
    "a trace",
    (a, w) => changeRole(a, w.id, w.owner.id, "admin"),
    "other members",
  ],
  [
    "removeMember: an owner",
    "make or unmake owners",
    "a trace",
    (a, w) => removeMember(a, w.id, w.owner.id),
    "other members",
  ],
  ["listChecks", "see activity", "nothing", (a, w) => listChecks(a, w.id, { mode: "live" })],
  ["readReferenced", "see activity", "nothing", (a, w) => readReferenced(a, w.id, "22222222")],
  ["refusedOf", "see activity", "nothing", (a, w) => refusedOf(a, w.id, { days: 7, mode: "live" })],
  ["recentEvents", "see activity", "nothing", (a, w) => recentEvents(a, w.id, { key: w.key, since: new Date(0) })],
  ["checksCsv", "see activity", "nothing", (a, w) => checksCsv(a, w.id, { mode: "live" }, {}, { droppedOf: String })],
  ["refusedCsv", "see activity", "nothing", (a, w) => refusedCsv(a, w.id, { days: 7, mode: "live" }, String)],
  ["overviewOf", "see activity", "nothing", (a, w) => overviewOf(a, w.id, { days: 30, mode: "live" })],
  ["keyUseOf", "see activity", "nothing", (a, w) => keyUseOf(a, w.id)],
  ["keyHostsOf", "see activity", "nothing", (a, w) => keyHostsOf(a, w.id, w.key)],
  ["keyDaysOf", "see activity", "nothing", (a, w) => keyDaysOf(a, w.id, w.key)],
  ["readKeyCreator", "see the organization", "nothing", (a, w) => readKeyCreator(a, w.id, w.key)],
  ["startTestCheck", "run a test check", "nothing", (a, w) => startTestCheck(a, w.id, "s")],
  [
    "sendNo",
    "run a test check",
    "nothing",
    (a, w) => sendNo(a, w.id, { pluginKey: w.testKey, provider: "s", minimumAge: 18, page: "http://localhost/" }),
    "a test key",
  ],
  [
    "prepareRun",
    "run a test check",
    "nothing",
    (a, w) => prepareRun(a, w.id, { ...RUN, key: w.testKey, page: `https://${w.host}/` }),
    "a test key",
  ],
  ["requestRun", "run a test check", "a trace", (a, w) => requestRun(a, w.id, w.run), "a prepared run"],
  ["listGateTestRuns", "see the organization", "nothing", (a, w) => listGateTestRuns(a, w.id)],
  ["readGateTestRun", "see the organization", "nothing", (a, w) => readGateTestRun(a, w.id, w.run), "a prepared run"],
  [
    "leaveOrganization",
    "see the organization",
    "a trace",
    (a, w) => leaveOrganization(a as User, w.id),
    "other members",
  ],
];

/** Those that ask for no role: why. */
const OTHERS: Record<string, string> = {
  writeAccent: "part of setAccent and changeVisitorPage",
  writeLogo: "part of setLogo and changeVisitorPage",
  writeSettings: "part of changeSettings and changeVisitorPage",
  setUpOrganization: "part of createOrganization and createFirstOwner",
  createOrganization: "whoever is signed in may; tests/integration/organizations/organization.test.ts",
  listOrganizations: "the operator's alone, and about none in particular; tests/unit/core/operator.test.ts",
  listKeysBeginning: "the operator's alone, and about none in particular; tests/unit/core/operator.test.ts",
  organizationsOf: "of the actor themselves",
  listSessions: "of the actor themselves",
  endSession: "of the actor themselves; tests/integration/sign-in/sessions.test.ts",
  endAllSessions: "of the actor themselves; tests/integration/sign-in/sessions.test.ts",
  findInvitation: "asks for the link; tests/integration/organizations/invitation.test.ts",
  acceptInvitation: "asks for the link and the address; tests/integration/organizations/invitation.test.ts",
  readLogo: "visitors see it",
  startFromDashboard: "part of verbs that have asked",
  readSentNo: "asks for the encrypted name of the check; tests/integration/verification/send-no.test.ts",
  recheckDomains: "a job",
  addressesOf: "part of a domain's probe",
  nameServerDomainOf: "part of a domain's probe",
  probeDns: "part of a domain's probe",
  probeFile: "part of a domain's probe",
  addressesIn: "part of a domain's probe, and of a run of the gate test",
  flushActivity: "knows no organization: it writes what was recorded",
  endActivity: "a process that stops",
  fillCheckList: "a job",
  makeComingPartitions: "a job",
  purgeActivity: "a job",
  purgeEmails: "a job",
  purgePages: "a job",
  purgeSignIns: "a job",
  purgeVerifications: "a job",
  setPlan: "the operator's alone, and about no organization; tests/unit/core/operator.test.ts",
  listPlans: "the operator's alone, and about no organization; tests/unit/core/operator.test.ts",
  changeTerms: "part of verbs that have asked",
  listAllInvoices: "the operator's alone, and about none in particular; tests/unit/core/operator.test.ts",
  readAnyInvoice: "the operator's alone; tests/unit/core/operator.test.ts",
  creditInvoice: "the operator's alone; tests/unit/core/operator.test.ts",
  markPaid: "the operator's alone; tests/unit/core/operator.test.ts",
  verifyLedger: "the operator's alone; tests/unit/core/operator.test.ts",
  closeNow: "the operator's alone; tests/unit/core/operator.test.ts",
  emailPlan: "part of verbs that have asked, and of followStripe",
  emailBilling: "part of verbs that have asked, and of jobs",
  readOutlook: "part of verbs that have asked",
  readLately: "part of verbs that have asked",
  readMonth: "part of verbs that have asked, and of jobs",
  readLinesAgain: "part of verifyLedger",
  verifyChain: "part of verifyLedger",
  takeBackOffers: "part of verbs that have asked",
  issueDocument: "part of verbs that have asked, and of jobs",
  closeFrom: "part of closeMonths, and of closeNow",
  closeMonthOf: "part of closeMonths, and of closeNow",
  sealOrganization: "part of sealLedger, and of closeMonths",
  csvOfDocument: "knows no organization: it writes what a verb has read",
  pdfOf: "knows no organization: it writes what a verb has read",
  bytesOf: "part of pdfOf",
  startCheckout:
    "Stripe's, and so of a process that is configured for it; tests/isolated/billing/stripe/checkout.test.ts",
  closeCheckout: "part of verbs that have asked",
  stripeApi: "knows no organization",
  stripeAt: "knows no organization",
  inTurnAtStripe: "part of verbs that have asked, and of the job",
  settleEnd: "part of what follows Stripe",
  settleMeter: "part of markRestored",
  markRestored: "the operator's alone, and about all organizations; tests/isolated/retention/restored.test.ts",
  openPortal: "Stripe's, and so of a process that is configured for it; tests/isolated/billing/stripe/checkout.test.ts",
  receiveStripeEvent: "asks for Stripe's signature; tests/isolated/billing/stripe/webhook.test.ts",
  followStripe: "part of receiveStripeEvent, startCheckout, followCheckout and followCustomers",
  followCheckout:
    "Stripe's, and so of a process that is configured for it; tests/isolated/billing/stripe/follow.test.ts",
  followCustomers: "a job",
  unlessRefused: "knows no organization",
  closeMonths: "a job",
  alertSpending: "a job",
  alertKeys: "a job",
  sendMeterEvents: "a job",
  sealLedger: "a job",
  probeDomain: "knows no organization: a verb has asked before",
  probeOnRequest: "a verb has asked before whether the actor may",
  showUser: "the command's alone: it takes no actor",
  eraseUser: "the operator's alone, and about no organization; tests/unit/core/operator.test.ts",
  offerFirstOwnerLink: "the start's, where there is nobody; tests/full/start/first-start.test.ts",
  isFirstOwnerLink: "asks for the link; tests/isolated/sign-in/first-owner.test.ts",
  createFirstOwner: "asks for the link; tests/isolated/sign-in/first-owner.test.ts",
};

/** Differs from a new organization's in its name alone. */
const VISITOR_PAGE = { name: "Other", language: null, verifiedDevices: "turned_away", accent: null } as const;

type Member = [name: string, role: Role, signedInMinutesAgo: number];

const MEMBERS: Member[] = [
  ["a viewer", "viewer", 0],
  ["a developer", "developer", 0],
  ["somebody for billing", "billing", 0],
  ["an admin", "admin", 0],
  ["an owner", "owner", 0],
  ["an owner who signed in eleven minutes ago", "owner", 11],
];

/** Why a verb is refused to a member, as the matrix of permissions has it; `null` where it is not. */
function refusalOf([, permission]: Row, [, role, minutes]: Member) {
  if (permission === "operate") return "not_allowed";
  return authorizeRole(role, permission, new Date(Date.now() - minutes * 60_000), new Date());
}

/** In the default run a verb meets those at its border: the first of MEMBERS who may, and the last with each refusal. */
const CASES = VERBS.flatMap((row) => {
  const border = new Map<string | null, Member>();
  for (const member of MEMBERS) {
    const refusal = refusalOf(row, member);
    if (refusal !== null || !border.has(null)) border.set(refusal, member);
  }
  return inFull(MEMBERS, [...border.values()]).map((member) => ({ row, member }));
});

test.for(CASES)("$row.0, which is to $row.1, by $member.0", async ({ row, member }) => {
  const [, , leaves, call, ...needs] = row;
  const [name, role, minutes] = member;
  const refusal = refusalOf(row, member);
  if (refusal === null && leaves === "a trace") {
    const w = await world(needs);
    const actor = await memberOf(w.id, role, minutes);
    return expectOneTrace(w, () => call(actor, w));
  }
  const before = await lastState(sharedWorld.id);
  const answer = await call(actorNamed(name), sharedWorld);
  if (refusal === null) {
    expect(answer).toMatchObject({ ok: true });
    expect(await tracesLeft(sharedWorld.id, before)).toBe(0);
  } else {
    expect(answer).toEqual({ ok: false, reason: refusal });
    expect(await everythingOf(sharedWorld.id)).toEqual(before);
  }
});

test.for(VERBS)("%s by an owner of another organization: to them, there is none", async ([, , , call]) => {
  const both = [sharedWorld.id, otherShop.id];
  const before = await Promise.all(both.map(lastState));
  const answer = await call(actorNamed("a stranger"), sharedWorld);
  expect(answer).toEqual({ ok: false, reason: expect.stringMatching(/^(organization|key)_unknown$/) });
  expect(await Promise.all(both.map(everythingOf))).toEqual(before);
});

test.for(VERBS.filter(([verb]) => verb !== "leaveOrganization"))(
  "%s by the operator",
  async ([, , leaves, call, ...needs]) => {
    if (leaves === "a trace") {
      const w = await world(needs);
      return expectOneTrace(w, () => call(OPERATOR, w));
    }
    const before = await lastState(sharedWorld.id);
    expect(await call(OPERATOR, sharedWorld)).toMatchObject({ ok: true });
    expect(await tracesLeft(sharedWorld.id, before)).toBe(0);
  },
);

function actorNamed(name: string): User {
  const actor = actors.get(name);
  if (!actor) throw new Error(`There is no actor ${name}`);
  return actor;
}

async function expectOneTrace({ id }: World, call: () => Promise<{ ok: boolean }>): Promise<void> {
  const before = await everythingOf(id);
  expect(await call()).toMatchObject({ ok: true });
  expect(await tracesLeft(id, before)).toBe(1);
}

test("no verb of these rooms is missing here", async () => {
  const rooms = ["activity", "billing", "domains", "keys", "organizations", "retention"].map((name) => `lib/${name}`);
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  );
  files.push("lib/sign-in/first-owner.ts", "lib/sign-in/sessions.ts");
  files.push("lib/gate-test/gate-test-run.ts", "lib/verification/test-check.ts", "lib/verification/send-no.ts");
  const sources = files.filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(sources.map((file) => import(resolve(file)) as Promise<object>));
  const verbs = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (value?.constructor.name === "AsyncFunction" ? [name] : [])),
  );
  const named = new Set([...VERBS.map(([verb]) => verb.replace(/:.*/, "")), ...Object.keys(OTHERS)]);
  expect(verbs.toSorted()).toEqual([...named].toSorted());
});

function domainOf({ id }: World, host: string) {
  return { organizationId: id, host, includeSubdomains: false };
}

type Everything = { traces: number; rows: unknown };

const states = new Map<string, Everything>();

/** As the test before left it: each looks at what it leaves, so the next need not look again. */
async function lastState(id: string): Promise<Everything> {
  return states.get(id) ?? everythingOf(id);
}

/** All that the database has of an organization. */
async function everythingOf(id: string): Promise<Everything> {
  const tables = [
    "organization_logo",
    "member",
    "invitation",
    "plugin_key",
    "domain",
    "subscription",
    "doctor_run",
    "billing_event",
    "invoice",
  ];
  const parts = tables.map(
    (name) => sql`SELECT to_jsonb(t) AS part FROM ${sql.identifier(name)} t WHERE organization_id = ${id}`,
  );
  const [row] = await database().execute<Everything>(sql`
    SELECT (SELECT count(*)::int FROM audit_event WHERE organization_id = ${id}) AS traces,
      (SELECT jsonb_agg(part ORDER BY part) FROM (
        SELECT to_jsonb(o) AS part FROM organization o WHERE id = ${id} UNION ALL ${sql.join(parts, sql` UNION ALL `)}
      ) AS parts) AS rows`);
  if (!row) throw new Error("The database said nothing");
  states.set(id, row);
  return row;
}

async function tracesLeft(id: string, before: Everything): Promise<number> {
  return (await everythingOf(id)).traces - before.traces;
}
