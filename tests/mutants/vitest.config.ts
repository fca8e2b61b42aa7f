import { defineConfig } from "vitest/config";
import { GROUPS } from "./groups.mjs";

const { test, isolated }: { test: object; isolated?: string[] } = GROUPS[process.env.MUTANTS as keyof typeof GROUPS];

/** The tests of one group; nothing else runs for its mutants. */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    root: process.cwd(),
    projects: [
      { extends: true, test: { isolate: false, setupFiles: ["tests/support/restore-process.ts"], ...test } },
      ...(isolated ? [{ extends: true as const, test: { ...test, include: isolated, isolate: true } }] : []),
    ],
  },
});
