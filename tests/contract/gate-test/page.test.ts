import { expect, test } from "vitest";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { callRun, openedRun } from "#tests/support/gate-test.ts";
import { NAVIGATION, send } from "#tests/support/gateway.ts";

test("a visitor who gets to a run is told so, in six languages, and can go back", async () => {
  const run = await openedRun({ shop: "verified" });
  const { url } = (await callRun(run)).body as { url: string };
  const { pathname, search } = new URL(url);
  const headings = new Set<string>();
  for (const language of LANGUAGES) {
    const answer = await send(`${pathname}${search}&lang=${language}`, { headers: NAVIGATION });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).not.toContain("<script");
    // Back to the page that the visitor left, without a token.
    expect(answer.text).toContain(`href="${run.returnUrl.replaceAll("&", "&amp;")}"`);
    expect(answer.text).not.toContain("token_age_verified");
    headings.add(/<h1>.*?([^<>]+)<\/h1>/.exec(answer.text)?.[1] ?? "");
  }
  expect(headings.size).toBe(LANGUAGES.length);
});

test("without a session of the run one can only leave for our front page; of an unknown run there is no page", async () => {
  const run = await openedRun();
  for (const path of ["", "/verify/s", "/verify/b?session=x"]) {
    const { status, text } = await send(run.path + path, { headers: NAVIGATION });
    const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address);
    expect([status, text.includes("localhost"), links]).toEqual([200, true, ["/#visitors"]]);
  }
  for (const path of ["/doctor/x", "/doctor/x/verify/s", `${run.path}/verify/x`, `${run.path}/api`, `${run.path}/x`])
    expect([path, (await send(path, { headers: NAVIGATION })).status]).toEqual([path, 404]);
});

test("HEAD has the head of the page; other methods are refused", async () => {
  const run = await openedRun();
  for (const [path, allow] of [
    ["", "GET, HEAD"],
    ["/verify/s", "GET, HEAD, POST"],
  ]) {
    const head = await send(run.path + path, { method: "HEAD", headers: NAVIGATION });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "text/html; charset=utf-8"]);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers } = await send(run.path + path, { method });
      expect([status, headers.get("allow"), headers.get("access-control-allow-origin")]).toEqual([405, allow, null]);
    }
  }
});
