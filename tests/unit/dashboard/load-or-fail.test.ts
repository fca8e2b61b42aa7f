import { expect, test } from "vitest";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { asRequest, currentRequest } from "#lib/core/request-context.ts";

test.for([
  ["the database is away", "ECONNRESET", 503],
  ["a statement is wrong", "42601", undefined],
] as const)("a page of which a part failed since %s is answered with its status", async ([, code, status]) => {
  await asRequest({ peer: "127.0.0.1" }, async () => {
    const fails = () => Promise.reject(Object.assign(new Error("no part"), { code }));
    expect(await loadOrFail("keys", fails)).toBeNull();
    expect(currentRequest()?.status).toBe(status);
  });
});
