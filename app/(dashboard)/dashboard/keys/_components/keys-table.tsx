import Link from "next/link";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { CopyButton } from "#app/_ui/copy-button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Sparkline } from "#app/_ui/sparkline.tsx";
import { Table } from "#app/_ui/table.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { type Key, KeyState, type KeyUse, lastUsedText } from "./key-state.tsx";

/** `uses`: by the key's text; `null`: they could not be loaded. */
type Props = { keys: readonly Key[]; uses: ReadonlyMap<string, KeyUse> | null };

export async function KeysTable({ keys, uses }: Props) {
  const { count } = await readerFormats();
  const dates = await readerDates();
  return (
    <div className="box">
      <Table
        caption="Keys in use"
        stack
        links
        head={[
          "Label",
          "Key",
          "Mode",
          "State",
          { name: "Last used", className: "mid" },
          { name: "Calls, 24 h", className: "num" },
          { name: "By hour", className: "mid" },
        ]}
      >
        {keys.map((one) => {
          const use = uses?.get(one.key);
          return (
            <tr key={one.key}>
              <th scope="row" className="name">
                <Link className="over" href={`/dashboard/keys/${one.key}`} prefetch={false}>
                  {one.label || "No label"}
                </Link>
              </th>
              <td className="whole">
                <span className="copyline up">
                  <code>{shortKey(one.key)}</code>
                  <CopyButton text={one.key} what={`key ${one.label || shortKey(one.key)}`} />
                </span>
              </td>
              <td className="minor">
                <ModeBadge mode={one.mode} />
              </td>
              <td className="end">
                <KeyState row={one} isShort />
              </td>
              <td className="mid whole used cap meta-s">{lastUsedText(uses ? use : undefined, one, dates)}</td>
              <td className="num minor">
                {uses ? count(use?.callsInDay ?? 0) : "–"}
                {use?.isBound && "+"}
              </td>
              <td className="minor mid">{use && <Sparkline values={use.callsByHour} />}</td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

/** Ended keys stay, so that their calls keep a name. */
export function EndedKeys({ keys }: Pick<Props, "keys">) {
  return (
    <Disclosure
      summary={
        <span>
          {keys.length} ended {keys.length === 1 ? "key" : "keys"}{" "}
          <span className="meta">revoked or rotated out; kept for your records</span>
        </span>
      }
    >
      <Table caption="Ended keys" stack head={["Label", "Key", "Ended"]}>
        {keys.map((one) => (
          <tr key={one.key}>
            <th scope="row">
              <Link href={`/dashboard/keys/${one.key}`} prefetch={false}>
                {one.label || "No label"}
              </Link>
            </th>
            <td className="soft">
              <code>{shortKey(one.key)}</code>
            </td>
            <td className="soft whole">
              <KeyState row={one} isShort />
            </td>
          </tr>
        ))}
      </Table>
    </Disclosure>
  );
}
