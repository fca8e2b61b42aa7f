import type { RequestHead } from "#app/_http/request-head.ts";
import { rememberLanguage } from "#app/verify/_lib/language.ts";
import { Actions } from "#app/verify/_views/actions.tsx";
import { htmlPage } from "#app/verify/_views/html.ts";
import { Layout } from "#app/verify/_views/layout.tsx";
import { HOME } from "#app/verify/_views/outcome.tsx";
import { briefHostOf, settingOf } from "#app/verify/_views/setting.ts";
import type { Run } from "#lib/gate-test/run.ts";
import type { PlayedCheck } from "#lib/gate-test/session.ts";

/** Says what a visitor sees whose shop is being examined: nobody can prove an age here, and one can only go back. */
export function examinedPage(request: RequestHead, { host }: Run, session: PlayedCheck | null): Promise<Response> {
  const setting = { ...settingOf(request), mode: "test" as const };
  const { words } = setting;
  const brief = briefHostOf({ origin: `https://${host}` });
  return htmlPage(
    <Layout {...setting} heading={words("examined.heading")} mark="info" host={host}>
      <p>{words("examined.text", { host: brief })}</p>
      <Actions
        actions={[
          session
            ? { words: words("action.goBack", { host: brief }), href: session.returnUrl }
            : { words: words("action.home"), href: HOME.href },
        ]}
      />
    </Layout>,
    200,
    { setting, cookies: rememberLanguage(request) },
  );
}
