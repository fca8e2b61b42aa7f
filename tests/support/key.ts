import { createKey } from "#lib/keys/plugin-key.ts";

/** Another key of an organization. */
export async function keyOf(organizationId: string, mode: "live" | "test", label = ""): Promise<string> {
  const created = await createKey({ kind: "operator" }, { organizationId, mode, label });
  if (!created.ok) throw new Error(`The key was refused: ${created.reason}`);
  return created.key;
}
