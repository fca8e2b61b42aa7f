import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { CopyButton } from "./copy-button.tsx";

type CodeBlock = {
  /** Names the code in a bar above it. */
  file?: string;
  /** Is copied by the button of that bar. */
  copied?: string;
  /** JSON breaks only between a name and its value: a date over two lines is no longer one. */
  isJson?: boolean;
  className?: string;
  children: ReactNode;
};

/** Shows code. It wraps or scrolls, and never clips. */
export function CodeBlock({ file, copied, isJson, className, children }: CodeBlock) {
  return (
    <div data-part="code" className={classes("relative rounded-m border border-line weak:bg-sunk", className)}>
      {file && (
        <div className="flex min-h-10 items-center gap-2 border-b border-line ps-4 pe-2 text-meta text-soft">
          <span>{file}</span>
          {copied !== undefined && (
            <span className="ms-auto">
              <CopyButton text={copied} what={file} />
            </span>
          )}
        </div>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the text can be reached and selected by keyboard
        tabIndex={0}
        className={classes(
          "py-3 font-mono text-meta whitespace-pre-wrap [tab-size:2]",
          isJson ? "overflow-x-auto px-2" : "px-4 wrap-anywhere",
        )}
      >
        <code>{children}</code>
      </pre>
    </div>
  );
}
