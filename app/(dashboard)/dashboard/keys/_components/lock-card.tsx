import { ActionForm } from "#app/_ui/action-form.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { addSecret, revokeSecret, unlockKeyAction } from "../actions.ts";

type Secret = { id: string; hint: string; createdAt: Date };
type Lock = {
  organization: string;
  keyText: string;
  secrets: Secret[];
  timeZone: string;
  disabledReason: string | null;
};

const MAX_SECRETS = 2;

/** Locks a live key with secrets. One form makes the first and the second secret: it stays on the page, and shows each once. */
export function LockCard({ organization, keyText, secrets, timeZone, disabledReason }: Lock) {
  const isLocked = secrets.length > 0;
  const hidden = { key: keyText };
  return (
    <Section
      heading={isLocked ? "This key is locked" : "Lock"}
      lead={
        isLocked
          ? "Only calls that carry one of its secrets start checks. Send it from your backend, never from a page."
          : "For shops that start checks from their backend: the key then needs a secret, so nobody who reads it in your page can run up your bill. Links and scripts in pages stop working at once."
      }
    >
      <div className="grid gap-6">
        {isLocked && (
          <ul className="grid gap-3" aria-label="Secrets of this key">
            {secrets.map(({ id, hint, createdAt }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line p-3"
              >
                <p>
                  <code className="font-mono text-sm">sk_live_…{hint}</code>{" "}
                  <span className="text-sm text-soft">made {formatDate(createdAt, timeZone)}</span>
                </p>
                {secrets.length > 1 && (
                  <ActionForm
                    action={revokeSecret}
                    organization={organization}
                    hidden={{ ...hidden, secret: id }}
                    button={
                      <>
                        Revoke this secret<span className="sr-only"> that ends in {hint}</span>
                      </>
                    }
                    variant="destructive"
                    size="sm"
                    disabledReason={disabledReason}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <ActionForm
          action={addSecret}
          organization={organization}
          hidden={hidden}
          button={isLocked ? "Make another secret" : "Lock the key"}
          disabledReason={
            disabledReason ?? (secrets.length < MAX_SECRETS ? null : "A key has two secrets at most: revoke one first.")
          }
        >
          <p className="max-w-prose text-sm text-soft">
            Calls carry it in the header <code className="font-mono">Authorization: Bearer &lt;secret&gt;</code>.
            {isLocked && " To change over, make another one, put it in place, then revoke the old one."}
          </p>
        </ActionForm>
        {isLocked && (
          <ActionForm
            action={unlockKeyAction}
            organization={organization}
            hidden={hidden}
            button="Unlock the key"
            variant="destructive"
            disabledReason={disabledReason}
          >
            <p className="max-w-prose text-sm text-soft">
              Unlocking revokes its secrets: the public key alone starts checks again.
            </p>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
