import type { Causes } from "./causes.ts";
import { HOST_DETAILS } from "./details.ts";

/** Ended on the dashboard, by an owner of the organization or by a member whose role allows it. */
export const OF_THE_OWNER = {
  plugin_key_revoked: {
    causes: [
      "The key was rotated, and its grace period is over.",
      "A member revoked it.",
      "One of your servers or pages still has an old key.",
    ],
  },
  plugin_key_paused: {
    causes: [
      "A member paused it.",
      "It paused itself: more calls with its secret were accepted in an hour than you chose for it. Everybody who may resume it got a mail.",
    ],
  },
  subscription_inactive: {
    causes: ["No plan was chosen yet.", "A payment is overdue, and its grace period is over.", "The plan was ended."],
  },
  spend_cap_reached: {
    causes: [
      "The month has more checks than you planned.",
      "Somebody runs up checks with your public key. Lock the key, or let one address make fewer calls a minute with it.",
    ],
    note: "The cap counts what is spent and what checks under way have reserved: those whose visitors went to the eID. A link reserves nothing. Test keys go on working.",
  },
  domain_not_verified: {
    details: HOST_DETAILS,
    causes: [
      "The shop is on another host than the one that was verified, such as one with www.",
      "The DNS record or the file was removed, and the seven days after that are over.",
    ],
  },
  shop_unavailable: {
    causes: [
      "The key was revoked, or the organization suspended, after the link was made.",
      "The spend cap had no room when the visitor wanted to go to the eID: it is reached, or half of what it has left is reserved by checks that began without a secret of the key. The visitor may try again.",
      "Visitors from the same address have 300 checks of this key under way, which began without a secret of it.",
      "The browser went to a generator with a key that does not work now, and the return page is on no verified host.",
    ],
  },
} as const satisfies Record<string, Causes>;
