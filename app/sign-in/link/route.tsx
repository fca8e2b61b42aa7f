import { readBrowserInfo } from "#app/_http/browser.ts";
import { nextPath } from "#app/_http/origin.ts";
import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { readUser } from "#lib/sign-in/session.ts";
import { signInProblemOf } from "../_lib/problems.tsx";

export const dynamic = "force-dynamic";

/** Opening a mailed link signs nobody in, because mail scanners open links too. The button does. */
export const GET = siteRoute("sign-in link", async (request) => {
  const query = new URL(request.url).searchParams;
  const [token, next] = [query.get("token"), nextPath(query.get("next"))];
  const email = token === null ? null : await emailOfLink(token);
  if (token === null || email === null) {
    const user = await readUser(readBrowserInfo(request).cookies);
    return deadLinkPage(next, user?.email);
  }
  return cardPage(
    "Sign in to Ageway",
    <>
      <p>
        You are signing in as <b>{email}</b> in this browser.
      </p>
      <form method="post" action="/sign-in/open">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <Button variant="primary" className="w-full">
          Sign in
        </Button>
      </form>
    </>,
  );
});

/** `email`: of the person who is signed in with this browser, as after Back from the dashboard. */
function deadLinkPage(next: string, email: string | undefined): Promise<Response> {
  const dead = signInProblemOf("link_dead");
  return cardPage(
    dead?.heading ?? "",
    <>
      <p>{dead?.text}</p>
      {email && (
        <>
          <p>
            You are signed in as <b>{email}</b> in this browser.
          </p>
          <ButtonLink variant="primary" className="w-full" href={next}>
            Open the dashboard
          </ButtonLink>
        </>
      )}
      <ButtonLink
        variant={email ? "outline" : "primary"}
        className="w-full"
        href={`/sign-in?${new URLSearchParams({ next })}`}
      >
        Ask for a new link
      </ButtonLink>
    </>,
  );
}
