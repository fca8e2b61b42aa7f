import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { copyDatabase } from "#tests/support/copy-database.ts";
import { freePort } from "#tests/support/ports.ts";

let app: Awaited<ReturnType<typeof startApp>>;
let env: Record<string, string>;
let port: number;
const data = mkdtempSync(join(tmpdir(), "ageway-first-start-"));
const file = join(data, "first-owner-link");

beforeAll(async () => {
  port = await freePort();
  const url = await copyDatabase(inject("ownerUrl"), inject("env").DATABASE_URL ?? "");
  env = {
    ...inject("env"),
    DATABASE_URL: url,
    BASE_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
    DATA_DIR: data,
  };
  app = await startApp(env, port);
});
afterAll(async () => {
  await app.stop();
  rmSync(data, { recursive: true });
});

function begin(token: string, email: string) {
  const body = new URLSearchParams({ token, email, name: "Corner shop" });
  return fetch(`${app.url}/sign-in/begin`, { method: "POST", body, redirect: "manual", headers: { origin: app.url } });
}

test("an instance that has nobody yet logs where a link is that makes one first owner, once", async () => {
  // The jobs are set up first, some twenty statements each.
  await expect.poll(() => existsSync(file)).toBe(true);
  const link = readFileSync(file, "utf8").trim();
  const token = new URL(link).searchParams.get("token") ?? "";
  await expect.poll(app.output).toContain(`"file":"${file}"`);
  expect(app.output()).not.toContain(token);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Become the first owner")]);

  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => begin(token, `owner-${n}@shop.example`)));
  const signedIn = answers.filter((answer) => answer.headers.get("location") === "/dashboard");
  expect(signedIn).toHaveLength(1);
  const cookie = signedIn[0]?.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const dashboard = await fetch(`${app.url}/dashboard`, { headers: { cookie }, redirect: "manual" });
  expect([dashboard.status, await dashboard.text()]).toEqual([200, expect.stringContaining("Corner shop")]);

  // As for a member who creates an organization, there is something to begin with.
  const connect = await fetch(`${app.url}/dashboard/connect?mode=test`, { headers: { cookie } });
  expect(await connect.text()).toMatch(/pk_test_\w{24}/);

  expect((await begin(token, "late@shop.example")).headers.get("location")).toBe("/sign-in?problem=link_dead");
  expect((await fetch(link)).status).toBe(404);
});
