"use client";

import { Tabs } from "radix-ui";
import { CopyButton } from "#app/_ui/copy-button.tsx";

/** `file`: what the code is called on the developer's machine. */
type Snippet = { platform: string; title: string; file: string; code: string };

export function SnippetTabs({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <Tabs.Root defaultValue={snippets[0]?.platform ?? ""} className="grid grid-cols-1 gap-4">
      <Tabs.List aria-label="Platform" className="flex gap-1 overflow-x-auto border-b border-line">
        {snippets.map(({ platform, title }) => (
          <Tabs.Trigger
            key={platform}
            value={platform}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 font-medium text-soft focus-visible:-outline-offset-3 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ platform, title, file, code }) => (
        <Tabs.Content key={platform} value={platform} className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <code className="font-mono text-sm text-soft">{file}</code>
            <CopyButton text={code} what={`the code for ${title}`} />
          </div>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
            tabIndex={0}
            className="max-h-112 overflow-auto rounded-lg bg-ground p-4 font-mono text-sm max-sm:whitespace-pre-wrap"
          >
            {code}
          </pre>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
