"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Glyph } from "./glyph.tsx";

/** `what`: names the copied text for screen readers. Without script the text beside it can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <Button
      type="button"
      variant="ghost"
      size="sm"
      icon
      className="noscript:hidden"
      onClick={copy}
      aria-label={`Copy ${what}`}
    >
      <Glyph name={isCopied ? "check" : "copy"} />
      <span className="sr-only" role="status">
        {isCopied && "Copied"}
      </span>
    </Button>
  );
}

/** `shown`: what stands for the text, where it is not the text in full. */
type Copied = { text: string; what: string; shown?: ReactNode; className?: string };

/** Shows a value in full, with a button that copies it. */
export function Copyable({ text, what, shown, className }: Copied) {
  return (
    <span className={classes("flex max-w-full items-center gap-1", className)}>
      {shown ?? <code className="wrap-anywhere">{text}</code>}
      <CopyButton text={text} what={what} />
    </span>
  );
}
