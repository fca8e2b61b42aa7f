import { expect, inject, onTestFinished, test } from "vitest";
import { startEid } from "#sandbox/eid/server.ts";
import { freePort } from "#tests/support/ports.ts";

test("behind a proxy with TLS, the sandbox eID publishes the addresses at which visitors reach it", async () => {
  const [port, url] = [await freePort(), "https://test-eid.example"];
  const eid = await startEid({ port, host: "127.0.0.1", url, clients: inject("clients") });
  onTestFinished(() => eid.close());
  for (const name of ["s", "b"]) {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}/.well-known/openid-configuration`);
    const document = (await answer.json()) as Record<string, unknown>;
    expect(document.issuer).toBe(`${url}/${name}`);
    const endpoints = Object.entries(document).filter(([member]) => /_endpoint$|_uri$/.test(member));
    expect(endpoints.length).toBeGreaterThan(2);
    for (const [member, address] of endpoints) expect(address, member).toMatch(`${url}/${name}/`);
  }
});
