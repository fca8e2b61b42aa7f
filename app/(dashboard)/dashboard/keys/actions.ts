"use server";

import * as z from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { hasInvisible } from "#lib/base/text.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { VERIFIED_DEVICES } from "#lib/core/provider.rules.ts";
import { addKeySecret, lockKey, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { changeKeySettings, readLabel } from "#lib/keys/key-settings.ts";
import { isKeyLimit } from "#lib/keys/plugin-key.rules.ts";
import { createKey, endKeyNow, GRACES, pauseKey, reactivateKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";

const text = z.string();
const aLabel = text
  .refine(
    (typed) => !hasInvisible(typed.trim()),
    "This label has invisible characters, such as a mark for the direction of text. Type it instead of pasting it.",
  )
  .refine((typed) => readLabel(typed) !== null, "Enter a label of at most 80 characters, on one line.");
/** An empty field becomes `null`: no limit. */
const wholeNumber = (what: string) =>
  text
    .trim()
    .transform((typed) => (typed === "" ? null : /^\d{1,8}$/.test(typed) ? Number(typed) : Number.NaN))
    .refine(isKeyLimit, `${what}: enter a whole number from 1 to 10,000,000, or leave it empty.`);
const graces = Object.keys(GRACES) as [keyof typeof GRACES];

export const createKeyAction = action(
  z.object({ organization: text, label: aLabel, mode: z.enum(["locked", "live", "test"], "Choose who calls.") }),
  (user, { organization: organizationId, label, mode }) =>
    createKey(user, { organizationId, label, mode: mode === "test" ? mode : "live", isLocked: mode === "locked" }),
  ({ key, secret }) =>
    secret === undefined
      ? { to: `/dashboard/keys/${key}?created#created` }
      : {
          message: "Key created. It is locked, and this is its secret",
          secret,
          next: { href: `/dashboard/connect?key=${key}`, name: "Put key and secret into your backend" },
        },
);

export const saveSettings = action(
  z.object({
    key: text,
    label: aLabel,
    language: z.enum(["", ...LANGUAGES]),
    verifiedDevices: z.enum(["", ...VERIFIED_DEVICES]),
    limit: wholeNumber("Calls per minute"),
    addressLimit: wholeNumber("Calls per minute from one address"),
    brake: wholeNumber("Pause after"),
    fallback: text.trim(),
  }),
  (user, { key, label, language, verifiedDevices, limit, addressLimit, brake, fallback }, isChanged) =>
    changeKeySettings(user, key, {
      ...(isChanged("label") && { label }),
      ...(isChanged("language") && { language: language === "" ? null : language }),
      ...(isChanged("verifiedDevices") && { verifiedDevices: verifiedDevices === "" ? null : verifiedDevices }),
      ...(isChanged("limit") && { callsPerMinute: limit }),
      ...(isChanged("addressLimit") && { callsPerAddress: addressLimit }),
      ...(isChanged("brake") && { acceptedPerHour: brake }),
      ...(isChanged("fallback") && { fallbackUrl: fallback === "" ? null : fallback }),
    }),
  ({ changed }) => ({ message: changed ? "Settings saved. They apply from the next call." : "Nothing had changed." }),
);

export const rotateKeyAction = action(
  z.object({ key: text, grace: z.enum(graces) }),
  (user, { key, grace }) => rotateKey(user, key, grace),
  ({ key }) => ({ to: `/dashboard/keys/${key}#rotate` }),
);

export const cancelRotation = action(
  z.object({ key: text }),
  (user, { key }) => reactivateKey(user, key),
  ({ changed }) => ({
    message: changed ? "Rotation cancelled. The old key stays." : "There was nothing to cancel: the old key has ended.",
  }),
);

export const endOldKey = action(
  z.object({ key: text, here: text }),
  (user, { key }) => endKeyNow(user, key),
  (_, { here }) => ({ to: `/dashboard/keys/${encodeURIComponent(here)}` }),
);

export const pauseKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => pauseKey(user, key, true),
  () => ({ message: "Key paused. Its calls are refused from now on." }),
);

export const resumeKey = action(
  z.object({ key: text }),
  (user, { key }) => pauseKey(user, key, false),
  () => ({ message: "Key resumed. Its calls are accepted again." }),
);

export const addSecret = action(
  z.object({ key: text }),
  (user, { key }) => addKeySecret(user, key),
  ({ secret }) => ({ message: "This is the new secret", secret }),
);

export const lockKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => lockKey(user, key),
  () => ({ message: "Key locked. Calls without a secret are refused from now on." }),
);

export const removeSecret = action(
  z.object({ key: text, secret: text }),
  (user, { key, secret }) => revokeKeySecret(user, key, secret),
  () => ({ message: "Secret removed. Calls with it are refused from now on." }),
);

export const unlockKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => unlockKey(user, key),
  () => ({ message: "Key unlocked. Its calls need no secret." }),
);

export const revokeKeyAction = action(
  z.object({ key: text, typed: text, old: z.enum(["keep", "end"]).optional() }),
  (user, { key, typed, old }) => revokeKey(user, key, typed, old === "keep"),
  (_, { key }) => ({ to: `/dashboard/keys/${key}` }),
);
