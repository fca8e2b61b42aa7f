import { register } from "prom-client";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { watchEids } from "#lib/eid/watch.ts";
import { log } from "#lib/observe/log.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

const eid = await startScriptedEid();
afterAll(() => eid.close());
const up = async () => (await register.getSingleMetric("ageway_eid_up")?.get())?.values.map(({ value }) => value);

test("an eID that is gone, or whose keys or page are, is noticed though no visitor comes, and so is its return", async () => {
  const [error, info] = [vi.spyOn(log, "error"), vi.spyOn(log, "info")];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const eids = [{ mode: "live" as const, provider: "b" as const, configuration: eid.provider() }];
  void watchEids({ eids, everyMs: 20, stop: stop.signal });
  await expect.poll(up).toEqual([1]);
  for (const [path, how, silence] of [
    ["/.well-known/openid-configuration", 503, { at: "discovery" }],
    ["/jwks", 404, { at: "keys", code: 404 }],
    ["HEAD /auth", 502, { at: "sign_in", code: 502 }],
  ] as const) {
    eid.breakDown(path, how);
    await expect.poll(up).toEqual([0]);
    expect(error).toHaveBeenLastCalledWith(
      expect.objectContaining({ event: "eid_silent", issuer: eid.issuer, ...silence }),
    );
    eid.repair();
    await expect.poll(up).toEqual([1]);
    expect(info).toHaveBeenLastCalledWith({ event: "eid_answers", issuer: eid.issuer });
  }
  // A request without parameters may be too much for a page that works.
  const asked = () => eid.asked.filter((path) => path === "/auth").length;
  eid.breakDown("HEAD /auth", 500);
  const before = asked();
  await expect.poll(asked).toBeGreaterThan(before + 2);
  expect(await up()).toEqual([1]);
});
