import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { CodeBlock } from "#app/_ui/code-block.tsx";
import { JsonText } from "#app/_ui/json-text.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { newReference } from "#lib/crypto/reference.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { checkToken } from "#lib/verification/check.ts";

export const metadata: Metadata = { title: "Test check" };

type Query = { searchParams: Promise<{ token_age_verified?: string; device?: string; key?: string }> };

/** Takes a test check that comes back. Checks the token as the backend of a shop would, and shows the answer. */
export default async function TestCheck({ searchParams }: Query) {
  const { token_age_verified: token, device, key } = await searchParams;
  const checked =
    typeof token === "string" && typeof device === "string"
      ? await checkToken(
          {
            ...{ token, deviceId: device, pluginKey: readPluginKey(String(key)) },
            ...{ once: false, isTestAddress: false, isOurs: true },
          },
          newReference(),
        )
      : null;
  if (checked && !checked.ok && checked.reason === "rate_limited")
    return (
      <CenteredLayout heading="Just a moment">
        <p>This test check was looked at many times. Reload the page in a minute.</p>
      </CenteredLayout>
    );
  if (!checked?.ok || checked.verdict.mode !== "test")
    return (
      <CenteredLayout heading="This test check is over">
        <p>A token answers for half an hour. Run another test check from the dashboard.</p>
        <ButtonLink href="/dashboard/connect?mode=test">Back to Connect</ButtonLink>
      </CenteredLayout>
    );
  const { verdict } = checked;
  return (
    <CenteredLayout heading={verdict.verified ? "It works: age confirmed" : "It works: age not confirmed"}>
      <Notice variant={verdict.verified ? "good" : "plain"} live="status">
        <p>
          {verdict.verified
            ? `The test visitor is at least ${verdict.age}. Your shop would let them in.`
            : "The token came back all the same. Your shop would keep this visitor out, and learns no reason."}
        </p>
      </Notice>
      <div className="grid gap-1.5 *:min-w-0">
        <p>This is what your backend hears from us:</p>
        <CodeBlock isJson>
          <JsonText>{JSON.stringify(verdict, null, 2)}</JsonText>
        </CodeBlock>
      </div>
      <ButtonLink variant="primary" href="/dashboard/connect?mode=test">
        Back to Connect
      </ButtonLink>
    </CenteredLayout>
  );
}
