import { FormField } from "#app/_site/form-field.tsx";
import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { Button } from "#app/_ui/button.tsx";
import { notFound } from "#app/verify/_lib/not-found.ts";
import { isFirstOwnerLink } from "#lib/sign-in/first-owner.ts";
import { ProblemNotice, signInProblemOf } from "../_lib/problems.tsx";

export const dynamic = "force-dynamic";

export const GET = siteRoute("first owner", async (request) => {
  const query = new URL(request.url).searchParams;
  const token = query.get("token");
  if (token === null || !(await isFirstOwnerLink(token))) return notFound(request);
  return cardPage(
    "Become the first owner",
    <>
      <p>Nobody uses this Ageway yet. You create its first organization, and own it.</p>
      <ProblemNotice problem={signInProblemOf(query.get("problem"))} />
      <form className="grid gap-4" method="post" action="/sign-in/begin">
        <input type="hidden" name="token" value={token} />
        <FormField id="email" name="email" type="email" label="Your e-mail address" autoComplete="email" required />
        <FormField
          id="name"
          name="name"
          label="Name of your organization"
          hint="Visitors read it beside the shop’s host."
          autoComplete="organization"
          required
          maxLength={80}
        />
        <Button variant="primary" className="w-full">
          Create organization
        </Button>
      </form>
    </>,
  );
});
