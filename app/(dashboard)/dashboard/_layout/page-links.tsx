"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";

/**
 * Opens pages of the dashboard within the layout, for all links and forms at once: these are HTML from the server, and a
 * table of a hundred links needs no script for each.
 */
export function PageLinks() {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const link = linkOf(event);
      const isBrowsers = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isBrowsers || event.defaultPrevented) return;
      event.preventDefault();
      pressed.current?.removeAttribute("aria-busy");
      pressed.current = link;
      link.setAttribute("aria-busy", "true");
      // The transition of the sheet is for the layout's links: an answer to a form is shown, and gets the focus, at once.
      const transitionTypes = link.closest("#side") ? ["page"] : [];
      const open = "replace" in link.dataset ? router.replace : router.push;
      startOpening(() => open(link.getAttribute("href") ?? "", { transitionTypes }));
    };
    const sent = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      const page = form.getAttribute("action");
      if (event.defaultPrevented || form.method !== "get" || !page?.startsWith("/dashboard")) return;
      event.preventDefault();
      const asked = new URLSearchParams([...new FormData(form, event.submitter)] as [string, string][]);
      startOpening(() => router.push(`${page}?${asked}`));
    };
    document.addEventListener("click", clicked);
    document.addEventListener("submit", sent);
    return () => {
      document.removeEventListener("click", clicked);
      document.removeEventListener("submit", sent);
    };
  }, [router]);
  useEffect(() => {
    if (!isOpening) pressed.current?.removeAttribute("aria-busy");
  }, [isOpening]);
  return (
    <span role="status" className="sr-only">
      {isOpening && "Loading"}
    </span>
  );
}

/** Finds the link to a page of the dashboard that an event is about. A file is no page. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a[href^="/dashboard"]:not([download], [target])') : null;
}
