import { Argument, type Command, Option } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { addKeySecret, listKeySecrets, lockKey, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import {
  createKey,
  DEFAULT_GRACE,
  GRACES,
  listKeys,
  pauseKey,
  reactivateKey,
  revokeKey,
  rotateKey,
} from "#lib/keys/plugin-key.ts";
import { numberOrNone, unlessNone } from "./arguments.ts";
import { type Format, verbsOf } from "./format.ts";

export function addKeys(ageway: Command, format: Format): void {
  const key = ageway.command("key").description("Manage plugin keys, which are public: visible in page source");
  const verb = verbsOf(key, format);
  key
    .command("create <organization>")
    .description("Create a live plugin key, or a test key with --test")
    .option("--test", "Create a test key, which uses the test eID and costs nothing")
    .option("--locked", "Lock it, and print its secret this once: calls without that are refused")
    .option("--label <text>", "What the key is for")
    .action((organizationId, { test, locked = false, label = "" }) =>
      format(createKey(OPERATOR, { organizationId, mode: test ? "test" : "live", label, isLocked: locked })),
    );
  verb("list <organization>", "List the plugin keys of an organization", listKeys);
  key
    .command("rotate <key>")
    .description("Create a key that replaces this one; the old key works until its grace ends")
    .addOption(
      new Option("--grace <time>", "How long the old key still works")
        .choices(Object.keys(GRACES))
        .default(DEFAULT_GRACE),
    )
    .action((text, { grace }) => format(rotateKey(OPERATOR, text, grace)));
  verb("keep <key>", "Cancel a rotation: the old key keeps working", reactivateKey);
  verb("revoke <key>", "Refuse the calls of a key for good, from the next one on", revokeKey);
  verb("pause <key>", "Refuse the calls of a key from the next one on, until it is resumed", (actor, text) =>
    pauseKey(actor, text, true),
  );
  verb("resume <key>", "Accept the calls of a paused key again", (actor, text) => pauseKey(actor, text, false));
  verb(
    "secret <key>",
    "Create a secret of a live key and show it this once; a key has two at most, to change over",
    addKeySecret,
  );
  verb("lock <key>", "Refuse calls that carry none of the key's secrets, from the next one on", lockKey);
  verb("secrets <key>", "List the secrets of a key by id and last letters", listKeySecrets);
  verb(
    "revoke-secret <key> <secret>",
    "Refuse calls with this secret from the next one on; key secrets lists them",
    revokeKeySecret,
  );
  verb("unlock <key>", "Remove all secrets of a key: its calls need none", unlockKey);
  key
    .command("language <key>")
    .description("Set the language of visitors' pages, or none for that of the organization")
    .addArgument(new Argument("<language>").choices([...LANGUAGES, "none"]))
    .action((text, language) => format(changeKeySettings(OPERATOR, text, { language: unlessNone(language) })));

  key
    .command("limit <key>")
    .description("Set how many calls per minute are accepted, or none for the limit of the plan or the instance")
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { callsPerMinute: number })));
  key
    .command("address-limit <key>")
    .description(
      "Set how many calls per minute of one address without the secret are accepted, or none for the limit of the plan or the instance",
    )
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { callsPerAddress: number })));
  key
    .command("brake <key>")
    .description(
      "Pause the key, and send an e-mail, when more calls with its secret than this are accepted in a clock hour; none: never",
    )
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { acceptedPerHour: number })));
  key
    .command("fallback <key>")
    .description("Set a page of the shop for visitors who have no eID, on a verified domain, or none")
    .argument("<url>")
    .action((text, url) => format(changeKeySettings(OPERATOR, text, { fallbackUrl: unlessNone(url) })));
}
