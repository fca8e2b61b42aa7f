import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { CodeBlock } from "#app/_ui/code-block.tsx";
import { JsonText } from "#app/_ui/json-text.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { newReference } from "#lib/crypto/reference.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { checkToken } from "#lib/verification/check.ts";
import { signedInMember } from "../_lib/current-membership.ts";
import Layout from "../dashboard/layout.tsx";

export const metadata: Metadata = { title: "Test check" };

const CONNECT = "/dashboard/connect?mode=test";

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
      <Frame heading="Just a moment">
        <p>This test check was looked at many times. Reload the page in a minute.</p>
      </Frame>
    );
  if (!checked?.ok || checked.verdict.mode !== "test")
    return (
      <Frame heading="This test check is over">
        <p>A token answers for half an hour. Run another test check from the dashboard.</p>
        <div>
          <ButtonLink href={CONNECT}>Back to Connect</ButtonLink>
        </div>
      </Frame>
    );
  const { verdict } = checked;
  return (
    <Frame heading={verdict.verified ? "It works: age confirmed" : "It works: age not confirmed"}>
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink variant="primary" href={`${CONNECT}#code`}>
          Put it into your shop
        </ButtonLink>
        <a href={CONNECT}>Back to Connect</a>
      </div>
    </Frame>
  );
}

/** Puts the answer among the pages of the dashboard, for whoever has one: another browser may run the check. */
async function Frame({ heading, children }: { heading: string; children: ReactNode }) {
  const member = await signedInMember();
  if (!member || member.organizations.length === 0)
    return <CenteredLayout heading={heading}>{children}</CenteredLayout>;
  return (
    <Layout>
      <PageHeader heading={heading} parent={{ href: CONNECT, name: "Connect" }} />
      <div className="grid gap-5 *:max-w-measure">{children}</div>
    </Layout>
  );
}
