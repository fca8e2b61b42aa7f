"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { useMode } from "./use-mode.ts";

/** Lists what the layout's transition is for: an answer to a form is shown, and gets the focus, at once. */
const PAGE = ["page"];

/** Leads to its page in the mode of this one. */
export function ModeLink({ href, ...rest }: ComponentProps<typeof Link> & { href: string }) {
  return <Link {...rest} href={inMode(href, useMode())} prefetch={false} transitionTypes={PAGE} />;
}
