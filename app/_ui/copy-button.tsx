"use client";

import { useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

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
      className="with-script"
      onClick={copy}
      aria-label={`Copy ${what}`}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      <span className="sr" role="status">
        {isCopied && "Copied"}
      </span>
    </Button>
  );
}

/** Shows a value in full, with a button that copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="copyline">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
