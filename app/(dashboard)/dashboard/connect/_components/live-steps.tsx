"use client";

import { type ReactNode, useEffect, useState } from "react";
import { CodeBlock } from "#app/_ui/code-block.tsx";
import { JsonText } from "#app/_ui/json-text.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { Result } from "#app/_ui/result.tsx";
import { Step, Steps } from "#app/_ui/steps.tsx";
import { WithCode } from "#app/_ui/with-code.tsx";
import { Reference } from "../../checks/_components/reference.tsx";
import type { PaneStep } from "../_lib/pane-steps.ts";
import type { LivePane } from "../_lib/read-pane.ts";
import { NoResult } from "./no-result.tsx";

const EVERY_MS = 2_000;

type Props = {
  organization: string;
  pluginKey: string;
  /** Names the check of a no, and the page to go back to as its visitor. `isPackaged`: our package may keep it. */
  sent: { name: string; url: string; isPackaged: boolean } | null;
  first: LivePane | null;
  /** Stays until somebody has used the link of the check with this reference. */
  ready: { reference: string; children: ReactNode } | null;
  /** Says where the page shows itself anew, for those without script. */
  here: string;
};

/** Shows what happens with a key. Asks every two seconds while the page is in sight and the member signed in. */
export function LiveSteps({ organization, pluginKey, sent, first, ready, here }: Props) {
  const [pane, setPane] = useState(first);
  const [hasFailed, setFailed] = useState(first === null);
  const [asked, setAsked] = useState(0);
  const query = new URLSearchParams({ organization, key: pluginKey, ...(sent && { no: sent.name }) }).toString();
  useEffect(() => {
    const ask = async () => {
      const answer = await fetch(`/dashboard/connect/calls?${query}`).catch(() => null);
      const next = answer?.ok ? await answer.json().catch(() => null) : null;
      setFailed(!next);
      if (next) setPane(next);
      return answer?.status !== 401;
    };
    // The next question waits for this answer.
    const timer = setTimeout(async () => {
      if (document.hidden || (await ask())) setAsked(asked + 1);
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [query, asked]);
  return (
    <>
      {ready && pane?.claimed !== ready.reference && ready.children}
      {sent && <NoResult key={sent.name} {...sent} verdict={pane?.no ?? null} />}
      <div aria-live="polite" className="grid gap-4 *:min-w-0">
        {hasFailed && <p className="text-bad">The latest calls could not be loaded. If this stays, reload the page.</p>}
        {!ready && pane?.steps.length === 0 && (
          <>
            <p className="noscript:hidden">
              <Result state="busy">Waiting for your first call</Result>
            </p>
            <p className="text-soft not-noscript:hidden">No call yet.</p>
          </>
        )}
        {pane && pane.steps.length > 0 && (
          <Steps className="*:pb-3">
            {pane.steps.map((step, n) => (
              <StepRow key={`${step.name} ${step.at} ${n}`} {...step} />
            ))}
          </Steps>
        )}
        {pane?.answer && (
          <CodeBlock isJson className="bg-sheet">
            <JsonText>{pane.answer}</JsonText>
          </CodeBlock>
        )}
        {pane?.isConfirmed && (
          <Notice variant="good" heading="It works.">
            <a href="/dashboard?mode=test">Next: see what is left</a>
          </Notice>
        )}
      </div>
      <a className="not-noscript:hidden" href={here}>
        Refresh
      </a>
    </>
  );
}

function StepRow({ state, name, at, text, reference, link }: PaneStep) {
  return (
    <Step state={state}>
      <b>{name}</b>
      <time className="text-meta text-soft">{at}</time>
      {(text || reference || link) && (
        <p>
          {text && <WithCode>{text}</WithCode>}
          {reference && (
            <>
              {text && (state === "bad" ? " " : ", ")}
              <Reference>{reference}</Reference>
            </>
          )}
          {link && (
            <>
              {" "}
              <a href={link.href}>{link.name}</a>
            </>
          )}
        </p>
      )}
    </Step>
  );
}
