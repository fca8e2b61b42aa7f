"use client";

import { useEffect, useState } from "react";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { NoVerdict } from "../_lib/pane-steps.ts";

const PATIENCE_MS = 30_000;

type Props = { url: string; isPackaged: boolean; verdict: NoVerdict | null };

/** Shows the visitor of "Send a 17-year-old": how to go back to the shop as them, and what the shop's backend did then. */
export function NoResult({ url, isPackaged, verdict }: Props) {
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (openedAt === null) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [openedAt]);
  const isAsked = verdict !== null && verdict !== "waiting" && verdict !== "nobody_asked";
  const isOpened = isAsked || openedAt !== null;
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="text-meta text-soft">
        The 17-year-old has been to the eID. Now their browser goes back to your page.
      </p>
      {isAsked ? (
        <Notice variant="good" heading={HEARD[verdict]}>
          <span>
            {verdict === "heard_unknown" && "It asked with its own device id, so it heard 404: a no like any other. "}
            Now look at your page: it should not have let this visitor in.
          </span>
        </Notice>
      ) : isLate && isPackaged ? (
        <Notice variant="plain" heading="Nobody asked. With our package that is right, if your page stayed closed.">
          <span>
            It asks only about browsers that it has sent to a check. <a href="/dashboard/gate-test">The gate test</a>{" "}
            tries all twelve cases with browsers of its own.
          </span>
        </Notice>
      ) : isLate ? (
        <Notice variant="bad" heading="Nobody asked within 30 seconds.">
          <span>It did not load, it has started no check for this browser, or it asks nobody.</span>
        </Notice>
      ) : openedAt !== null ? (
        <Notice variant="busy">
          <span>The visitor is at your page. Waiting for your backend to ask.</span>
        </Notice>
      ) : (
        verdict === "nobody_asked" && (
          <Notice variant="plain" heading="Nobody has asked yet.">
            <span>
              Open your page as this visitor.
              {!isPackaged && " If you have, it did not load, or it asks nobody."}
            </span>
          </Notice>
        )
      )}
      <ButtonLink
        variant={isOpened ? "outline" : "primary"}
        className="w-full"
        href={url}
        target="_blank"
        rel="noopener"
        onClick={() => {
          setOpenedAt(Date.now());
          setLate(false);
        }}
      >
        {isOpened ? "Open your page again" : "Open your page as this visitor"}
      </ButtonLink>
    </div>
  );
}

const HEARD = {
  heard_no: "Your backend asked, and heard no.",
  heard_unknown: "Your backend asked, and got no yes.",
  asked_again: "Your backend asked, and heard no. Then a check began.",
} as const satisfies Record<Exclude<NoVerdict, "waiting" | "nobody_asked">, string>;
