import { addKeySecret } from "#lib/keys/key-secret.ts";
import { createKey } from "#lib/keys/plugin-key.ts";

/** Another key of an organization. */
export async function keyOf(organizationId: string, mode: "live" | "test", label = ""): Promise<string> {
  const created = await createKey({ kind: "operator" }, { organizationId, mode, label });
  if (!created.ok) throw new Error(`The key was refused: ${created.reason}`);
  return created.key;
}

/** What the backend of a shop sends with its calls: a secret of the key, which stays open. */
export async function backendOf(key: string): Promise<{ Authorization: string }> {
  const made = await addKeySecret({ kind: "operator" }, key);
  if (!made.ok) throw new Error(`The secret was refused: ${made.reason}`);
  return { Authorization: `Bearer ${made.secret}` };
}
