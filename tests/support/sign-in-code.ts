import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { User } from "#lib/core/actor.ts";
import { database } from "#lib/runtime/database.ts";
import { mailTo } from "./mailbox.ts";

/** The code of the n-th mail to an address: it begins the subject. */
export async function codeOf(email: string, n = 1): Promise<string> {
  const { subject, text } = await mailTo(email, n);
  const [code = ""] = /^\d{6}(?= is your Ageway code$)/.exec(subject) ?? [];
  expect(text).toContain(`Enter ${code} in the form`);
  return code;
}

/** Another code: `by` more. */
export function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}

/** Changes the row of the session. */
export async function setSession({ sessionId }: User, change: SQL): Promise<void> {
  await database().execute(sql`UPDATE sign_in_session SET ${change} WHERE id = ${sessionId}`);
}
