import { expect, test } from "vitest";
import { CHAPTERS } from "#app/(docs)/_docs/chapters.ts";
import { fastRouteOf, isMisdirected } from "#server/fast-routes.ts";

test.for([
  "/",
  "/sign-in",
  "/sign-in/",
  "/docs",
  "/docs/",
  "/docs/style.css?v=1",
  "/docs/search?q=key",
  "/reference",
  "/reference/start_s",
  "/reasons?q=key",
  "/llms.txt",
  "/llms-operate.txt",
  "/changelog.atom",
  "/packages/ageway-server.tgz",
  "/api/health/live",
  ...CHAPTERS.flatMap(({ path, isDrawn }) => (isDrawn ? [`${path}.md`] : [path, `${path}.md`])),
])("%s is answered without Next", (path) => {
  expect(fastRouteOf(path)?.handler).toBeDefined();
});

test.for(["/dashboard", "/docsx", "/referencex", "/packages", "/no-such-page"])("%s is left to Next", (path) => {
  expect(fastRouteOf(path)).toBeNull();
});

test.for([
  ["calls", "/api/url_generator_b/k/d/18"],
  ["calls", "/test/api/auth_check/t/d"],
  ["calls", "/verify/s"],
  ["calls", "/verify/b/callback"],
  ["calls", "/doctor/run/api/auth_check/t/d"],
  ["calls", "/.well-known/eid-jwks.json"],
  ["pages", "/"],
  ["pages", "/dashboard"],
  ["pages", "/device_id.js"],
  ["pages", "/sign-in"],
  ["pages", "/docs"],
  ["pages", "/api/stripe/webhook"],
  ["both", "/refused"],
  ["both", "/api/health/live"],
  ["both", "/api/health/ready"],
  ["both", "/api/health/doctor"],
] as const)("processes that serve %s answer %s", ([side, path]) => {
  const route = fastRouteOf(path);
  expect(isMisdirected(route, "all")).toBe(false);
  expect(isMisdirected(route, "calls")).toBe(side === "pages");
  expect(isMisdirected(route, "pages")).toBe(side === "calls");
});
