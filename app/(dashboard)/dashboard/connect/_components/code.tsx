import { Segments } from "#app/_ui/segments.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { type ConnectOptions, connectAddress } from "../_lib/options.ts";
import { isPackaged, PLATFORMS, snippetsFor } from "../_snippets/snippets.ts";
import { ConnectPart } from "./connect-part.tsx";
import { SnippetBlock } from "./snippet-block.tsx";

/** Shows the code for the chosen platform. Its tabs are addresses. */
export function Code({ mode, options, isLocked }: { mode: Mode; options: ConnectOptions; isLocked: boolean }) {
  const { key, provider, age, page, platform } = options;
  const given = { baseUrl: config().baseUrl, pluginKey: key, provider, age, page };
  const snippets = snippetsFor(platform, given);
  return (
    <ConnectPart number={2} id="code" heading="Send the visitor, and ask from your backend">
      <Segments
        label="Platform"
        wrap
        links={PLATFORMS.map((one) => ({
          name: one.title,
          href: connectAddress(mode, { ...options, platform: one.platform }),
          isChosen: one.platform === platform,
          replace: true,
          scroll: false,
        }))}
      />
      {isLocked && (
        <p>
          <b>This key is locked.</b>{" "}
          <span className="text-soft">
            {platform === "woocommerce" ? (
              "Enter its secret in the same settings."
            ) : (
              <>
                Set <code>AGEWAY_SECRET</code> {platform === "proxy" ? "beside the gate’s key" : "in your backend"} to
                its secret. A link or a page alone starts no check with it.
              </>
            )}
          </span>
        </p>
      )}
      <p className="text-soft">
        {platform === "woocommerce" ? (
          <>
            Upload our <a href="/packages/ageway-for-woocommerce.zip">plugin</a> under <b>Plugins</b>, and paste these
            two under <b>WooCommerce → Settings → Ageway</b>. Then press <b>Try it</b>, and{" "}
            <a href="/docs/woocommerce">give products an age</a>.
          </>
        ) : isPackaged(platform) ? (
          <>
            Our {platform === "proxy" ? <a href="/docs/proxy-gate">gate</a> : <a href="/docs/packages">package</a>}{" "}
            starts the check, asks what the token proves, and lets in only confirmed visitors.{" "}
            {platform === "laravel" ? "Add the first block to" : "Save the first block as"}{" "}
            <code>{snippets[0]?.file}</code>. Run the second in the same folder.
            {platform === "proxy" && (
              <>
                {" "}
                There are{" "}
                <a href="/docs/proxy-gate#your-proxy">lines for nginx, HAProxy, Traefik, Kubernetes and Envoy</a>, too.
              </>
            )}
            {platform === "php" && (
              <>
                {" "}
                In Magento or Shopware it <a href="/docs/shop-systems">goes before your checkout</a>.
              </>
            )}
          </>
        ) : (
          <>
            The visitor returns with <code>token_age_verified</code> in the address. The token alone proves nothing:
            ask.
          </>
        )}
      </p>
      {snippets.map((one) => (
        <SnippetBlock key={one.file} {...one} />
      ))}
    </ConnectPart>
  );
}
