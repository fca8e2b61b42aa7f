import { defineConfig } from "vitest/config";
import { MUTANT_GROUPS } from "./groups.mjs";

const { test, isolated }: { test: object; isolated?: string[] } =
  MUTANT_GROUPS[process.env.MUTANTS as keyof typeof MUTANT_GROUPS];

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
