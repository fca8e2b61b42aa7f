import type { ComponentProps } from "react";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { permissionToEnd } from "#lib/keys/plugin-key.ts";

type Form = Omit<ComponentProps<typeof MemberForm>, "permission"> & { keyText: string };

/** Changes one key. Its page says once, above all forms, why a member may send none of them. */
export function KeyForm({ keyText, hidden, ...form }: Form) {
  return (
    <MemberForm
      permission={permissionToEnd(modeOfKey(keyText))}
      disabledBy="read-only"
      hidden={{ key: keyText, ...hidden }}
      {...form}
    />
  );
}
