import type { ComponentProps, ReactNode } from "react";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CopyButton } from "#app/_ui/copy-button.tsx";
import { formatClock, formatDayHeading } from "#app/_ui/format-date.ts";
import { Icon, type IconName } from "#app/_ui/icon.tsx";
import { Dot, type DotState } from "#app/_ui/result.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { spelled } from "#lib/crypto/reference.rules.ts";

/** Says where the panel leads: back to the list, and to the rows above and below. */
export type PanelLinks = { close: string; newer: string | null; older: string | null };

type Props = {
  title: ReactNode;
  dot: DotState;
  mode: Mode;
  reference: string | null;
  at: Date | null;
  links: PanelLinks;
  timeZone: string;
  now: Date;
  children: ReactNode;
};

/** Floats beside the list from 1,100 px on; below that, it is the page. Its heading gets the focus where it stands. */
export function Panel({ title, dot, mode, reference, at, links, timeZone, now, children }: Props) {
  return (
    <aside
      className="grid min-w-0 content-start gap-3 min-[1100px]:sticky min-[1100px]:top-4 min-[1100px]:h-fit min-[1100px]:max-h-[calc(100dvh-2rem)] min-[1100px]:overflow-y-auto min-[1100px]:rounded-l min-[1100px]:border min-[1100px]:border-line min-[1100px]:bg-raised min-[1100px]:p-5 min-[1100px]:shadow-2"
      aria-labelledby="panel-title"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2
          className="inline-flex scroll-mt-[100vh] items-center gap-2 focus:outline-none"
          id="panel-title"
          tabIndex={-1}
        >
          <Dot state={dot} />
          {title}
        </h2>
        <ModeBadge mode={mode} />
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {links.newer && <IconLink href={links.newer} icon="left" name="Newer check" data-key="k" />}
          {links.older && <IconLink href={links.older} icon="right" name="Older check" data-key="j" />}
          <IconLink href={links.close} icon="close" name="Close" data-replace="" />
        </span>
      </div>
      <div className="flex max-w-full items-center gap-1">
        {reference && (
          <>
            <b className="text-head tracking-[0.06em] whitespace-nowrap">{spelled(reference)}</b>
            <CopyButton text={reference} what="reference" />
          </>
        )}
        {at && (
          <span className="text-meta text-soft">
            {formatDayHeading(at, timeZone, now)}, <time>{formatClock(at, timeZone)}</time>
          </span>
        )}
      </div>
      {children}
    </aside>
  );
}

type Linked = Omit<ComponentProps<typeof ButtonLink>, "icon"> & {
  icon: IconName;
  name: string;
  "data-key"?: string;
  "data-replace"?: "";
};

function IconLink({ icon, name, ...link }: Linked) {
  return (
    <ButtonLink variant="ghost" size="sm" icon aria-label={name} {...link}>
      <Icon name={icon} />
    </ButtonLink>
  );
}
