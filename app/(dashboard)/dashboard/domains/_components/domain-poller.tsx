"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Facts } from "#app/_ui/facts.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { ProbeView } from "../_lib/probe-view.ts";
import { probeByForm, probeNow } from "../actions.ts";

const EVERY_MS = 5_000;

/** Probes the host every five seconds while the page is open, and shows the result. */
export function DomainPoller({ organization, host, first, disabledReason }: Props) {
  const [view, setView] = useState<ProbeView | null>(first);
  const [isProbing, setProbing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isBusy = useRef(false);
  const router = useRouter();
  const isVerified = view?.isVerified === true;
  /** Only a probe that a member asks for is shown under way: what happens by itself must move nothing. */
  async function probeAgain({ isManual = false } = {}) {
    setProbing(isManual);
    if (isBusy.current) return;
    isBusy.current = true;
    const next = await probeNow(organization, host).catch(() => null);
    isBusy.current = false;
    setProbing(false);
    setFailed(next === null);
    if (!next) return;
    setView(next);
    // The rest of the page shows the state too.
    if (next.isVerified && !isVerified) router.refresh();
  }
  const again = useRef(probeAgain);
  again.current = probeAgain;
  useEffect(() => {
    if (disabledReason || isVerified) return;
    void again.current();
    const timer = setInterval(() => {
      if (!document.hidden) void again.current();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [disabledReason, isVerified]);
  return (
    // What a probe finds takes the room that was kept for it, so that nothing moves while the page looks.
    <div
      className={classes(
        "grid content-start gap-4 *:min-w-0",
        disabledReason === null && "min-h-64 @max-phone/sheet:min-h-80",
      )}
    >
      <form
        className="flex flex-wrap items-center gap-2"
        action={probeByForm}
        onSubmit={(event) => {
          event.preventDefault();
          void probeAgain({ isManual: true });
        }}
      >
        <input type="hidden" name="organization" value={organization} />
        <input type="hidden" name="host" value={host} />
        <Button variant="primary" disabled={Boolean(disabledReason)} aria-busy={isProbing}>
          Check now
        </Button>
        {disabledReason ? (
          <p className="text-meta text-soft">{disabledReason}</p>
        ) : (
          !isVerified && (
            <p className="text-meta text-soft noscript:hidden">While this page is open, we check every five seconds.</p>
          )
        )}
      </form>
      <div aria-live="polite">
        {hasFailed ? (
          <Notice variant="bad" heading="We could not check just now">
            <span>We keep trying.</span>
          </Notice>
        ) : view ? (
          <Notice variant={view.isVerified ? "good" : "busy"} heading={view.heading}>
            <span>{view.advice}</span>
          </Notice>
        ) : disabledReason ? (
          <p className="text-soft">Not checked yet.</p>
        ) : (
          <>
            <p className="text-soft noscript:hidden">Checking…</p>
            <p className="hidden text-soft noscript:block">Once it is there, press Check now.</p>
          </>
        )}
      </div>
      {view && view.answers.length > 0 && (
        <Facts
          boxed
          rows={view.answers.map(({ server, text, isRecord }) => [
            server,
            isRecord ? <code key={server}>{text}</code> : text,
          ])}
        />
      )}
    </div>
  );
}

type Props = { organization: string; host: string; first: ProbeView | null; disabledReason: string | null };
