"use client";

import { Check, Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** `what`: said to who cannot see what stands beside the button. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  const Icon = isCopied ? Check : CopyIcon;
  return (
    <Button type="button" size="small" onClick={copy} className="shrink-0">
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
      <span className="sr-only"> {what}</span>
    </Button>
  );
}

/** A value in full, to be copied. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <code className="min-w-0 break-all rounded-md bg-ground px-2 py-1 font-mono text-sm">{text}</code>
      <Copy text={text} what={what} />
    </div>
  );
}
