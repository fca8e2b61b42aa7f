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

test("a login that is over is a page, which leads to the shop where there is one", async () => {
  const pageOf = async (shopUrl?: string) => {
    const eid = await startEid({ port: 0, host: "127.0.0.1", clients: inject("clients"), shopUrl });
    onTestFinished(() => eid.close());
    const answer = await fetch(`${eid.url}/s/login/no-such-login`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    return answer.text();
  };
  expect(await pageOf("http://localhost:3001")).toContain('<a href="http://localhost:3001">Back to the demo shop</a>');
  const alone = await pageOf();
  expect(alone).toContain("This login is over.");
  expect(alone).not.toContain("<a ");
});

test("where nobody logs in, the sandbox eID says what it is, and leads to the shop", async () => {
  const shopUrl = "http://localhost:3001";
  const eid = await startEid({ port: 0, host: "127.0.0.1", clients: inject("clients"), shopUrl });
  onTestFinished(() => eid.close());
  for (const [path, status] of [
    ["/", 200],
    ["/nothing", 404],
    ["/s", 404],
  ] as const) {
    const answer = await fetch(`${eid.url}${path}`);
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([status, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain(`<a href="${shopUrl}">Go to the demo shop</a>`);
  }
});
