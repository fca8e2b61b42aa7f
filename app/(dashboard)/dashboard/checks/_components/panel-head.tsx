import type { ReactNode } from "react";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CopyButton } from "#app/_ui/copy-button.tsx";
import { formatClock, formatDayHeading } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { spelled } from "#lib/crypto/reference.rules.ts";

/** Says where the panel leads: back to the list, and to the rows above and below. */
export type PanelLinks = { close: string; newer: string | null; older: string | null };

type Head = {
  title: ReactNode;
  dot: string;
  mode: Mode;
  reference: string | null;
  at: Date | null;
  links: PanelLinks;
  timeZone: string;
  now: Date;
};

export function PanelHead({ title, dot, mode, reference, at, links, timeZone, now }: Head) {
  return (
    <>
      <div className="row">
        <h2 className="res" id="panel-title" tabIndex={-1}>
          <i className={dot} />
          {title}
        </h2>
        <ModeBadge mode={mode} />
        <span className="push row">
          {links.newer && (
            <ButtonLink variant="ghost" size="sm" icon href={links.newer} aria-label="Newer check">
              <Icon name="left" />
            </ButtonLink>
          )}
          {links.older && (
            <ButtonLink variant="ghost" size="sm" icon href={links.older} aria-label="Older check">
              <Icon name="right" />
            </ButtonLink>
          )}
          <ButtonLink variant="ghost" size="sm" icon href={links.close} replace aria-label="Close">
            <Icon name="close" />
          </ButtonLink>
        </span>
      </div>
      <div className="copyline">
        {reference && (
          <>
            <b className="ref big">{spelled(reference)}</b>
            <CopyButton text={reference} what="reference" />
          </>
        )}
        {at && (
          <span className="meta">
            {formatDayHeading(at, timeZone, now)}, <time>{formatClock(at, timeZone)}</time>
          </span>
        )}
      </div>
    </>
  );
}
