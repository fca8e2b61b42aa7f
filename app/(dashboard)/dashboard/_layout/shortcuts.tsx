"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";

/** Loads it when it is first wanted: with the Ctrl of Ctrl K, or when a pointer comes to its link. */
const loadMenu = () => import("./command-menu.tsx").then((file) => ({ default: file.CommandMenu }));
const CommandMenu = lazy(loadMenu);
/** So soon after G the next letter opens a page. */
const CHORD_MS = 1_000;

/**
 * Shows what script adds to the layout: letters open pages, Ctrl or ⌘ K the search, and when a page opens, the menu of a
 * narrow window closes and what its address names has the focus.
 */
export function Shortcuts() {
  const path = usePathname();
  const [isMenuOpen, setMenuOpen] = useState(false);
  /** Holds what somebody types before the menu can take it. */
  const early = useRef<string | null>(null);
  useEffect(() => {
    document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
    // The link that opened the page is gone, and the focus with it. Its address says where that goes, as without script.
    if (document.activeElement === document.body) document.getElementById(location.hash.slice(1))?.focus();
  }, [path]);
  useEffect(() => {
    // The open menu covers the page of a phone, so the focus must not go on under it.
    const focused = ({ target }: FocusEvent) => {
      const open = document.querySelector<HTMLElement>("#side:popover-open");
      if (!open?.contains(target as Node)) open?.hidePopover();
    };
    document.addEventListener("focusin", focused);
    return () => document.removeEventListener("focusin", focused);
  }, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.listens = "";
    if (dataset.early === undefined) return;
    early.current = dataset.early;
    delete dataset.early;
    setMenuOpen(true);
  }, []);
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY;
    const handleKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (!document.querySelector("dialog[open] [role=combobox]")) early.current = "";
        setMenuOpen(true);
        return;
      }
      if (event.key === "Control" || event.key === "Meta") void loadMenu();
      // With Alt it is a letter of Windows, or of a Mac.
      const isBrowsers = (event.metaKey || event.ctrlKey) && !event.altKey;
      if (isBrowsers || isTyping(event.target)) return;
      if (early.current !== null && event.key.length === 1) {
        event.preventDefault();
        early.current += event.key;
        return;
      }
      if (event.altKey) return;
      if (event.key === "j" || event.key === "k") step(event.key);
      const isSecond = performance.now() - lastG < CHORD_MS;
      lastG = event.key === "g" ? performance.now() : Number.NEGATIVE_INFINITY;
      // The links of the layout know the mode.
      if (isSecond || event.key === "?") linkOf(event.key)?.click();
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (!(event.target instanceof Element) || !event.target.closest("[data-command-menu]")) return;
      event.preventDefault();
      setMenuOpen(true);
    };
    // Before the handler of all links, which would open the page.
    document.addEventListener("click", clicked, { capture: true });
    return () => document.removeEventListener("click", clicked, { capture: true });
  }, []);
  if (!isMenuOpen) return null;
  return (
    <Suspense>
      <CommandMenu early={early} onClose={() => setMenuOpen(false)} />
    </Suspense>
  );
}

function linkOf(key: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("#side [data-key]")].find((link) => link.dataset.key === key);
}

/** Goes to the row of a list below (J) or above (K), and beside a list to the panel of that row. */
function step(key: "j" | "k"): void {
  const link = document.querySelector<HTMLElement>(`#content [data-key=${key}]`);
  const rows: (Element | null)[] = [...document.querySelectorAll("#content td a[id]")];
  const row = rows[rows.indexOf(document.activeElement) + (key === "j" ? 1 : -1)];
  if (link) link.click();
  else if (row instanceof HTMLElement) row.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
