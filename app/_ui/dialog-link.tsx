"use client";

import { type ReactNode, useId, useRef } from "react";

import { Button, ButtonLink } from "./button.tsx";
import type { ButtonVariant } from "./button-class.ts";
import { Dialog } from "./dialog.tsx";
import { Glyph } from "./glyph.tsx";

type Props = {
  /** The page with the same form, for browsers without script. */
  href: string;
  label: ReactNode;
  heading: ReactNode;
  variant?: ButtonVariant;
  size?: "default" | "sm";
  children: ReactNode;
};

/** Gets the focus when the dialog opens, where there is one. The browser gives it to the first button, which closes. */
const FIELD = "input:not([type=hidden]), select, textarea";

/** Opens what it leads to in a dialog over this page. What has `data-close` in it closes it. */
export function DialogLink({ href, label, heading, variant, size, children }: Props) {
  const [dialog, id] = [useRef<HTMLDialogElement>(null), useId()];
  return (
    <>
      <ButtonLink
        href={href}
        variant={variant}
        size={size}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          dialog.current?.showModal();
          dialog.current?.querySelector<HTMLElement>(FIELD)?.focus();
        }}
      >
        {label}
      </ButtonLink>
      <Dialog
        ref={dialog}
        className="w-[min(30rem,100%)]"
        aria-labelledby={id}
        onClickCapture={(event) => {
          if (!(event.target as Element).closest("[data-close]")) return;
          event.preventDefault();
          dialog.current?.close();
        }}
      >
        <header className="flex items-center justify-between gap-3 px-5 pt-4">
          <h2 id={id}>{heading}</h2>
          <Button type="button" variant="ghost" size="sm" icon aria-label="Close" data-close="">
            <Glyph name="close" />
          </Button>
        </header>
        <div className="px-5 py-4">{children}</div>
      </Dialog>
    </>
  );
}
