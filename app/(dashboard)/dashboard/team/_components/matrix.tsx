import { Icon } from "#app/_ui/icon.tsx";
import { MATRIX, mayEver, type Permission, ROLES, type Role } from "#lib/core/permission.rules.ts";

/** Names the permissions as a reader knows them, in their groups. The marks come from the constant that `authorize` checks. */
const NAMES = {
  "see the organization": ["See", "Keys, domains, team and settings"],
  "see activity": ["See", "Checks and refused calls"],
  "see billing": ["See", "Billing and invoices"],
  "see the audit log": ["See", "Audit log"],
  "run a test check": ["Change", "Run test checks"],
  "change keys": ["Change", "Create, pause and set up keys"],
  "rotate, lock or revoke live keys": ["Change", "Rotate, lock and revoke live keys"],
  "change domains": ["Change", "Add and check domains"],
  "remove domains": ["Change", "Remove domains"],
  "change settings": ["Change", "Settings, colour and logo"],
  "change billing": ["Change", "Plan and spend cap"],
  "invite members": ["Manage", "Invite members"],
  "change roles": ["Manage", "Change roles and remove members"],
  "give the role for billing": ["Manage", "Assign the billing role"],
  "make or unmake owners": ["Manage", "Add and remove owners"],
  "delete the organization": ["Manage", "Delete the organization"],
} as const satisfies Record<Permission, readonly [group: string, name: string]>;

const GROUPS = Map.groupBy(Object.keys(MATRIX) as Permission[], (permission) => NAMES[permission][0]);

/** Shows what each role may do. On a phone one role at a time, chosen by a radio, which needs no script. */
export function Matrix({ chosen }: { chosen: Role }) {
  return (
    <div className="matrix">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of two-state buttons here */}
      <div className="seg wrap only-s" role="group" aria-label="Role to show">
        {ROLES.map((role) => (
          <label key={role}>
            <input type="radio" name="shown-role" value={role} defaultChecked={role === chosen} />
            {nameOfRole(role)}
          </label>
        ))}
      </div>
      <table className="table">
        <caption className="sr">What each role may do</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">May</span>
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col" data-role={role}>
                {nameOfRole(role)}
              </th>
            ))}
          </tr>
        </thead>
        {[...GROUPS].map(([group, permissions]) => (
          <tbody key={group}>
            <tr className="group">
              <th scope="rowgroup" colSpan={ROLES.length + 1}>
                {group}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row">{NAMES[permission][1]}</th>
                {ROLES.map((role) => (
                  <td key={role} data-role={role}>
                    {mayEver(role, permission) ? (
                      <span className="may">
                        <Icon name="check" />
                        <span className="sr">Yes</span>
                      </span>
                    ) : (
                      <>
                        <span className="soft" aria-hidden="true">
                          –
                        </span>
                        <span className="sr">No</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

export function nameOfRole(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
