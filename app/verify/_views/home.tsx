import { config } from "#lib/core/config.ts";
import { Ways } from "./actions.tsx";
import { htmlPage } from "./html.ts";
import { Frame, type Setting } from "./layout.tsx";
import { wordsForIntegrators, wordsIn } from "./messages.ts";

export function frontPage(): Promise<Response> {
  const words = wordsForIntegrators();
  return htmlPage(
    <Frame {...englishOnly()} heading={words("front.heading")} host={null}>
      <p>{words("front.text")}</p>
      <p>{words("front.shops")}</p>
      <p>{words("front.visitors")}</p>
      <Ways
        ways={[
          { words: words("front.signIn"), href: "/sign-in" },
          { words: words("front.reasons"), href: "/reasons" },
        ]}
      />
    </Frame>,
    200,
    { isLocal: false, accent: null },
  );
}

/** The pages that are not for visitors. */
export function englishOnly(): Setting {
  return { language: "en", words: wordsIn("en"), isDemo: config().isDemo, mode: null, look: null, change: null };
}
