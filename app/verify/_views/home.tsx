import { Actions } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import { Layout } from "./layout.tsx";
import { wordsForIntegrators } from "./messages.ts";
import { englishOnly } from "./setting.ts";

/** The page at the address itself: what this is, for shops and for visitors who got lost. */
export function homePage(): Promise<Response> {
  const words = wordsForIntegrators();
  return htmlPage(
    <Layout {...englishOnly()} heading={words("home.heading")} host={null}>
      <p>{words("home.text")}</p>
      <p>{words("home.shops")}</p>
      <p>{words("home.visitors")}</p>
      <Actions
        actions={[
          { words: words("home.signIn"), href: "/sign-in" },
          { words: words("home.reasons"), href: "/reasons" },
          { words: words("home.retention"), href: "/retention" },
        ]}
      />
    </Layout>,
    200,
    { isLocal: false, accent: null },
  );
}
