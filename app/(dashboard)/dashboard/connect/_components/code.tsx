import Link from "next/link";
import { config } from "#lib/core/config.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { type ConnectOptions, connectAddress } from "../_lib/options.ts";
import { PLATFORMS, snippetsFor } from "../_snippets/snippets.ts";
import { CodeBlock } from "./code-block.tsx";

/** The code for the chosen platform. Its tabs are addresses. */
export function Code({ mode, options }: { mode: Mode; options: ConnectOptions }) {
  const { key, provider, age, page, platform } = options;
  const [first, ...others] = snippetsFor(platform, { baseUrl: config().baseUrl, pluginKey: key, provider, age, page });
  return (
    <>
      <section aria-labelledby="code" className="stack">
        <h2 id="code" className="num1">
          {others.length > 0 ? "Send the visitor" : "Send the visitor, and ask from your backend"}
        </h2>
        <nav className="seg wrap" aria-label="Platform">
          {PLATFORMS.map((one) => (
            <Link
              key={one.platform}
              href={connectAddress(mode, { ...options, platform: one.platform })}
              prefetch={false}
              replace
              scroll={false}
              aria-current={one.platform === platform ? "true" : undefined}
            >
              {one.title}
            </Link>
          ))}
        </nav>
        {others.length === 0 && <Asking />}
        {first && <CodeBlock {...first} />}
      </section>
      {others.length > 0 && (
        <section aria-labelledby="ask" className="stack">
          <h2 id="ask" className="num1">
            Ask from your backend
          </h2>
          <Asking />
          {others.map((one) => (
            <CodeBlock key={one.file} {...one} />
          ))}
        </section>
      )}
    </>
  );
}

function Asking() {
  return (
    <p className="soft">
      The visitor returns with <code>token_age_verified</code> in the address. The token alone proves nothing: ask.
    </p>
  );
}
