import { encode } from "uqr";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { providers } from "#lib/eid/providers.ts";
import { runTestCheck } from "../actions.ts";

type Props = {
  organization: string;
  /** The address of the test check that was just made. */
  link: string | null;
  disabledReason: string | null;
};

/** Makes a test check, and shows its link beside a QR code. */
export function TestCheckCard({ organization, link, disabledReason }: Props) {
  const { test } = providers();
  const eids = (["s", "b"] as const).flatMap((id) => (test[id] ? [{ id, name: eidName(id, "test") }] : []));
  return (
    <Section
      heading="1. Run a test check"
      lead="At the test eID, with your test key. It costs nothing and needs no domain."
    >
      {link && (
        <div className="mb-6 flex flex-wrap items-center gap-6 rounded-lg bg-wash p-4">
          <PhoneCode url={link} />
          <div className="grid max-w-md gap-3">
            <p className="font-semibold">Your test check is ready</p>
            <p>Open it here, or point a phone’s camera at the code. It works once, for ten minutes.</p>
            <a
              className="inline-flex min-h-11 items-center justify-center rounded-lg bg-accent px-4 py-2 font-medium text-on-accent sm:min-h-10"
              href={link}
            >
              Open the test check
            </a>
          </div>
        </div>
      )}
      <ActionForm
        action={runTestCheck}
        organization={organization}
        button={link ? "Make another" : "Run a test check"}
        variant={link ? "outline" : "primary"}
        disabledReason={eids.length === 0 ? "This service has no eID for tests. Ask its operator." : disabledReason}
      >
        <SelectField id="provider" name="provider" label="With" className="sm:max-w-xs" defaultValue={eids[0]?.id}>
          {eids.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </ActionForm>
    </Section>
  );
}

/** A QR code (ISO/IEC 18004) of an address, drawn on the server. */
function PhoneCode({ url }: { url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label="A code that opens the test check on a phone"
      viewBox={`0 0 ${size} ${size}`}
      className="w-48 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
