import { WithCode } from "#app/_ui/with-code.tsx";

/** An address, without the point of its sentence, or a word of the API. */
const CODE = /https?:\/\/[^\s“”]*[^\s“”.,;:)]|\b[a-z]+(?:_[a-z]+)+\b/g;

/** A sentence of the walker, which writes for a terminal: addresses and words of the API become code. */
export function ReportText({ children }: { children: string }) {
  return <WithCode>{children.replaceAll("`", "").replace(CODE, "`$&`")}</WithCode>;
}
