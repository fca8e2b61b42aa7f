import type { Blanks } from "./blanks.ts";

/** Subresource integrity of `public/device_id.js`: a browser runs no other text under its address. */
export const DEVICE_ID_HASH = "sha384-ylQ75MHtAabES/KJ0xMHI/rpFlibadwmbnOGi0rqBnxbeSrUTpditwqM1sWv0r2d";

/** A page without a build. The token alone proves nothing, so the page hands it to a backend. */
export const html = ({
  ageway,
  key,
  provider,
  age,
  page,
}: Blanks) => `<script src="${ageway}/device_id.js" crossorigin="anonymous"
  integrity="${DEVICE_ID_HASH}"></script>
<a id="age" href="#age" rel="nofollow">Confirm that you are ${age} or over</a>
<script>
  const api = "${ageway}/api/url_generator_${provider}/${key}";
  const device = window.service_device_id; // of this browser
  const back = encodeURIComponent("${page}");
  document.getElementById("age").href = api + "/" + device + "/${age}?domain=" + back;

  // The visitor is back: your backend asks what the token proves, and remembers the answer in its session.
  const token = new URLSearchParams(location.search).get("token_age_verified");
  if (token !== null)
    fetch("/age", { method: "POST", body: new URLSearchParams({ token, device }) })
      .finally(() => location.replace(location.pathname));
</script>
`;

/** What the backend of that page does, in no language. */
export const backend = ({
  ageway,
  key,
  age,
}: Blanks) => `# POST /age, with the token and the device that your page sent:
GET ${ageway}/api/auth_check/{token}/{device}?plugin_key=${key}

# Let this session in only if all three hold:
status == 200 and verified == true and age >= ${age}
`;
