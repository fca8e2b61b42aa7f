import { Argument, type Command, Option } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { addKeySecret, listKeySecrets, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
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

/** Plugin keys, their secrets and settings. */
export function addKeys(ageway: Command, format: Format): void {
  const key = ageway.command("key").description("plugin keys: public, they stand in page source");
  key
    .command("create <organization>")
    .description("make a plugin key, live unless --test is given")
    .option("--test", "a test key: goes to the test eID, costs nothing", false)
    .option("--label <text>", "what it is for", "")
    .action((organizationId, { test, label }) =>
      format(createKey(OPERATOR, { organizationId, mode: test ? "test" : "live", label })),
    );
  key
    .command("list <organization>")
    .description("its plugin keys")
    .action((id) => format(listKeys(OPERATOR, id)));
  key
    .command("rotate <key>")
    .description("make its successor; the old one goes on for a while")
    .addOption(new Option("--grace <time>", "for how long").choices(Object.keys(GRACES)).default(DEFAULT_GRACE))
    .action((text, { grace }) => format(rotateKey(OPERATOR, text, grace)));
  key
    .command("keep <key>")
    .description("take a rotation back: the old key goes on")
    .action((text) => format(reactivateKey(OPERATOR, text)));
  key
    .command("revoke <key>")
    .description("refuse its calls, from the next one on; cannot be undone")
    .action((text) => format(revokeKey(OPERATOR, text)));
  key
    .command("pause <key>")
    .description("refuse its calls, from the next one on, until resume")
    .action((text) => format(pauseKey(OPERATOR, text, true)));
  key
    .command("resume <key>")
    .description("let a paused key go on")
    .action((text) => format(pauseKey(OPERATOR, text, false)));
  key
    .command("lock <key>")
    .description("make a secret, shown this once, that its calls must carry; again: a second one, to change over")
    .action((text) => format(addKeySecret(OPERATOR, text)));
  key
    .command("secrets <key>")
    .description("which secrets it has, by id and last letters")
    .action((text) => format(listKeySecrets(OPERATOR, text)));
  key
    .command("revoke-secret <key> <secret>")
    .description("refuse the calls that carry it, from the next one on; the list shows the secret's id")
    .action((text, id) => format(revokeKeySecret(OPERATOR, text, id)));
  key
    .command("unlock <key>")
    .description("take every secret away: its calls need none")
    .action((text) => format(unlockKey(OPERATOR, text)));
  key
    .command("language <key>")
    .description("what its visitors read unless they choose; none: as its organization has it")
    .addArgument(new Argument("<language>").choices([...LANGUAGES, "none"]))
    .action((text, language) => format(changeKeySettings(OPERATOR, text, { language: unlessNone(language) })));

  key
    .command("limit <key>")
    .description("how many calls a minute are accepted, from the next one on; none: as its plan or the instance has it")
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { callsPerMinute: number })));
  key
    .command("brake <key>")
    .description("pause the key, with a mail, when more than so many calls are accepted in a clock hour; none: never")
    .addArgument(new Argument("<calls>").argParser(numberOrNone))
    .action((text, { number }) => format(changeKeySettings(OPERATOR, text, { acceptedPerHour: number })));
}
