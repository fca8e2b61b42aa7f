import type { ReactNode } from "react";
import type { ReasonText } from "#app/_http/reason-catalogue.ts";
import { Paragraph, WithCode } from "#app/_ui/with-code.tsx";
import { CodeFigure } from "#app/(docs)/_docs/code-figure.tsx";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { plainText } from "#lib/reasons/entry.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { audienceOf, type DashboardLists, dashboardListsOf, isAnswer, pageOf } from "../_lib/audience.ts";
import { ANSWER_OF_NO, exampleOf, wireText } from "../_lib/example.ts";
import { MENDER_NAMES } from "./list-of-reasons.tsx";
import { VisitorsWords } from "./visitors-words.tsx";

const words = wordsForIntegrators();

/** Explains a reason: what happened, what to do, and everything that helps to find out why. */
export function reasonPage(reason: ReasonText): Promise<string> {
  const { code, title, fix, mender } = reason;
  const example = exampleOf(code);
  const { asked, answered } = wireText(example, new URL(config().baseUrl).host);
  const page = pageOf(code);
  const lists = dashboardListsOf(code);
  const sections: readonly (readonly [id: string, name: string, content: ReactNode])[] = [
    ["causes", words("reasons.causes"), <Causes key="" {...reason} />],
    ["seen", words("reasons.seen.heading"), <Audience key="" code={code} />],
    [
      "example",
      words("reasons.example.heading"),
      <>
        <CodeFigure caption={words("reasons.example.asked")}>{asked}</CodeFigure>
        <CodeFigure caption={words("reasons.example.answered")}>{answered}</CodeFigure>
        {reason.leavesWithToken && <CodeFigure caption={words("reasons.example.heard")}>{ANSWER_OF_NO}</CodeFigure>}
      </>,
    ],
    ["visitor", words("reasons.visitor.heading"), page && <VisitorsWords key="" code={page} />],
    ["list", words("reasons.list.heading"), lists && <Lists key="" isOfCalls={isAnswer(code)} {...lists} />],
  ];
  const shown = sections.filter(([, , content]) => content !== null);
  return docsPage({
    path: `/reasons/${code}`,
    current: "/reasons",
    title: words("reasons.name", { title, code }),
    description: plainText(`${reason.words}. ${fix}`),
    markdown: `/reasons/${code}.md`,
    headings: shown.map(([id, text]) => ({ id, text, level: 2 })),
    children: (
      <>
        <h1>{title}</h1>
        <Paragraph>{`${reason.words}.`}</Paragraph>
        <p className="text-meta text-soft">
          <code>{code}</code> · {words("reasons.status", { status: example.answer.status })} · {words("reasons.mender")}{" "}
          <a href={`/reasons#by-${mender}`}>{words(MENDER_NAMES[mender][0])}</a>
        </p>
        <blockquote className="rounded-e-m border-s-[3px] border-accent bg-wash px-4 py-3">
          <b>{words("reasons.fix")}</b>
          <Paragraph>{fix}</Paragraph>
        </blockquote>
        {shown.map(([id, name, content]) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{name}</h2>
            {content}
          </section>
        ))}
        <p>
          <a href={`/reasons#${code}`}>{words("reasons.all")}</a>
        </p>
      </>
    ),
  });
}

function Causes({ code, details, causes = [], note }: ReasonText) {
  return (
    <>
      {details.length > 0 && (
        <>
          <Paragraph>{words(code === "token_unknown" ? "reasons.byRecord" : "reasons.byDetail")}</Paragraph>
          <ul>
            {details.map(([detail, text]) => (
              <li key={detail} id={detail}>
                <code>{detail}</code> <WithCode>{text}</WithCode>
              </li>
            ))}
          </ul>
          {causes.length > 0 && <p>{words("reasons.otherwise")}</p>}
        </>
      )}
      {causes.length > 0 && (
        <ul>
          {causes.map((cause) => (
            <li key={cause}>
              <WithCode>{cause}</WithCode>
            </li>
          ))}
        </ul>
      )}
      {note && <Paragraph>{note}</Paragraph>}
    </>
  );
}

/** Says who learns of a reason: the caller, the visitor, the members of the organization. */
function Audience({ code }: Pick<ReasonText, "code">) {
  return (
    <ul>
      {audienceOf(code).map((sentence) => (
        <li key={sentence}>{words(sentence)}</li>
      ))}
    </ul>
  );
}

/** A page of the dashboard shows live or test; a newcomer has test calls only. */
function Lists({ test, live, isOfCalls }: DashboardLists & { isOfCalls: boolean }) {
  return (
    <ul>
      {test && (
        <li>
          <a href={test}>{words(isOfCalls ? "reasons.list.testCalls" : "reasons.list.testChecks")}</a>
        </li>
      )}
      <li>
        <a href={live}>{words(isOfCalls ? "reasons.list.liveCalls" : "reasons.list.liveChecks")}</a>
      </li>
    </ul>
  );
}
