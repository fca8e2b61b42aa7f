import { SettingsSection } from "#app/_ui/section.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import type { RowOf } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { listKeySecrets } from "#lib/keys/key-secret.ts";
import { addSecret, lockKeyAction, removeSecret, unlockKeyAction } from "../actions.ts";
import { KeyForm } from "./key-form.tsx";
import type { KeyUse } from "./key-state.tsx";

type Lock = {
  keyText: string;
  isLocked: boolean;
  secrets: readonly RowOf<typeof listKeySecrets>[];
  /** Calls of the last 24 hours; `null`: they could not be loaded. */
  calls: Pick<KeyUse, "callsInDay" | "isBound"> | null;
};

const MAX_SECRETS = 2;

/**
 * Locks a live key in two steps, so that no call is refused in between: a secret, which the backend then sends, and the lock. One
 * form makes the first and the second secret: it stays on the page, and shows each once.
 */
export async function LockSection({ keyText, isLocked, secrets, calls }: Lock) {
  const { count } = await readerFormats();
  const [hasSecret, isFull] = [secrets.length > 0, secrets.length >= MAX_SECRETS];
  return (
    <SettingsSection
      id="lock"
      heading="Lock"
      lead="A locked key starts checks only from your backend, with a secret. Nobody can run up your bill with the public key alone."
    >
      {!isLocked && (
        <p>
          <b>Not locked.</b>{" "}
          <span className="text-soft">
            {calls !== null && calls.callsInDay > 0
              ? `${calls.isBound ? "At least " : ""}${count(calls.callsInDay)} ${calls.callsInDay === 1 ? "call" : "calls"} came in the last 24 hours. Once it is locked, those without a secret are refused with `
              : "Once it is locked, calls without a secret are refused with "}
            <code>secret_required</code>.
          </span>
        </p>
      )}
      {hasSecret && <Secrets secrets={secrets} isLocked={isLocked} keyText={keyText} />}
      <KeyForm
        action={addSecret}
        keyText={keyText}
        button={hasSecret ? "Create another secret" : "Create a secret"}
        disabledReason={isFull ? "A key has two secrets at most. Remove one first." : null}
      >
        <p className="text-meta text-soft">
          {hasSecret ? (
            "A key can have two secrets, so that you can switch without downtime."
          ) : (
            <>
              It is shown once. Your backend sends it as <code>Authorization: Bearer &lt;secret&gt;</code>. The key
              stays open until you lock it.
            </>
          )}
        </p>
      </KeyForm>
      {hasSecret && !isLocked && (
        <KeyForm action={lockKeyAction} keyText={keyText} button="Lock key" variant="primary">
          <p className="text-meta text-soft">
            Lock it once your backend sends the secret. From then on, calls without one are refused.
          </p>
        </KeyForm>
      )}
      {isLocked && (
        <KeyForm action={unlockKeyAction} keyText={keyText} button="Unlock key">
          <p className="text-meta text-soft">
            Unlocking removes the secrets. The public key alone can start checks again.
          </p>
        </KeyForm>
      )}
    </SettingsSection>
  );
}

async function Secrets({ secrets, isLocked, keyText }: Omit<Lock, "calls">) {
  const { when } = await readerDates();
  return (
    <Table
      caption="Secrets"
      stack
      boxed
      head={["Secret", "Created", { name: <span className="sr-only">Remove</span>, num: true }]}
    >
      {secrets.map(({ id, hint, createdAt }) => (
        <Row key={id}>
          <Cell heading>sk_live_…{hint}</Cell>
          <Cell end className="first-letter:uppercase">
            {when(createdAt)}
          </Cell>
          <Cell num whole>
            {(secrets.length > 1 || !isLocked) && (
              <KeyForm
                action={removeSecret}
                keyText={keyText}
                hidden={{ secret: id }}
                button={
                  <>
                    Remove<span className="sr-only"> secret ending in {hint}</span>
                  </>
                }
                size="sm"
              />
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
