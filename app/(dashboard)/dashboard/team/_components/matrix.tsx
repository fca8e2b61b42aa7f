import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { SegmentFrame, SegmentRadio } from "#app/_ui/segments.tsx";
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
    <div className="group/matrix">
      <div className="mb-3 hidden @max-phone/sheet:block">
        <SegmentFrame wrap role="group" aria-label="Role to show">
          {ROLES.map((role) => (
            <SegmentRadio wrap key={role} name="shown-role" value={role} defaultChecked={role === chosen}>
              {nameOfRole(role)}
            </SegmentRadio>
          ))}
        </SegmentFrame>
      </div>
      <table className="w-full">
        <caption className="sr-only">What each role may do</caption>
        <thead>
          <tr>
            <th scope="col" className="border-b border-line">
              <span className="sr-only">May</span>
            </th>
            {ROLES.map((role) => (
              <th
                key={role}
                scope="col"
                className={classes(
                  "h-9 px-3 text-meta font-semibold whitespace-nowrap text-soft",
                  OF_ROLE,
                  ON_PHONE[role],
                )}
              >
                {nameOfRole(role)}
              </th>
            ))}
          </tr>
        </thead>
        {[...GROUPS].map(([group, permissions]) => (
          <tbody key={group}>
            <tr className="hover:bg-hover">
              <th
                scope="rowgroup"
                colSpan={ROLES.length + 1}
                className="h-row border-b border-edge px-2 pt-4 pb-1 text-meta font-semibold text-soft"
              >
                {group}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission} className="hover:bg-hover">
                <th scope="row" className="h-row border-b border-line ps-2 pe-3 py-1 font-normal">
                  {NAMES[permission][1]}
                </th>
                {ROLES.map((role) => (
                  <td key={role} className={classes("h-row px-3 py-1", OF_ROLE, ON_PHONE[role])}>
                    {mayEver(role, permission) ? (
                      <span className="grid justify-items-center text-good">
                        <Icon name="check" />
                        <span className="sr-only">Yes</span>
                      </span>
                    ) : (
                      <>
                        <span className="text-soft" aria-hidden="true">
                          –
                        </span>
                        <span className="sr-only">No</span>
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

/** Is as wide as every other column of a role. */
const OF_ROLE = "w-[12%] border-b border-line text-center last:pe-2 @max-phone/sheet:hidden @max-phone/sheet:w-[30%]";

/** Shows the column of the role that is chosen on a phone. */
const ON_PHONE = {
  owner: "@max-phone/sheet:group-has-[[value=owner]:checked]/matrix:table-cell",
  admin: "@max-phone/sheet:group-has-[[value=admin]:checked]/matrix:table-cell",
  developer: "@max-phone/sheet:group-has-[[value=developer]:checked]/matrix:table-cell",
  billing: "@max-phone/sheet:group-has-[[value=billing]:checked]/matrix:table-cell",
  viewer: "@max-phone/sheet:group-has-[[value=viewer]:checked]/matrix:table-cell",
} as const satisfies Record<Role, string>;

export function nameOfRole(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
