"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** `what`: names the copied text for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <Button type="button" size="sm" onClick={copy} className="shrink-0">
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
      <span className="sr-only"> {what}</span>
    </Button>
  );
}

/** A value in full, with a button that copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <code className="min-w-0 break-all rounded-md bg-ground px-2 py-1 font-mono text-sm">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
