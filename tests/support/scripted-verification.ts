import type { JWTPayload } from "jose";
import { onTestFinished } from "vitest";
import { providers } from "#lib/eid/providers.ts";
import { newOrganization } from "./organization.ts";
import type { startScriptedEid } from "./scripted-eid.ts";
import { browser, started } from "./visitor.ts";

/** A visitor of a live link whose eID is the scripted one, for the length of a test. */
export async function scriptedVerification(
  eid: Awaited<ReturnType<typeof startScriptedEid>>,
  settings: Record<string, string> = {},
) {
  const { live } = providers();
  const sound = live.s;
  live.s = eid.provider(settings);
  onTestFinished(() => {
    live.s = sound;
  });
  const [visitor, { url, id }] = [browser(), await started("s", await newOrganization())];
  await visitor.go(url);
  const post = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";

  /** Comes back to us. `query`: what the eID adds to our address, beside the state of the request. */
  async function comeBack(request: string, query: Record<string, string>) {
    const [asked, back] = [new URL(request).searchParams, new URL(`${process.env.BASE_URL}/verify/s/callback`)];
    back.search = String(new URLSearchParams({ state: asked.get("state") ?? "", ...query }));
    return visitor.go(back.href);
  }

  /** Comes back with a code, for which the eID gives an ID token with these claims. */
  function answered(request: string, claims: JWTPayload) {
    eid.setIdToken({ nonce: new URL(request).searchParams.get("nonce"), ...claims });
    return comeBack(request, { code: "a-code" });
  }

  const reason = async () => (await visitor.go(url)).headers.get("ageway-reason");
  return { id, url, visitor, post, comeBack, answered, reason };
}
