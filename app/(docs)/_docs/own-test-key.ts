import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { organizationsOf, shownOrganization } from "#lib/organizations/member.ts";
import { cookieName, cookiesIn } from "#lib/runtime/cookie.ts";
import { readUser, sessionCookie } from "#lib/sign-in/session.ts";

/**
 * The oldest test key that works, of the organization that the reader's dashboard shows; `null`: nobody is signed in, there is
 * no such key, or the database does not answer. The page is whole without it.
 */
export async function ownTestKey({ headers }: Pick<Request, "headers">): Promise<string | null> {
  const cookies = cookiesIn(headers);
  const secret = cookies.get(sessionCookie());
  if (!secret) return null;
  try {
    const user = await readUser({ [sessionCookie()]: secret });
    if (user === null) return null;
    const chosen = cookies.get(cookieName("organization")) ?? null;
    const organization = shownOrganization(await organizationsOf(user), chosen);
    const keys = organization && (await listKeys(user, organization.id));
    const works = (keys?.ok ? keys.rows : []).filter(
      (key) => key.mode === "test" && key.pausedAt === null && !isOver(key, new Date()),
    );
    return works.toSorted((a, b) => +a.createdAt - +b.createdAt)[0]?.key ?? null;
  } catch (fault) {
    log.error({ event: "part_not_loaded", part: "test key of the documentation", ...faultOf(fault) });
    return null;
  }
}
