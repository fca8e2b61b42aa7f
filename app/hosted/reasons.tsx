import { type Reason, STATUS } from "#app/api/reasons.ts";
import { Frame } from "./frame.tsx";
import { htmlPage } from "./html.ts";
import { isLocal, settingOf } from "./screen.tsx";

/** The catalogue that the `Link` of every refusal leads to. */
export function reasonsPage(): Promise<Response> {
  const setting = settingOf(null);
  const { words } = setting;
  return htmlPage(
    <Frame {...setting} heading={words("reasons.heading")} host={null}>
      <p>{words("reasons.text")}</p>
      {(Object.keys(STATUS) as Reason[]).map((reason) => (
        <section key={reason} id={reason}>
          <h2>
            <code>{reason}</code>
          </h2>
          <p>{words(`reasons.code.${reason}`)}</p>
          <p className="small">{words("reasons.status", { status: STATUS[reason] })}</p>
        </section>
      ))}
    </Frame>,
    200,
    { isLocal: isLocal(setting) },
  );
}
