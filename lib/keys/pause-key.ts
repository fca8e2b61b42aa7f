import { clearAccepted } from "#db/queries/key-hour.ts";
import { setPaused } from "#db/queries/plugin-key-end.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeKey } from "#lib/core/change.ts";
import type { Result } from "#lib/core/result.ts";
import type { KeyReason } from "#lib/keys/reasons.ts";

/**
 * From the very next call on, the key's calls are refused, or answered again; what was claimed before may be finished. The
 * quick hand on a key that somebody abuses: it can be taken back. `changed` is false where it stood like that already.
 */
export async function pauseKey(
  actor: Actor,
  key: string,
  isPaused: boolean,
): Promise<Result<{ changed: boolean }, KeyReason>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const changed = await setPaused(tx, key, isPaused);
      // Whoever lets it go on means the whole of its brake, also in the same hour.
      if (changed && !isPaused) await clearAccepted(tx, key);
      const action = isPaused ? "key.paused" : "key.resumed";
      return { value: { changed }, audit: changed ? { action, subject: key } : null };
    },
  );
}
