/** The shop's own script, served as `/shop.js`: starts a check by a call from the page. */
export const SHOP_SCRIPT = `
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
