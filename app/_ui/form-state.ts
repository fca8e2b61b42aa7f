/**
 * What a form comes back with. `fields`: what was wrong with a field, by its name; `given`: what was typed, so that nothing
 * is lost. `secret`: shown this once, and kept nowhere. `signIn`: it asks for a fresh sign-in first.
 */
export type FormState =
  | null
  | { ok: true; said: string; secret?: string }
  | {
      ok: false;
      heading: string;
      text?: string;
      signIn?: true;
      fields: Record<string, string>;
      given: Record<string, string>;
    };
