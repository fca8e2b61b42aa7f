import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

export type Script = { path: string; bytes: number };

/** Of each script that was weighed; its path has a digest of its text. */
const weights = new Map<string, Promise<number>>();

/** Every script that a page loads from now on, with its weight: compressed by us, whatever the server did. */
export function weighScripts(page: Page): () => Promise<Script[]> {
  const loading: Promise<Script>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const path = new URL(response.url()).pathname;
    const weight = weights.get(path) ?? response.body().then((body) => gzipSync(body).length);
    weights.set(path, weight);
    loading.push(weight.then((bytes) => ({ path, bytes })));
  });
  return () => Promise.all(loading);
}

export function kilobytesOf(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
