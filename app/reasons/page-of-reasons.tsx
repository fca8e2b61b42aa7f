import { DETAILS, type Reason, STATUS } from "#app/_http/reasons.ts";
import { htmlPage } from "#app/verify/_views/html.ts";
import { Layout } from "#app/verify/_views/layout.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { englishOnly } from "#app/verify/_views/setting.ts";

/** The catalogue of reasons: the `Link` header of every refusal leads here. */
export function reasonsPage(): Promise<Response> {
  const words = wordsForIntegrators();
  return htmlPage(
    <Layout {...englishOnly()} heading={words("reasons.heading")} host={null}>
      <p>{words("reasons.text")}</p>
      {(Object.keys(STATUS) as Reason[]).map((reason) => (
        <section key={reason} id={reason}>
          <h2>
            <code>{reason}</code>
          </h2>
          <p>{words(`reasons.code.${reason}`)}</p>
          {reason in DETAILS && <Details reason={reason as keyof typeof DETAILS} />}
          <p className="small">{words("reasons.status", { status: STATUS[reason] })}</p>
        </section>
      ))}
    </Layout>,
    200,
    { isLocal: false, accent: null },
  );
}

/** The causes of one reason, by their `Ageway-Detail`. */
function Details({ reason }: { reason: keyof typeof DETAILS }) {
  const words = wordsForIntegrators();
  return (
    <ul>
      {DETAILS[reason].map((detail) => (
        <li key={detail}>
          <code>{detail}</code>: {words(`reasons.detail.${detail}`)}
        </li>
      ))}
    </ul>
  );
}
