import Form from "next/form";
import { Icon } from "#app/_ui/icon.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";

/** Finds a check, or a refused call, by the reference that a visitor reads out. */
export function ReferenceSearch({ mode }: { mode: Mode }) {
  return (
    <Form action={CHECKS} prefetch={false} className="search" role="search">
      <Icon name="search" />
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      <input
        className="input"
        type="search"
        name="reference"
        aria-label="Reference"
        placeholder="Reference, 8 letters"
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  );
}
