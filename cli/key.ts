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
import type { Format } from "./format.ts";

export function addKeys(ageway: Command, format: Format): void {
  const key = ageway.command("key").description("Manage plugin keys, which are public: they stand in page source");
  key
    .command("create <organization>")
    .description("Create a live plugin key, or a test key with --test")
    .option("--test", "Create a test key, which uses the test eID and costs nothing", false)
    .option("--locked", "Lock it, and print its secret this once: calls without that are refused", false)
    .option("--label <text>", "What the key is for", "")
    .action((organizationId, { test, locked, label }) =>
      format(createKey(OPERATOR, { organizationId, mode: test ? "test" : "live", label, isLocked: locked })),
    );
  key
    .command("list <organization>")
    .description("List the plugin keys of an organization")
    .action((id) => format(listKeys(OPERATOR, id)));
  key
    .command("rotate <key>")
    .description("Create a key that replaces this one; the old key works until its grace ends")
    .addOption(
      new Option("--grace <time>", "How long the old key still works")
        .choices(Object.keys(GRACES))
        .default(DEFAULT_GRACE),
    )
    .action((text, { grace }) => format(rotateKey(OPERATOR, text, grace)));
  key
    .command("keep <key>")
    .description("Cancel a rotation: the old key keeps working")
    .action((text) => format(reactivateKey(OPERATOR, text)));
  key
    .command("revoke <key>")
    .description("Refuse the calls of a key for good, from the next one on")
    .action((text) => format(revokeKey(OPERATOR, text)));
  key
    .command("pause <key>")
    .description("Refuse the calls of a key from the next one on, until it is resumed")
    .action((text) => format(pauseKey(OPERATOR, text, true)));
  key
    .command("resume <key>")
    .description("Accept the calls of a paused key again")
    .action((text) => format(pauseKey(OPERATOR, text, false)));
  key
    .command("secret <key>")
    .description("create a secret of a live key and show it this once; a key has two at most, to change over")
    .action((text) => format(addKeySecret(OPERATOR, text)));
  key
    .command("lock <key>")
    .description("refuse calls that carry none of the key's secrets, from the next one on")
    .action((text) => format(lockKey(OPERATOR, text)));
  key
    .command("secrets <key>")
    .description("List the secrets of a key by id and last letters")
    .action((text) => format(listKeySecrets(OPERATOR, text)));
  key
    .command("revoke-secret <key> <secret>")
    .description("Refuse calls with this secret from the next one on; key secrets shows its id")
    .action((text, id) => format(revokeKeySecret(OPERATOR, text, id)));
  key
    .command("unlock <key>")
    .description("Remove all secrets of a key: its calls need none")
    .action((text) => format(unlockKey(OPERATOR, text)));
  key
    .command("language <key>")
    .description("Set the language of visitors' pages, or none for that of the organization")
    .addArgument(new Argument("<language>").choices([...LANGUAGES, "none"]))
    .action((text, language) => format(changeKeySettings(OPERATOR, text, { language: unlessNone(language) })));

  key
    .command("limit <key>")
    .description("Set how many calls a minute are accepted, or none for the limit of the plan or the instance")
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { callsPerMinute: number })));
  key
    .command("address-limit <key>")
    .description(
      "Set how many calls a minute of one address without the secret are accepted, or none for the limit of the plan or the instance",
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
