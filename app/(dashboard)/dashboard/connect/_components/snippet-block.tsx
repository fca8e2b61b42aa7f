import { CopyButton } from "#app/_ui/copy-button.tsx";
import { piecesOf } from "../_lib/highlight.ts";
import type { Snippet } from "../_snippets/snippets.ts";

/** Wraps, and never clips. What is the member's own is marked. */
export function CodeBlock({ file, code, marked }: Snippet) {
  return (
    <div className="code">
      <div className="bar2">
        <span>{file}</span>
        <span className="push">
          <CopyButton text={code} what={file} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text can be reached and selected by keyboard */}
      <pre tabIndex={0}>
        <code>
          {piecesOf(marked).map(({ text, kind, isOwn }, n) => {
            const piece = isOwn ? <mark key={n}>{text}</mark> : text;
            return kind === null ? (
              piece
            ) : (
              <span key={n} className={kind}>
                {piece}
              </span>
            );
          })}
        </code>
      </pre>
    </div>
  );
}
