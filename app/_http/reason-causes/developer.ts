import type { Causes } from "./causes.ts";
import { DEVICE_ID_DETAILS, DOMAIN_DETAILS, DOMAIN_FIXES, IDEMPOTENCY_KEY_DETAILS, LOAD_DETAILS } from "./details.ts";

/** Ended by a change of the shop’s code. */
export const OF_THE_DEVELOPER = {
  method_not_allowed: {
    causes: [
      "A form with `method=post` whose action is the address of a generator.",
      "A client that asks with HEAD first, to see whether the address is there.",
      "A token check that is sent with POST.",
    ],
  },
  speculative_load: { details: LOAD_DETAILS, note: "Nothing was started, and nothing is billed." },
  domain_missing: {
    causes: ["The parameter has another name, such as `return_url`.", "The variable that holds your page is empty."],
  },
  age_not_supported: {
    causes: [
      "Another age, such as 15 or 21.",
      "Another spelling, such as 018, 18.0 or a space.",
      "The parts of the path stand in another order than key, device id, age.",
    ],
  },
  device_id_invalid: {
    details: DEVICE_ID_DETAILS,
    causes: ["The page calls us before the script that makes the id has run."],
    note: "With a placeholder, all visitors of a shop would be one device.",
  },
  domain_invalid: { details: DOMAIN_DETAILS, fixes: DOMAIN_FIXES },
  idempotency_key_invalid: { details: IDEMPOTENCY_KEY_DETAILS },
  idempotency_key_reused: {
    causes: [
      "The key is made of something that stays, such as the visitor’s session. Make one for each order, or each press.",
      "The age, the device id or the return page changed between two tries.",
    ],
  },
  rate_limited: {
    causes: [
      "All visitors of the shop share one device id.",
      "A loop, or a test, calls again without waiting.",
      "The limit of the key is lower than a busy minute of the shop.",
      "The shop’s server calls without the secret of the key, so all of its visitors count as one caller.",
    ],
    note: "A stranger ends at the limits of one address, and uses up nothing that your shop’s visitors and server need.",
  },
  plugin_key_unknown: {
    causes: [
      "The key was cut when it was copied.",
      "The key belongs to another instance of Ageway.",
      "It is a live key at the test address, which knows test keys only.",
    ],
  },
  secret_required: {
    causes: [
      "The key was locked, and a page still starts checks with it.",
      "The backend does not send `Authorization: Bearer sk_live_…`, or a proxy takes the header away.",
      "The secret was revoked, or belongs to another key.",
    ],
    note: "Send a secret from your backend only. Members make and revoke secrets, and unlock the key, on the Keys page.",
  },
  already_verified: {
    causes: [
      "The visitor comes back while the proof lives, and your session has forgotten its token.",
      "All visitors of the shop share one device id.",
    ],
    note: "Let nobody in because of this answer: anybody can send this device id. A visitor who comes here in the browser that made the proof is sent back with its token, which you check as always, and a page that fetches gets a new check. Keep the token of a yes in the visitor’s session, in your backend, and ask `auth_check` again while it lives. To start another check all the same, use another device id, or change the setting of the key.",
  },
  token_unknown: {
    note: "The answer is the same for all of these, byte for byte, and no time tells them apart. The dashboard tells them apart for the organization that the token was made for.",
  },
  not_found: {
    title: "Nothing at this address",
    words: "There is no page and no endpoint at this address",
    fix: "Check the path.",
    causes: [
      "A part of the path is missing: key, device id and age, in this order.",
      "A value has a slash in it and is not percent-encoded.",
      "The base address ends with a path of its own, such as /api.",
    ],
  },
  used: {
    causes: [
      "Your shop gave one link to two visitors, or a cache did.",
      "The visitor opened the link again in another browser, or sent it to somebody.",
      "The visitor’s browser lost its cookies after the button was pressed.",
    ],
  },
  link_incomplete: {
    causes: [
      "A chat or mail program cut the address.",
      "The address was put into another one and not percent-encoded.",
      "The browser went to a generator, and the call was refused for a reason of its own, which the dashboard has.",
    ],
  },
} as const satisfies Record<string, Causes>;
