import type { ReactNode } from "react";
import { Box } from "#app/_ui/box.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { MemberDialog } from "#app/(dashboard)/_components/member-form.tsx";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { permissionToEnd } from "#lib/keys/plugin-key.ts";
import { pauseKeyAction } from "../actions.ts";
import { KeyForm } from "./key-form.tsx";
import { type Revoked, RevokeForm } from "./revoke-form.tsx";

/** Shows what ends or stops a key. It says so where no key of its mode would be left. */
export function DangerSection({ row }: { row: Revoked & { pausedAt: Date | null } }) {
  const { key, pausedAt, outlook } = row;
  return (
    <SettingsSection id="pause-or-revoke" heading="Pause or revoke">
      <Box as="ul">
        {pausedAt === null && (
          <Way
            name="Pause"
            text={`Refuses calls at once. You can resume at any time.${outlook === null ? "" : ` ${outlook}.`}`}
          >
            <KeyForm action={pauseKeyAction} keyText={key} size="sm" button="Pause key" />
          </Way>
        )}
        <Way
          name="Revoke"
          text={`Ends this key for good.${row.keepable === null ? "" : " While the rotation runs, you can keep the old key."}`}
        >
          <MemberDialog
            permission={permissionToEnd(modeOfKey(key))}
            disabledBy="read-only"
            href={`/dashboard/keys/${key}/revoke`}
            label="Revoke key"
            heading={`Revoke “${row.label || "No label"}”?`}
            variant="destructive"
            size="sm"
          >
            <RevokeForm row={row} />
          </MemberDialog>
        </Way>
      </Box>
    </SettingsSection>
  );
}

type Way = { name: string; text: string; children: ReactNode };

/** Shows one way to stop the key, with its button at the end of the row, or below it on a phone. */
function Way({ name, text, children }: Way) {
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-2 last:border-b-0 max-sm:grid-cols-1 max-sm:items-start max-sm:p-3">
      <p className="max-w-none">
        <b>{name}</b> <span className="text-soft">{text}</span>
      </p>
      <div className="max-sm:mt-2 max-sm:mb-1">{children}</div>
    </li>
  );
}
