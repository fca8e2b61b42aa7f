import { Notice } from "#app/_ui/notice.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { endOldKey } from "../actions.ts";
import { KeyForm } from "./key-form.tsx";

/** `calls`: of the last hour; `null`: they could not be loaded. */
type Props = { here: string; old: string; calls: number | null; outlook: string | null };

/** Ends the old key of a rotation before its time. `here`: the key whose page comes next. */
export async function EndForm({ here, old, calls, outlook }: Props) {
  const { count } = await readerFormats();
  return (
    <KeyForm
      action={endOldKey}
      keyText={old}
      hidden={{ here }}
      disabledBy={undefined}
      variant="final"
      button="End the old key"
      cancel={`/dashboard/keys/${here}`}
    >
      {outlook !== null && <Notice variant="bad" heading={outlook} />}
      <p>
        {calls === null
          ? "Whether calls still use it could not be loaded. Any that do are refused from then on."
          : calls > 0
            ? `${count(calls)} ${calls === 1 ? "call" : "calls"} in the last hour used it. They are refused from then on.`
            : "No call used it in the last hour."}{" "}
        {outlook === null && "The new key keeps working. "}This cannot be undone.
      </p>
    </KeyForm>
  );
}
