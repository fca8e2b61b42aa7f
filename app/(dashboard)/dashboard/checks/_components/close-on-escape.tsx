"use client";

import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";

/** Escape closes the panel, unless it closes something that is above it. */
export function CloseOnEscape({ href }: { href: string }) {
  const router = useRouter();
  // Before the panel is painted, so that Escape works as soon as a member sees it.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], details[name=chip][open], :popover-open")) return;
      if (event.target instanceof HTMLInputElement && event.target.value !== "") return;
      // Back then leads on to the list, and not into the panel again.
      router.replace(href);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [router, href]);
  return null;
}
