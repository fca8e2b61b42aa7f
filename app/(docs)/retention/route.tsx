import { Actions } from "#app/verify/_views/actions.tsx";
import { htmlPage } from "#app/verify/_views/html.ts";
import { Layout } from "#app/verify/_views/layout.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { englishOnly } from "#app/verify/_views/setting.ts";
import { RETENTION, type StoredName, untilWords } from "#lib/retention/retention.rules.ts";

export const dynamic = "force-dynamic";

/** Shows what this gateway stores, and how long: one section for each row of the table by which the jobs remove it. */
export function GET(): Promise<Response> {
  const words = wordsForIntegrators();
  const setting = englishOnly();
  return htmlPage(
    <Layout {...setting} heading={words("retention.heading")} host={null}>
      <p>{words("retention.text")}</p>
      {(Object.keys(RETENTION) as StoredName[]).map((name) => {
        const { key, values } = untilWords(RETENTION[name].until);
        return (
          <section key={name} id={name}>
            <h2>{words(`retention.what.${name}`)}</h2>
            <p>{words(`retention.about.${name}`)}</p>
            <p className="small">{words(`retention.until.${key}`, values)}</p>
          </section>
        );
      })}
      <h2>{words("retention.more")}</h2>
      <Actions
        actions={[
          { words: words("retention.record"), href: "/docs/privacy-record" },
          { words: setting.words("action.home"), href: "/" },
        ]}
      />
    </Layout>,
    200,
  );
}
