"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** The box that was ticked last: its page is a new one, in which its chip is open again. */
let ticked: string | null = null;

/**
 * Shows the chips of a filter. With script, a box that is ticked applies at once, and what is typed when its chip closes; a
 * chip closes by Escape and by a press beside it. Without script, each has a button.
 */
export function Chips({ children }: { children: ReactNode }) {
  const chips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = chips.current;
    if (root === null) return;
    root.dataset.applies = "";
    const changed = new WeakSet<Element>();
    const open = () => root.querySelector<HTMLDetailsElement>("details[open]");
    const change = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      if (input.type === "checkbox") {
        ticked = input.value;
        input.form?.requestSubmit();
        return;
      }
      const chip = input.closest("details");
      if (chip) changed.add(chip);
    };
    const again = ticked === null ? null : root.querySelector<HTMLElement>(`input[value="${ticked}"]`);
    ticked = null;
    again?.closest("details")?.setAttribute("open", "");
    again?.focus();
    const toggle = ({ target }: Event) => {
      const chip = target as HTMLDetailsElement;
      if (!chip.open) ticked = null;
      if (!chip.open && changed.has(chip)) chip.querySelector("form")?.requestSubmit();
    };
    const click = ({ target }: Event) => {
      const chip = open();
      if (chip && !chip.contains(target as Node)) chip.open = false;
    };
    const key = (event: KeyboardEvent) => {
      const chip = open();
      if (event.key !== "Escape" || !chip) return;
      event.stopPropagation();
      chip.open = false;
      chip.querySelector("summary")?.focus();
    };
    root.addEventListener("change", change);
    root.addEventListener("toggle", toggle, true);
    document.addEventListener("click", click);
    root.addEventListener("keydown", key);
    return () => {
      root.removeEventListener("change", change);
      root.removeEventListener("toggle", toggle, true);
      document.removeEventListener("click", click);
      root.removeEventListener("keydown", key);
    };
  }, []);
  return (
    <div className="mb-4 flex flex-wrap gap-2 max-sm:relative" ref={chips}>
      {children}
    </div>
  );
}
