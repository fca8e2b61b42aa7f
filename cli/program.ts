import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { listDomains, removeDomain, verifyDomainManually } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { addKeySecret, listKeySecrets, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { setKeyBrake, setKeyLanguage, setKeyLimit } from "#lib/keys/key-settings.ts";
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
import { setAccent, setLogo } from "#lib/organizations/branding.ts";
import { addOwner, listMembers } from "#lib/organizations/member.ts";
import {
  createOrganization,
  listOrganizations,
  renameOrganization,
  suspendOrganization,
} from "#lib/organizations/organization.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { eraseUser } from "#lib/retention/erase-user.ts";
import { answer, type Format } from "./format.ts";
import { challengeText, checkedText, domainsText } from "./format-domain.ts";
import { addInvoices } from "./invoice.ts";
import { addLedger } from "./ledger.ts";
import { addTerms } from "./terms.ts";

const CALLED_FROM = process.cwd();
const format: Format = async (work, wordsOf) => answer(await work, asJson(), wordsOf);
/** What no logo is, whatever limit its verb sets. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Every command of the operator. Importing this runs none of them; `docs/operate/command.md` is written from it. */
export const ageway = new Command("ageway")
  .description(
    "Ageway, for its operator. Works on the database of DATABASE_URL, or else on the demo that npm start runs.",
  )
  .option("--json", "one JSON value on standard output, for machines")
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("(ageway --help lists the commands)")
  .exitOverride((stopped) => process.exit(stopped.exitCode === 0 ? 0 : 2));

const organization = ageway.command("organization").description("the shops' companies");
organization
  .command("create <name>")
  .description("make an organization")
  .action((name) => format(createOrganization(OPERATOR, name)));
organization
  .command("list")
  .description("every organization")
  .action(() => format(listOrganizations(OPERATOR)));
organization
  .command("rename <organization> <name>")
  .description("what visitors read beside its host")
  .action((id, name) => format(renameOrganization(OPERATOR, id, name)));
organization
  .command("accent <organization> <colour>")
  .description('the colour of the button on its pages, like "#7a1f2b", or none')
  .action((id, colour) => format(setAccent(OPERATOR, id, unlessNone(colour))));
organization
  .command("logo <organization>")
  .description("the picture on its pages: PNG, JPEG or WebP, 64 KB and 2,000 pixels at most, or none")
  .addArgument(new Argument("<file>").argParser(fileOrNone))
  .action((id, { bytes }) => format(setLogo(OPERATOR, id, bytes)));
organization
  .command("suspend <organization>")
  .description("refuse all of its calls, from the next one on")
  .action((id) => format(suspendOrganization(OPERATOR, id, true)));
organization
  .command("resume <organization>")
  .description("let a suspended organization go on")
  .action((id) => format(suspendOrganization(OPERATOR, id, false)));

const owner = ageway.command("owner").description("the people who decide about an organization");
owner
  .command("add <organization> <email>")
  .description("make a person an owner, and write to them")
  .action((id, email) => format(addOwner(OPERATOR, id, email)));
owner
  .command("list <organization>")
  .description("its members, as member list shows them")
  .action((id) => format(listMembers(OPERATOR, id)));

const member = ageway.command("member").description("everybody who works with an organization");
member
  .command("list <organization>")
  .description("its members with their roles and ids")
  .action((id) => format(listMembers(OPERATOR, id)));
member
  .command("role <organization> <user>")
  .description("change a member's role, from their next request on; the list shows the user's id")
  .addArgument(new Argument("<role>").choices(ROLES))
  .action((id, user, role) => format(changeRole(OPERATOR, id, user, role)));
member
  .command("remove <organization> <user>")
  .description("end a membership")
  .action((id, user) => format(removeMember(OPERATOR, id, user)));

const user = ageway.command("user").description("the people who sign in to the dashboard");
user
  .command("erase <email>")
  .description("erase a person and their address; the audit log keeps a pseudonym. Needs the owner's login")
  .action((email) => format(eraseUser(OPERATOR, email)));

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
  .action((text, language) => format(setKeyLanguage(OPERATOR, text, unlessNone(language))));

key
  .command("limit <key>")
  .description("how many calls a minute are accepted, from the next one on; none: as its plan or the instance has it")
  .addArgument(new Argument("<calls>").argParser(numberOrNone))
  .action((text, { number }) => format(setKeyLimit(OPERATOR, text, number)));
key
  .command("brake <key>")
  .description("pause the key, with a mail, when more than so many calls are accepted in a clock hour; none: never")
  .addArgument(new Argument("<calls>").argParser(numberOrNone))
  .action((text, { number }) => format(setKeyBrake(OPERATOR, text, number)));

const domain = ageway.command("domain").description("the hosts that visitors may be sent back to");
domain
  .command("add <organization> <host>")
  .description("verify a host by your word, without a proof")
  .option("--include-subdomains", "and every host below it", false)
  .action((organizationId, host, { includeSubdomains }) =>
    format(verifyDomainManually(OPERATOR, { organizationId, host, includeSubdomains })),
  );
domain
  .command("claim <organization> <host>")
  .description("say which DNS record, or which file on it, proves a host; it counts when check has seen it")
  .option("--include-subdomains", "and every host below it", false)
  .option("--file", "by a file instead of a DNS record", false)
  .action((organizationId, host, { includeSubdomains, file }) => {
    const method = file ? "file" : "dns";
    return format(claimDomain(OPERATOR, { organizationId, host, includeSubdomains, method }), challengeText);
  });
domain
  .command("check <organization> <host>")
  .description("look what DNS, or the host, says now; status 0 if it proves the host")
  .action(async (organizationId, host) => {
    const checked = await checkDomain(OPERATOR, organizationId, host);
    await format(checked, checkedText);
    if (checked.ok && checked.diagnosis !== "verified") process.exitCode = 1;
  });
domain
  .command("list <organization>")
  .description("its hosts, and what DNS or the host said last")
  .action((id) => format(listDomains(OPERATOR, id), ({ rows }) => domainsText(rows)));
domain
  .command("remove <organization> <host>")
  .description("send no visitor back there from the next call on")
  .action((id, host) => format(removeDomain(OPERATOR, id, host)));

addTerms(ageway, format);
addLedger(ageway, format);
addInvoices(ageway, format);

/** Did the operator ask for one JSON value? */
export function asJson(): boolean {
  return ageway.opts().json === true;
}

function unlessNone<Text extends string>(text: Text | "none"): Text | null {
  return text === "none" ? null : text;
}

/** Boxed, because commander takes a bare `null` for an argument without a value. */
function numberOrNone(text: string): { number: number | null } {
  if (text !== "none" && !/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, or none.");
  return { number: text === "none" ? null : Number(text) };
}

/** Paths count from where the operator stands. */
function fileOrNone(path: string): { bytes: Uint8Array | null } {
  if (path === "none") return { bytes: null };
  try {
    const file = resolve(CALLED_FROM, path);
    const found = statSync(file);
    // A device may never end, and a whole film need not be read to be refused.
    if (!found.isFile() || found.size > MAX_FILE_BYTES) throw new InvalidArgumentError("It is not a picture.");
    return { bytes: readFileSync(file) };
  } catch (fault) {
    if (fault instanceof InvalidArgumentError) throw fault;
    throw new InvalidArgumentError(`It cannot be read (${(fault as NodeJS.ErrnoException).code}).`);
  }
}
