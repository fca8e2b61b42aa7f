import { cookies } from "next/headers";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";

type ChoiceName = "organization" | "theme";

/** Reads what a member chose for this browser; `null`: nothing. */
export async function chosenInBrowser(name: ChoiceName): Promise<string | null> {
  return (await cookies()).get(cookieName(name))?.value ?? null;
}

/** Keeps a choice for this browser, for a year. Every verb still checks the membership in a chosen organization itself. */
export async function chooseInBrowser(name: ChoiceName, value: string): Promise<void> {
  const { isHttps: secure } = config();
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: 365 * 86_400 } as const;
  (await cookies()).set(cookieName(name), value, options);
}

/** Makes the pages show the first organization of the user again. */
export async function clearChosenOrganization(): Promise<void> {
  (await cookies()).delete({ name: cookieName("organization"), path: "/", secure: config().isHttps });
}
