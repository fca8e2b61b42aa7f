import { WithCode } from "#app/_ui/with-code.tsx";

/** Finds an address, without the point of its sentence, or a word of the API. */
const CODE = /https?:\/\/[^\s“”]*[^\s“”.,;:)]|\b[a-z]+(?:_[a-z]+)+\b/g;

/** Longer addresses are cut: the page shows that of the run in full. */
const MAX_ADDRESS_LENGTH = 72;

/** Shows a sentence of the report, which is written for a terminal: addresses and words of the API become code. */
export function ReportText({ children }: { children: string }) {
  return <WithCode>{children.replaceAll("`", "").replace(CODE, (found) => `\`${shortened(found)}\``)}</WithCode>;
}

function shortened(address: string): string {
  return address.length > MAX_ADDRESS_LENGTH ? `${address.slice(0, MAX_ADDRESS_LENGTH)}…` : address;
}
