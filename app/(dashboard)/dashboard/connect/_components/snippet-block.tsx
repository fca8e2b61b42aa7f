import { CodeBlock } from "#app/_ui/code-block.tsx";
import { piecesOf } from "../_lib/highlight.ts";
import type { Snippet } from "../_snippets/snippets.ts";

const COLOURS = { k: "text-busy", s: "text-good", c: "text-mute" } as const;

/** Shows a file to copy. What is the member's own is marked. */
export function SnippetBlock({ file, code, marked }: Snippet) {
  return (
    <CodeBlock file={file} copied={code}>
      {piecesOf(marked).map(({ text, kind, isOwn }, n) => {
        const piece = isOwn ? (
          <mark key={n} className="rounded-s bg-wash text-accent ring-2 ring-wash">
            {text}
          </mark>
        ) : (
          text
        );
        return kind === null ? (
          piece
        ) : (
          <span key={n} className={COLOURS[kind]}>
            {piece}
          </span>
        );
      })}
    </CodeBlock>
  );
}
