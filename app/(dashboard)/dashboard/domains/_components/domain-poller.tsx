"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { ProbeView } from "../_lib/probe-view.ts";
import { probeNow } from "../actions.ts";

const EVERY_MS = 5_000;

/** Looks again and again while the page is open, and says what is there now. */
export function DomainPoller({ organization, host, first, disabledReason }: Props) {
  const [look, setLook] = useState<ProbeView | null>(first);
  const [isLooking, setLooking] = useState(false);
  const [isLost, setLost] = useState(false);
  const isBusy = useRef(false);
  const router = useRouter();
  const isProven = look?.isProven === true;
  async function probeAgain() {
    if (isBusy.current) return;
    isBusy.current = true;
    setLooking(true);
    const seen = await probeNow(organization, host).catch(() => null);
    isBusy.current = false;
    setLooking(false);
    setLost(seen === null);
    if (!seen) return;
    setLook(seen);
    // The rest of the page tells of it too.
    if (seen.isProven && !isProven) router.refresh();
  }
  const again = useRef(probeAgain);
  again.current = probeAgain;
  useEffect(() => {
    if (disabledReason || isProven) return;
    void again.current();
    const timer = setInterval(() => {
      if (!document.hidden) void again.current();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [disabledReason, isProven]);
  return (
    <div className="grid gap-4">
      <div aria-live="polite">
        {isLost ? (
          <Notice variant="bad" heading="We could not look just now">
            <p>We go on trying.</p>
          </Notice>
        ) : look ? (
          <Notice variant={look.isProven ? "good" : "warn"} heading={look.heading}>
            <p>{look.advice}</p>
          </Notice>
        ) : (
          <p className="text-soft">{disabledReason ? "Nobody has looked yet." : "Looking…"}</p>
        )}
      </div>
      {look && look.seen.length > 0 && (
        <dl className="grid gap-2 rounded-lg bg-ground p-4 text-sm">
          {look.seen.map(({ who, says }) => (
            <div key={who} className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="text-soft">{who}</dt>
              <dd className="break-all font-mono">{says}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="button" onClick={probeAgain} disabled={Boolean(disabledReason)} aria-disabled={isLooking}>
          {isLooking ? "Looking…" : "Check now"}
        </Button>
        {disabledReason ? (
          <p className="text-sm text-soft">{disabledReason}</p>
        ) : (
          !isProven && <p className="text-sm text-soft">While this page is open we look every five seconds.</p>
        )}
      </div>
    </div>
  );
}

type Props = { organization: string; host: string; first: ProbeView | null; disabledReason: string | null };
