import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button } from "#app/_ui/button.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { pauseKeyAction } from "../actions.ts";
import type { Access } from "./access.ts";
import { type Revoked, RevokeForm } from "./revoke-form.tsx";

type Props = {
  row: Revoked & { pausedAt: Date | null };
  access: Access;
};

/** Shows what ends or stops a key. It says so where no key of its mode would be left. */
export function DangerSection({ row, access }: Props) {
  const { key, pausedAt, outlook } = row;
  return (
    <SettingsSection id="danger" heading="Danger">
      <ul className="needs box plain">
        {pausedAt === null && (
          <li>
            <p>
              <b>Pause</b>{" "}
              <span>Refuses calls at once. You can resume at any time.{outlook === null ? "" : ` ${outlook}.`}</span>
            </p>
            <ActionForm action={pauseKeyAction} {...access} hidden={{ key }} size="sm" button="Pause key" />
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
          {access.disabledReason === null ? (
            <DialogLink
              href={`/dashboard/keys/${key}/revoke`}
              label="Revoke key"
              heading={`Revoke “${row.label || "No label"}”?`}
              variant="destructive"
              size="sm"
            >
              <RevokeForm row={row} access={access} />
            </DialogLink>
          ) : (
            <Button
              type="button"
              variant="destructive"
              size="sm"
              aria-disabled="true"
              aria-describedby={access.disabledBy}
            >
              Revoke key
            </Button>
          )}
        </li>
      </ul>
    </SettingsSection>
  );
}
