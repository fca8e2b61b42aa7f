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
      <ul className="needs box plain">
        {pausedAt === null && (
          <li>
            <p>
              <b>Pause</b>{" "}
              <span>Refuses calls at once. You can resume at any time.{outlook === null ? "" : ` ${outlook}.`}</span>
            </p>
            <KeyForm action={pauseKeyAction} keyText={key} size="sm" button="Pause key" />
          </li>
        )}
        <li>
          <p>
            <b>Revoke</b>{" "}
            <span>
              Ends this key for good.
              {row.keepable !== null && " While the rotation runs, you can keep the old key."}
            </span>
          </p>
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
        </li>
      </ul>
    </SettingsSection>
  );
}
