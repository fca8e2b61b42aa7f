import { nextPath } from "#app/_http/origin.ts";
import { FormField } from "#app/_site/form-field.tsx";
import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { config } from "#lib/runtime/config.ts";
import { DEMO_EMAIL, isDemoSignIn } from "#lib/sign-in/demo.ts";
import { ProblemNotice, signInProblemOf } from "./_lib/problems.tsx";

export const dynamic = "force-dynamic";

export const GET = siteRoute("sign-in", async (request) => {
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const code = query.get("problem");
  const { signInProvider, signUp } = config();
  return cardPage(
    "Sign in",
    <>
      <ProblemNotice problem={signInProblemOf(code)} />
      <p className="soft">
        We e-mail you a link; there is no password.
        {signUp === "anyone" && " If you are new here, the link also creates your account."}
      </p>
      <form className="stack" method="post" action="/sign-in/email">
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
          error={code === "email_invalid" ? "Enter one plain address." : undefined}
        />
        <button className="btn first" type="submit">
          Send me a link
        </button>
      </form>
      {signInProvider && (
        <form method="post" action="/sign-in/provider">
          <input type="hidden" name="next" value={next} />
          <p className="or meta">or</p>
          <button className="btn" type="submit">
            Sign in with {signInProvider.name}
          </button>
        </form>
      )}
    </>,
    isDemoSignIn() && (
      <form className="notice test" method="post" action="/sign-in/demo">
        <input type="hidden" name="next" value={next} />
        <p>
          <b>Demo.</b> No mail leaves this machine.
        </p>
        <button className="btn" type="submit">
          Continue as {DEMO_EMAIL}
        </button>
      </form>
    ),
  );
});
