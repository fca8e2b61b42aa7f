import type { ComponentProps } from "react";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button } from "#app/_ui/button.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { askedFirst } from "#app/(dashboard)/_lib/sign-in-code.ts";
import { mayEver, type Permission } from "#lib/core/permission.rules.ts";

/** `disabledBy`: the id of what says that the role does not allow it. `disabledReason`: another reason, for those whose role does. */
type Form = Omit<ComponentProps<typeof ActionForm>, "organization"> & { permission?: Permission };

/** Changes the organization of this page. A member whose role lacks the permission sees the form disabled, and why. */
export async function MemberForm({ permission, disabledBy, disabledReason = null, ...form }: Form) {
  const { user, organization } = await currentMembership();
  const { id, role } = organization;
  const roleReason = permission === undefined ? null : disabledReasonFor(role, permission);
  return (
    <ActionForm
      {...form}
      organization={id}
      disabledReason={roleReason ?? disabledReason}
      disabledBy={roleReason === null ? undefined : disabledBy}
      asksFirst={permission === undefined ? undefined : askedFirst(permission, user, new Date(), form.size === "sm")}
    />
  );
}

type Dialog = ComponentProps<typeof DialogLink> & { permission: Permission; disabledBy: string };

/** Opens a form in a dialog. A member whose role lacks the permission gets a button that does nothing. */
export async function MemberDialog({ permission, disabledBy, ...dialog }: Dialog) {
  const { role } = (await currentMembership()).organization;
  if (mayEver(role, permission)) return <DialogLink {...dialog} />;
  const { label, variant, size } = dialog;
  return (
    <Button
      type="button"
      variant={variant === "primary" ? "outline" : variant}
      size={size}
      aria-disabled="true"
      aria-describedby={disabledBy}
    >
      {label}
    </Button>
  );
}
