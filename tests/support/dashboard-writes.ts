import type { Permission } from "#lib/core/permission.rules.ts";
import { IMAGES } from "./images.ts";
import { TEST_PLAN } from "./organization.ts";
import type { FullShop, ShopPart } from "./shop-with-everything.ts";

export type Write = {
  permission: Permission;
  /** The page with the form; `button`: the text of its button. */
  at: (shop: FullShop) => string;
  button: string;
  typed?: (shop: FullShop) => Record<string, string | Blob>;
  /** What the shop must have for it. */
  needs?: ShopPart[];
};

/** The forms that write into an organization, each with the permission that it needs. */
export const WRITES: Record<string, Write> = {
  createKey: {
    permission: "change keys",
    at: () => "/dashboard/keys/new",
    button: "Create key",
    typed: () => ({ mode: "live", label: "New" }),
  },
  createLockedKey: {
    permission: "change keys",
    at: () => "/dashboard/keys/new",
    button: "Create key",
    typed: () => ({ mode: "locked", label: "New" }),
  },
  saveSettings: {
    needs: ["key"],
    permission: "change keys",
    at: keyPage,
    button: "Save settings",
    typed: () => ({
      label: "Other",
      language: "da",
      verifiedDevices: "",
      limit: "90",
      addressLimit: "40",
      brake: "500",
      fallback: "",
    }),
  },
  rotateTest: {
    needs: ["key"],
    permission: "change keys",
    at: keyPage,
    button: "Rotate key",
    typed: () => ({ grace: "7d" }),
  },
  rotateLive: {
    permission: "rotate, lock or revoke live keys",
    at: liveKeyPage,
    button: "Rotate key",
    typed: () => ({ grace: "7d" }),
  },
  cancelRotation: { needs: ["oldKey"], permission: "change keys", at: oldKeyPage, button: "Cancel rotation" },
  endOldKey: {
    needs: ["oldKey"],
    permission: "rotate, lock or revoke live keys",
    at: (shop) => `${oldKeyPage(shop)}/end`,
    button: "End the old key",
  },
  revokeLive: {
    permission: "rotate, lock or revoke live keys",
    at: (shop) => `${liveKeyPage(shop)}/revoke`,
    button: "Revoke key",
    typed: ({ liveKey }) => ({ typed: liveKey }),
  },
  firstSecret: { permission: "rotate, lock or revoke live keys", at: liveKeyPage, button: "Create a secret" },
  lockLive: {
    needs: ["openSecret"],
    permission: "rotate, lock or revoke live keys",
    at: ({ openSecret }) => `/dashboard/keys/${openSecret}`,
    button: "Lock key",
  },
  addSecret: {
    needs: ["lockedKey"],
    permission: "rotate, lock or revoke live keys",
    at: lockedKeyPage,
    button: "Create another secret",
  },
  removeSecret: {
    needs: ["twiceLocked"],
    permission: "rotate, lock or revoke live keys",
    at: twiceLockedPage,
    button: "Remove secret",
  },
  unlock: {
    needs: ["lockedKey"],
    permission: "rotate, lock or revoke live keys",
    at: lockedKeyPage,
    button: "Unlock key",
  },
  pauseLive: { permission: "change keys", at: liveKeyPage, button: "Pause key" },
  setSpendCap: {
    permission: "change billing",
    at: () => "/dashboard/billing/plan",
    button: "Save cap",
    typed: () => ({ cap: "250.50", atCap: "stop" }),
  },
  choosePlan: {
    needs: ["plan"],
    permission: "change billing",
    at: ({ plan }) => `/dashboard/billing/plan/${plan}`,
    button: `Change to ${TEST_PLAN.name}`,
  },
  cancelSubscription: {
    permission: "change billing",
    at: () => "/dashboard/billing/plan",
    button: "End subscription now",
  },
  addDomain: {
    permission: "change domains",
    at: () => "/dashboard/domains",
    button: "Add domain",
    typed: () => ({ host: "https://new.shop.example/checkout?x" }),
  },
  removeDomain: {
    needs: ["claimed"],
    permission: "remove domains",
    at: (shop) => `${domainPage(shop)}/remove`,
    button: "Remove domain",
    typed: ({ claimed }) => ({ typed: claimed }),
  },
  runTestCheck: {
    needs: ["key"],
    permission: "run a test check",
    at: () => "/dashboard/connect?mode=test",
    button: "Run a test check",
  },
  sendNo: {
    needs: ["key"],
    permission: "run a test check",
    at: () => "/dashboard/connect?mode=test",
    button: "Send a 17-year-old",
  },
  prepareRun: {
    needs: ["key"],
    permission: "run a test check",
    at: () => "/dashboard/gate-test",
    button: "Prepare run",
    typed: ({ key, host }) => ({ key, page: `https://${host}/checkout`, protects: "Pay now", start: "" }),
  },
  requestRun: {
    needs: ["run"],
    permission: "run a test check",
    at: ({ run }) => `/dashboard/gate-test/${run}`,
    button: "Start run",
  },
  invite: {
    permission: "invite members",
    at: () => "/dashboard/team/invite",
    button: "Send invitation",
    typed: ({ mark }) => ({ email: `new-${mark}@shop.example`, role: "viewer" }),
  },
  inviteOwner: {
    permission: "make or unmake owners",
    at: () => "/dashboard/team/invite",
    button: "Send invitation",
    typed: ({ mark }) => ({ email: `new-${mark}@shop.example`, role: "owner" }),
  },
  revokeInvitation: {
    needs: ["invitation"],
    permission: "invite members",
    at: () => "/dashboard/team",
    button: "Cancel",
  },
  changeRole: {
    needs: ["other"],
    permission: "change roles",
    at: ({ other }) => `/dashboard/team/${other.id}`,
    button: "Change role",
    typed: ({ other }) => ({ member: other.id, role: "developer" }),
  },
  removeMember: {
    needs: ["other"],
    permission: "change roles",
    at: ({ other }) => `/dashboard/team/${other.id}`,
    button: "Remove member",
    typed: ({ other }) => ({ member: other.id }),
  },
  saveOrganization: {
    permission: "change settings",
    at: () => "/dashboard/settings",
    button: "Save organization",
    typed: () => ({ timeZone: "UTC", legalAddress: "Other", vatNumber: "DK12345678" }),
  },
  saveVisitorPage: {
    permission: "change settings",
    at: () => "/dashboard/settings",
    button: "Save visitor’s page",
    typed: () => ({
      name: "Other",
      accent: "#123456",
      language: "",
      verifiedDevices: "turned_away",
      logo: new Blob([IMAGES.png], { type: "image/png" }),
    }),
  },
  deleteOrganization: {
    permission: "delete the organization",
    at: () => "/dashboard/settings/delete",
    button: "Delete organization",
    typed: ({ name }) => ({ typed: name }),
  },
};

function keyPage({ key }: FullShop): string {
  return `/dashboard/keys/${key}`;
}

function liveKeyPage({ liveKey }: FullShop): string {
  return `/dashboard/keys/${liveKey}`;
}

function lockedKeyPage({ lockedKey }: FullShop): string {
  return `/dashboard/keys/${lockedKey}`;
}

function twiceLockedPage({ twiceLocked }: FullShop): string {
  return `/dashboard/keys/${twiceLocked}`;
}

function oldKeyPage({ oldKey }: FullShop): string {
  return `/dashboard/keys/${oldKey}`;
}

function domainPage({ claimed }: FullShop): string {
  return `/dashboard/domains/${claimed}`;
}
