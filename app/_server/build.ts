import { readFileSync } from "node:fs";
import type { Built } from "./write-guard.rules.ts";

/** What Next's build says of itself, without a start of Next. */
export function readBuild(): Built {
  const { staticRoutes, dynamicRoutes } = manifest("routes-manifest");
  return {
    // A catch-all route (`[...path]`) matches every address, so it does not say which ones exist.
    paths: [...staticRoutes, ...dynamicRoutes]
      .filter(({ page }) => !page.endsWith("/[...path]") && !page.startsWith("/_"))
      .map(({ regex }) => new RegExp(regex)),
    actions: new Set(Object.keys(manifest("server/server-reference-manifest").node)),
  };
}

export function manifest(name: string) {
  return JSON.parse(readFileSync(`.next/${name}.json`, "utf8"));
}
