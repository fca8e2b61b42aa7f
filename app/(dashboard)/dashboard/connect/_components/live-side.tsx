import { encode } from "uqr";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { type ConnectOptions, hiddenOf } from "../_lib/options.ts";
import { runTestCheck } from "../actions.ts";
import { LiveSteps } from "./live-steps.tsx";

type Props = Omit<Parameters<typeof LiveSteps>[0], "ready" | "pluginKey"> & {
  mode: Mode;
  options: ConnectOptions;
  /** Is the link of the test check that was just made. */
  link: { url: string; reference: string } | null;
  disabledReason: string | null;
};

/** Shows what stays in sight: a test check in one press, and what happens with the key. */
export function LiveSide({ mode, options, link, disabledReason, ...live }: Props) {
  const { organization } = live;
  const pluginKey = options.key;
  const run =
    mode === "test" ? (
      <ActionForm
        action={runTestCheck}
        organization={organization}
        hidden={hiddenOf(options)}
        button={link ? "Run another" : "Run a test check"}
        variant={link || live.sent ? "outline" : "primary"}
        disabledReason={disabledReason}
        className="[&_button]:w-full"
      />
    ) : (
      <ButtonLink className="w-full" href="/dashboard/connect?mode=test">
        Run a test check
      </ButtonLink>
    );
  return (
    <aside
      className="grid content-start gap-3 rounded-l border border-line bg-sunk p-5 min-[1100px]:sticky min-[1100px]:top-4 min-[1100px]:h-fit"
      aria-labelledby="listening"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span
          className="size-2.5 animate-pulse rounded-full bg-chart-yes ring-4 ring-chart-yes/25 forced-color-adjust-none motion-reduce:animate-none noscript:hidden forced-colors:bg-[CanvasText]"
          data-part="pulse"
          aria-hidden="true"
        />
        {/* Beside the code it is in sight already: no jump to it, which would cut the title of the page. */}
        <h2 id="listening" className="min-[1100px]:scroll-mt-[100vh]">
          <span className="noscript:hidden">Listening</span>
          <span className="not-noscript:hidden">Calls so far</span>
        </h2>
        <span className="ms-auto">
          <ModeBadge mode={mode} />
        </span>
      </div>
      <p className="text-meta text-soft">
        Every call with <code>{shortKey(pluginKey)}</code> appears here
        <span className="not-noscript:hidden"> when you press Refresh</span>.
      </p>
      {!link && run}
      <LiveSteps
        key={`${pluginKey} ${live.sent?.name} ${link?.reference}`}
        {...live}
        pluginKey={pluginKey}
        ready={link && { reference: link.reference, children: <Ready url={link.url} /> }}
      />
      {link && run}
    </aside>
  );
}

/** Shows a link that waits for its visitor. */
function Ready({ url }: { url: string }) {
  return (
    <div className="grid gap-4">
      <ButtonLink variant="primary" className="w-full" href={url} target="_blank" rel="noopener">
        Open the test check
      </ButtonLink>
      <Disclosure summary="Try it on your phone">
        <div className="grid gap-4">
          <PhoneCode url={url} />
          <p className="text-meta text-soft">The link works once, for ten minutes.</p>
        </div>
      </Disclosure>
    </div>
  );
}

/** Draws a QR code (ISO/IEC 18004) of an address, on the server. */
function PhoneCode({ url }: { url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label="A code that opens the test check on a phone"
      viewBox={`0 0 ${size} ${size}`}
      className="w-48 rounded-m"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
