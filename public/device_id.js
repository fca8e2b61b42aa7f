// Gives this browser an id of its own, a random UUID v4 that says nothing about anybody.
(() => {
  var name = "service_device_id";
  // A page may have an element of that name.
  var id = typeof window[name] === "string" ? window[name] : "";
  function uuid() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
    return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
  try {
    const kept = localStorage.getItem(name);
    id = kept || id || uuid();
    if (!kept) localStorage.setItem(name, id);
  } catch (_blocked) {
    // No storage: the id lives as long as the page.
    id = id || uuid();
  }
  window[name] = id;
})();
