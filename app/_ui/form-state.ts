"use client";

import { createContext, useContext } from "react";

/**
 * Holds what an action answers to its form. `fields`: the error of each field, by its name. `typed`: what was typed, so
 * that the form can show it again. `secret`: shown this once. `next`: where to go on. `signIn`: the member has to sign in
 * again first. `code`: they have to enter a mailed code; was one mailed now, and is it in the inbox of this machine?
 */
export type FormState =
  | null
  | { ok: true; message: string; secret?: string; next?: { href: string; name: string } }
  | {
      ok: false;
      heading: string;
      text?: string;
      signIn?: true;
      code?: "mailed" | "in_inbox" | "not_mailed";
      fields: Record<string, string>;
      typed: Record<string, string>;
    };

export const FormContext = createContext<FormState>(null);

export function useField(name: string | undefined) {
  const state = useContext(FormContext);
  if (state === null || state.ok || name === undefined) return { isRefused: false, error: undefined, typed: undefined };
  return { isRefused: true, error: state.fields[name], typed: state.typed[name] };
}
