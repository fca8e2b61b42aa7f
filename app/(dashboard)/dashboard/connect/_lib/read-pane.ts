import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { recentEvents } from "#lib/activity/key-use.ts";
import { daysMs } from "#lib/base/time.rules.ts";
import type { User } from "#lib/core/actor.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { readVerdict } from "#lib/verification/read-verdict.ts";
import { readSentNo } from "#lib/verification/send-no.ts";
import { heardCheckIn, type NoVerdict, noVerdictOf, type Pane, paneOf } from "./pane-steps.ts";

export type LivePane = Pane & { no: NoVerdict | null };

const RECENT_MS = daysMs(1);

type Asked = { key: string; sent: string | null; timeZone: string };

/** Reads what happened with a key in the last 24 hours; `null`: this user may not see it. `sent`: what `sendNo` names a no. */
export async function readPane(
  user: User,
  organization: string,
  { key, sent, timeZone }: Asked,
): Promise<LivePane | null> {
  const now = new Date();
  const found = await recentEvents(user, organization, { key, since: new Date(+now - RECENT_MS) });
  if (!found.ok) return null;
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
  const mode = modeOfKey(key);
  const heard = mode === "test" ? heardCheckIn(found.rows) : null;
  const answer = heard && (await readVerdict(user, organization, { key, ...heard }));
  const pane = paneOf(found.rows, {
    ...{ key, mode, now, answer },
    timeOf: (at) => time.format(at),
    eidOf: (provider) => eidName(provider, mode),
    ttl: config().ttl,
  });
  const no = sent ? await readSentNo(sent, organization, key) : null;
  return { ...pane, no: no && noVerdictOf(found.rows, no.reference, now) };
}
