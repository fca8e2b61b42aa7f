"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { ProbeView } from "../_lib/probe-view.ts";
import { probeNow } from "../actions.ts";

const EVERY_MS = 5_000;

/** Probes the host every five seconds while the page is open, and shows the result. */
export function DomainPoller({ organization, host, first, disabledReason }: Props) {
  const [view, setView] = useState<ProbeView | null>(first);
  const [isProbing, setProbing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isBusy = useRef(false);
  const router = useRouter();
  const isVerified = view?.isVerified === true;
  async function probeAgain() {
    if (isBusy.current) return;
    isBusy.current = true;
    setProbing(true);
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
    <div className="grid gap-4">
      <div aria-live="polite">
        {hasFailed ? (
          <Notice variant="bad" heading="We could not look just now">
            <p>We go on trying.</p>
          </Notice>
        ) : view ? (
          <Notice variant={view.isVerified ? "good" : "busy"} heading={view.heading}>
            <p>{view.advice}</p>
          </Notice>
        ) : (
          <p className="text-soft">{disabledReason ? "Nobody has looked yet." : "Looking…"}</p>
        )}
      </div>
      {view && view.answers.length > 0 && (
        <dl className="grid gap-2 rounded-lg bg-ground p-4 text-sm">
          {view.answers.map(({ server, text }) => (
            <div key={server} className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="text-soft">{server}</dt>
              <dd className="break-all font-mono">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="button" onClick={probeAgain} disabled={Boolean(disabledReason)} aria-disabled={isProbing}>
          {isProbing ? "Looking…" : "Check now"}
        </Button>
        {disabledReason ? (
          <p className="text-sm text-soft">{disabledReason}</p>
        ) : (
          !isVerified && <p className="text-sm text-soft">While this page is open we look every five seconds.</p>
        )}
      </div>
    </div>
  );
}

type Props = { organization: string; host: string; first: ProbeView | null; disabledReason: string | null };
