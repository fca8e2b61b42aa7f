import { expect, test } from "vitest";
import { CHAPTERS } from "#app/_docs/chapters.ts";
import { fastRouteOf } from "#app/_server/fast-routes.ts";

test.for([
  "/",
  "/sign-in",
  "/sign-in/",
  "/docs",
  "/docs/",
  "/docs/style.css?v=1",
  "/llms.txt",
  "/llms-operate.txt",
  "/changelog.atom",
  "/packages/ageway-server.tgz",
  "/api/health/live",
  ...CHAPTERS.flatMap(({ path, isDrawn }) => (isDrawn ? [`${path}.md`] : [path, `${path}.md`])),
])("%s is answered while the process of the dashboard's pages is not up", (path) => {
  expect(fastRouteOf(path)?.handler).toBeDefined();
});

test.for(["/dashboard", "/docsx", "/packages", "/no-such-page"])("%s is left to Next", (path) => {
  expect(fastRouteOf(path)).toBeNull();
});
