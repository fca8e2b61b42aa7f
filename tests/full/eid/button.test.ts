import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, started } from "#tests/support/visitor.ts";

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="M0 0h8v8z"/></svg>';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  const marks = mkdtempSync(join(tmpdir(), "ageway-marks-"));
  writeFileSync(join(marks, "mitid.svg"), MARK);
  const settings = { EID_B_PACK: "mitid", EID_B_NAME: "MitID", EID_LOGO_DIR: marks };
  app = await startApp({ ...inject("env"), ...settings }, await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(() => app.stop());

test.for([
  ["da", />Bekræft med MitID</],
  ["en", />Confirm with MitID</],
  // Its list is closed and has no Swedish: the English text stands, and says that it is English.
  ["sv", /<button[^>]* lang="en"[^>]*>Confirm with MitID</],
] as const)("in %s the button says what the scheme allows: %s", async ([language, button]) => {
  const { url } = await started("b", await newOrganization());
  const page = await browser().go(`${url}&lang=${language}`);
  expect(page.text).toMatch(button);
  expect(page.text).toContain('<img class="mark" src="/eid/mitid" alt="MitID"/>');
});

test("an eID without a pack has our words and no mark", async () => {
  const { url } = await started("s", await newOrganization());
  const page = await browser().go(`${url}&lang=sv`);
  expect(page.text).toContain(">Bekräfta med Sandbox eID<");
  expect(page.text).not.toContain("<img");
});

test("the mark is served as a picture in which nothing runs; others are not there", async () => {
  const { status, text, headers } = await send("/eid/mitid");
  expect([status, text, headers.get("content-type")]).toEqual([200, MARK, "image/svg+xml"]);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*; sandbox$/);
  for (const name of ["bankid-se", "unknown", "constructor", "..%2f..%2fpackage.json"])
    expect((await send(`/eid/${name}`)).status).toBe(404);
});
