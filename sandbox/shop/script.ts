/**
 * The shop's own script, served as `/shop.js`. One rule about the device id: the shop's server keeps it in a cookie. A
 * browser that ran device_id.js has one already, so the script hands it over, and the page is drawn again with it.
 */
export const SHOP_SCRIPT = `
const known = document.cookie.match(/(?:^|; )shop_device_id=([^;]*)/)?.[1];
const own = window.service_device_id;
if (own && own !== known) {
  document.cookie = "shop_device_id=" + own + "; Path=/; SameSite=Lax; Max-Age=31536000";
  for (const way of document.querySelectorAll("a[href*='/api/url_generator_'], [data-start]")) {
    for (const name of ["href", "data-start"]) {
      const address = way.getAttribute(name);
      if (address && known) way.setAttribute(name, address.replace("/" + known + "/", "/" + own + "/"));
    }
  }
}
document.getElementById("by-script")?.removeAttribute("hidden");
for (const button of document.querySelectorAll("[data-start]")) {
  button.addEventListener("click", async () => {
    const refused = document.getElementById("refused");
    refused.hidden = true;
    button.disabled = true;
    try {
      const answer = await fetch(button.dataset.start);
      const { url } = await answer.json();
      if (answer.ok) return location.assign(url);
      refused.textContent = "The check could not start: " + (answer.headers.get("Ageway-Reason") ?? "no reason given") + ".";
    } catch {
      refused.textContent = "The check cannot be started right now. Try again in a moment.";
    }
    refused.hidden = false;
    button.disabled = false;
  });
}
`;
