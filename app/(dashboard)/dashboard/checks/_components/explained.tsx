import { ButtonLink } from "#app/_ui/button.tsx";
import { WithCode } from "#app/_ui/with-code.tsx";
import type { Explanation } from "#lib/activity/explanation.rules.ts";

type Explained = {
  explained: Explanation;
  code: string;
  /** The hosts that it happened to, and the domains of the organization. */
  hosts: readonly string[];
  domains: readonly string[];
  /** Its button is the one of the page. */
  isFirst: boolean;
};

/** Says what a code means and what to do about it, and shows the button that mends it. */
export function Explained({ explained, code, hosts, domains, isFirst }: Explained) {
  const { words, fix } = explained;
  const remedy = remedyOf(explained, code, hosts, domains);
  return (
    <>
      <p>
        <WithCode>{`${words}.`}</WithCode>
      </p>
      {fix && (
        <p className="text-soft">
          <WithCode>{fix}</WithCode>
        </p>
      )}
      {remedy && (
        <div className="flex">
          <ButtonLink variant={isFirst ? "primary" : "outline"} size="sm" href={remedy.link}>
            {remedy.action}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Finds what mends a refusal. A domain of the organization has lost its record; any other is not there yet. */
function remedyOf({ action, link }: Explanation, code: string, hosts: readonly string[], domains: readonly string[]) {
  const known = domains.find((domain) => hosts.some((host) => host === domain || host.endsWith(`.${domain}`)));
  if (code === "domain_not_verified" && known) return { action: "Fix the record", link: `/dashboard/domains/${known}` };
  return action !== null && link !== null ? { action, link } : null;
}

/** Shows the code, and leads to its page for integrators. */
export function CodeLine({ code, reason }: { code: string; reason: string | null }) {
  return (
    <p className="text-meta text-soft">
      Code <code>{code}</code>
      {reason && (
        <>
          {" · "}
          <a href={reason}>What this means</a>
        </>
      )}
    </p>
  );
}
