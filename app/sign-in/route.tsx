import { nextPath } from "#app/_http/origin.ts";
import { FormField } from "#app/_site/form-field.tsx";
import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { Button } from "#app/_ui/button.tsx";
import { config } from "#lib/runtime/config.ts";
import { DEMO_EMAIL, isDemoSignIn } from "#lib/sign-in/demo.ts";
import { ProblemNotice, signInProblemOf } from "./_lib/problems.tsx";

export const dynamic = "force-dynamic";

/** The field itself says so. */
const BAD_EMAIL = "email_invalid";

export const GET = siteRoute("sign-in", async (request) => {
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const code = query.get("problem");
  const { signInProvider, signUp } = config();
  return cardPage(
    "Sign in",
    <>
      <ProblemNotice problem={code === BAD_EMAIL ? null : signInProblemOf(code)} />
      <p className="text-soft">
        We e-mail you a link; there is no password.
        {signUp === "anyone" && " If you are new here, the link also creates your account."}
      </p>
      <form className="grid gap-4" method="post" action="/sign-in/email">
        <input type="hidden" name="next" value={next} />
        <FormField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          placeholder="you@shop.example"
          autoComplete="email"
          required
          maxLength={254}
          error={code === BAD_EMAIL ? "Enter one plain address, such as you@shop.example." : undefined}
          autoFocus={code === BAD_EMAIL}
        />
        <Button variant="primary" className="w-full">
          Send me a link
        </Button>
      </form>
      {signInProvider && (
        <form method="post" action="/sign-in/provider">
          <input type="hidden" name="next" value={next} />
          <p className="my-4 flex items-center gap-3 text-meta text-soft before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
            or
          </p>
          <Button className="w-full">Sign in with {signInProvider.name}</Button>
        </form>
      )}
    </>,
    isDemoSignIn() && (
      <form
        className="grid gap-3 rounded-m border border-test-edge bg-test-wash px-4 py-3 text-test"
        method="post"
        action="/sign-in/demo"
      >
        <input type="hidden" name="next" value={next} />
        <p>
          <b>Demo.</b> No mail leaves this machine.
        </p>
        <Button>Continue as {DEMO_EMAIL}</Button>
      </form>
    ),
  );
});
