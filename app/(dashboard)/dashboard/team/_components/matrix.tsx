import { Check, Minus } from "lucide-react";
import { Table, TableCell } from "#app/_ui/table.tsx";
import { MATRIX, mayEver, type Permission, ROLES } from "#lib/core/permission.rules.ts";

/** The permission matrix, read from the constant that `authorize` checks. */
export function Matrix() {
  return (
    <Table caption="Who may do what" head={["What", ...ROLES.map(nameOfRole)]}>
      {(Object.keys(MATRIX) as Permission[]).map((permission) => (
        <tr key={permission}>
          <th scope="row" className="min-w-44 py-2 pr-4 text-left font-normal wrap-normal">
            {permission.charAt(0).toUpperCase()}
            {permission.slice(1)}
          </th>
          {ROLES.map((role) => (
            <TableCell key={role} className="py-2">
              {mayEver(role, permission) ? (
                <>
                  <Check aria-hidden="true" className="size-5 text-good" />
                  <span className="sr-only">yes</span>
                </>
              ) : (
                <>
                  <Minus aria-hidden="true" className="size-5 text-soft" />
                  <span className="sr-only">no</span>
                </>
              )}
            </TableCell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

export function nameOfRole(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
