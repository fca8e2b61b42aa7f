import { inject } from "vitest";
import { configure } from "./configure.ts";
import { copyDatabase } from "./copy-database.ts";

/**
 * A database of the test file's own, for what is about everybody's months, numbers or mail; and this process configured for
 * it.
 */
export async function enterOwnDatabase(env: Record<string, string> = {}): Promise<void> {
  const url = await copyDatabase(inject("ownerUrl"), process.env.DATABASE_URL ?? "");
  configure({ ...env, DATABASE_URL: url });
}
