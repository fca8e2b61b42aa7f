"use client";

import { type ComponentPropsWithoutRef, type DetailedHTMLProps, type HTMLAttributes, useEffect, useRef } from "react";
import type { AgeGateElement } from "./age-gate.ts";
import "./age-gate.ts";

/** What `<age-gate>` takes in JSX. */
export type AgeGateAttributes = DetailedHTMLProps<HTMLAttributes<AgeGateElement>, AgeGateElement> & {
  done?: "" | undefined;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "age-gate": AgeGateAttributes;
    }
  }
}

/** What an `<a>` takes goes to the link. */
export type AgeGateProps = Omit<ComponentPropsWithoutRef<"a">, "href" | "onChange"> & {
  /** Where the check starts; with `done`, where the visitor goes on. */
  href: string;
  /** "Look again", not "yes": ask your backend. */
  onChange?: () => void;
  /** On the page that visitors come back to. */
  done?: boolean;
};

/** A link that is whole without script, and in what a server renders. */
export function AgeGate({ onChange, done = false, children, ...link }: AgeGateProps) {
  const gate = useRef<AgeGateElement>(null);
  useEffect(() => {
    const element = gate.current;
    if (!element || !onChange) return;
    const change = () => onChange();
    element.addEventListener("age-gate:change", change);
    return () => element.removeEventListener("age-gate:change", change);
  }, [onChange]);
  return (
    <age-gate ref={gate} done={done ? "" : undefined}>
      <a rel={done ? undefined : "nofollow"} {...link}>
        {children}
      </a>
    </age-gate>
  );
}
