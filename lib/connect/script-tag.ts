import type { Blanks } from "./snippets.ts";

/** The front half of a shop whose pages make the device id. The back half is any of the backends. */
export const scriptTag = ({
  ageway,
  key,
  provider,
  page,
}: Blanks) => `<!-- On a page of your shop, at the host to which visitors come back. -->
<a id="age-check">Confirm that you are 18 or over</a>
<script src="${ageway}/device_id.js"></script>
<script>
  const device = window.service_device_id;
  // Your backend asks about this id when the visitor is back: see Node, PHP or Python.
  document.cookie = "device_id=" + device + "; Path=/; Max-Age=31536000; SameSite=Lax";
  document.getElementById("age-check").href =
    "${ageway}/api/url_generator_${provider}/${key}/" + encodeURIComponent(device) +
    "/18?domain=" + encodeURIComponent("${page}");
</script>
`;
