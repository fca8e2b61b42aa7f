import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Links to a table as a file: for machines, and for the spreadsheet of the reader's language. */
export function ExportLinks({ href }: { href: string }) {
  const forms = [
    ["Export CSV", href],
    ["For Excel", `${href}&for=spreadsheet`],
  ] as const;
  return forms.map(([name, address]) => (
    <ButtonLink download key={name} size="sm" href={address}>
      <Icon name="download" />
      {name}
    </ButtonLink>
  ));
}
