"use client";

import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";

/** Escape closes the panel, unless it closes something that is above it. */
export function CloseOnEscape({ href }: { href: string }) {
  const router = useRouter();
  // Before the panel is painted: whoever sees it may press the key.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], details.chip[open], :popover-open")) return;
      if (event.target instanceof HTMLInputElement && event.target.value !== "") return;
      router.push(href);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [router, href]);
  return null;
}
