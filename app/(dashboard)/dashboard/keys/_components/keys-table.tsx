import { CopyButton } from "#app/_ui/copy-button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Sparkline } from "#app/_ui/sparkline.tsx";
import { Cell, Row, RowLink, Table } from "#app/_ui/table.tsx";
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
    <Table
      caption="Keys in use"
      stack
      boxed
      head={[
        "Label",
        "Key",
        "State",
        { name: "Last used", mid: true },
        { name: "Calls, 24 h", num: true },
        { name: "By hour", mid: true },
      ]}
    >
      {keys.map((one) => {
        const use = uses?.get(one.key);
        return (
          <Row key={one.key}>
            <Cell heading name>
              <RowLink href={`/dashboard/keys/${one.key}`}>{one.label || "No label"}</RowLink>
            </Cell>
            <Cell whole>
              <span className="relative z-1 flex max-w-full items-center gap-1">
                <code className="whitespace-nowrap">{shortKey(one.key)}</code>
                <CopyButton text={one.key} what={`key ${one.label || shortKey(one.key)}`} />
              </span>
            </Cell>
            <Cell end>
              <KeyState row={one} isShort />
            </Cell>
            <Cell mid whole soft className="max-w-56 truncate first-letter:uppercase">
              {lastUsedText(uses ? use : undefined, one, dates)}
            </Cell>
            <Cell num minor>
              {uses ? count(use?.callsInDay ?? 0) : "–"}
              {use?.isBound && "+"}
            </Cell>
            <Cell minor mid>
              {use && <Sparkline values={use.callsByHour} />}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

/** Ended keys stay, so that their calls keep a name. */
export function EndedKeys({ keys }: Pick<Props, "keys">) {
  return (
    <Disclosure
      className="mt-3"
      summary={
        <span>
          {keys.length} ended {keys.length === 1 ? "key" : "keys"}{" "}
          <span className="text-meta text-soft">revoked or rotated out; kept for your records</span>
        </span>
      }
    >
      <Table caption="Ended keys" stack head={["Label", "Key", "Ended"]}>
        {keys.map((one) => (
          <Row key={one.key}>
            <Cell heading>
              <a href={`/dashboard/keys/${one.key}`}>{one.label || "No label"}</a>
            </Cell>
            <Cell className="text-soft">
              <code>{shortKey(one.key)}</code>
            </Cell>
            <Cell whole className="text-soft">
              <KeyState row={one} isShort />
            </Cell>
          </Row>
        ))}
      </Table>
    </Disclosure>
  );
}
