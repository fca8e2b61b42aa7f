"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { VERIFIED_DEVICES } from "#lib/core/provider.rules.ts";
import { addKeySecret, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { labelKey, setKeyBrake, setKeyLanguage, setKeyLimit, setKeyVerifiedDevices } from "#lib/keys/key-settings.ts";
import { isKeyLimit } from "#lib/keys/plugin-key.rules.ts";
import { createKey, GRACES, pauseKey, reactivateKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";

const text = z.string();
/** An empty field becomes `null`: no limit. */
const wholeNumber = z
  .string()
  .trim()
  .transform((typed) => (typed === "" ? null : /^\d{1,8}$/.test(typed) ? Number(typed) : Number.NaN))
  .refine(isKeyLimit, "Write a whole number from 1 to 10,000,000, or leave the field empty.");
const graces = Object.keys(GRACES) as [keyof typeof GRACES];

export const createKeyAction = action(
  z.object({ organization: text, label: text, mode: z.enum(["test", "live"], "Choose test or live.") }),
  (user, { organization: organizationId, label, mode }) => createKey(user, { organizationId, label, mode }),
  ({ key }) => ({ to: `/dashboard/keys/${key}` }),
);

export const labelKeyAction = action(
  z.object({ key: text, label: text }),
  (user, { key, label: written }) => labelKey(user, key, written),
  () => ({ message: "The label is saved." }),
);

export const setLanguage = action(
  z.object({ key: text, language: z.enum(["", ...LANGUAGES]) }),
  (user, { key, language }) => setKeyLanguage(user, key, language === "" ? null : language),
  () => ({ message: "The language is saved. It holds from the next visitor on." }),
);

export const setVerifiedDevices = action(
  z.object({ key: text, verifiedDevices: z.enum(["", ...VERIFIED_DEVICES]) }),
  (user, { key, verifiedDevices }) => setKeyVerifiedDevices(user, key, verifiedDevices === "" ? null : verifiedDevices),
  () => ({ message: "Saved. It holds from the next call on." }),
);

export const setLimit = action(
  z.object({ key: text, limit: wholeNumber }),
  (user, { key, limit }) => setKeyLimit(user, key, limit),
  () => ({ message: "The limit is saved. It holds from the next call on." }),
);

export const setBrake = action(
  z.object({ key: text, brake: wholeNumber }),
  (user, { key, brake }) => setKeyBrake(user, key, brake),
  ({ acceptedPerHour }) => ({ message: acceptedPerHour === null ? "The key has no brake." : "The brake is saved." }),
);

export const rotateKeyAction = action(
  z.object({ key: text, grace: z.enum(graces) }),
  (user, { key, grace }) => rotateKey(user, key, grace),
  ({ key, old }) => ({ to: `/dashboard/keys/${key}?after=${old}` }),
);

export const reactivateKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => reactivateKey(user, key),
  ({ changed }) => ({
    message: changed ? "The key goes on." : "There was nothing to undo: the key has no end, or has ended.",
  }),
);

export const pauseKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => pauseKey(user, key, true),
  () => ({ message: "The key is paused. Calls with it are refused from now on." }),
);

export const resumeKey = action(
  z.object({ key: text }),
  (user, { key }) => pauseKey(user, key, false),
  () => ({ message: "The key works again." }),
);

export const addSecret = action(
  z.object({ key: text }),
  (user, { key }) => addKeySecret(user, key),
  ({ secret, isFirst }) => ({
    message: isFirst ? "The key is locked. This is its secret" : "This is the new secret",
    secret,
  }),
);

export const revokeSecret = action(
  z.object({ key: text, secret: text }),
  (user, { key, secret }) => revokeKeySecret(user, key, secret),
  () => ({ message: "The secret is revoked. Calls that carry it are refused from now on." }),
);

export const unlockKeyAction = action(
  z.object({ key: text }),
  (user, { key }) => unlockKey(user, key),
  () => ({ message: "The key is unlocked. Its calls need no secret." }),
);

export const revokeKeyAction = action(
  z.object({ key: text, typed: text }),
  (user, { key, typed }) => revokeKey(user, key, typed),
  () => ({ message: "The key is revoked. Calls with it are refused from now on." }),
);
