"use client";

import type { ComponentProps } from "react";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { useMode } from "./use-mode.ts";

/** Leads to its page in the mode of this one. */
export function ModeLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return <a {...rest} href={inMode(href, useMode())} />;
}
