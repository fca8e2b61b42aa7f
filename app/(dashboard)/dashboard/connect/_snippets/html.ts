import type { Blanks } from "./blanks.ts";

/** Writes a page without a build. The token alone proves nothing, so the page hands it to a backend. */
export const html = ({ age }: Blanks) => `<a href="/age" rel="nofollow">Confirm that you are ${age} or over</a>
<script>
  // The visitor is back: your backend asks what the token proves, and remembers the answer in its session.
  const token = new URLSearchParams(location.search).get("token_age_verified");
  if (token !== null)
    fetch("/age", { method: "POST", body: new URLSearchParams({ token }) })
      .finally(() => location.replace(location.pathname));
</script>
`;

/** Says what the backend of that page does. The device id is its own: one that the page chose would make another's token good. */
export const backend = ({
  ageway,
  key,
  provider,
  age,
  page,
}: Blanks) => `# GET /age: make a random device id, keep it in this visitor's session, and answer 303 to this address,
# in which what follows "domain=" is percent-encoded:
${ageway}/api/url_generator_${provider}/${key}/{device}/${age}?domain=${page}

# POST /age, with the token that your page sent. The device id is that of the session:
GET ${ageway}/api/auth_check/{token}/{device}?plugin_key=${key}

# Let this session in, until "expires_at", only if all three hold:
status == 200 and verified == true and age >= ${age}
`;
