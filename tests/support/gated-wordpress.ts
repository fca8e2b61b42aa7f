import { newOrganization } from "./organization.ts";
import { sharedApp } from "./shared-app.ts";
import { startWordPress } from "./wordpress.ts";

/** A WordPress whose plugin has a test key of the instance that the tests share. */
export async function startGatedWordPress(callsPerMinute?: number) {
  const base = await sharedApp();
  process.env.SERVER_URL = base;
  const { key } = await newOrganization({
    ...{ mode: "test", subscription: "none", domain: "unverified" },
    ...(callsPerMinute && { callsPerMinute }),
  });
  const settings: Record<string, string> = { url: base, key, age: "0", secret: "", provider: "s", language: "" };
  return { settings, ...(await startWordPress(settings)) };
}
