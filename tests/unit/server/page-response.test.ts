import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PageResponse } from "#server/page-response.ts";

const server = createServer({ ServerResponse: PageResponse }, (_, response) => response.answerUnavailable());
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close());

test.for([
  ["a page is offered again", "GET", "/dashboard", 'href=""'],
  ["a form is not, because it may be saved", "POST", "/dashboard", null],
  ["who comes back from the OpenID provider begins anew", "GET", "/api/auth/callback/oidc?code=x", 'href="/sign-in"'],
] as const)("while the database is away, %s", async ([, method, path, link]) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
  expect(answer.status).toBe(503);
  const [, next = null] = /<a [^>]*(href="[^"]*")[^>]*>(?:Try again|Sign in)</.exec(await answer.text()) ?? [];
  expect(next).toBe(link);
});
