import type { DetailOf } from "#lib/reasons/reason.rules.ts";

const [MIN_LENGTH, MAX_LENGTH] = [8, 128];

/**
 * Words that programs write where they have no id, and that documentation writes where an id belongs. A shop whose script
 * sends one of them would share one device, with its proofs, among all its visitors.
 */
const NO_ID = new Set(
  [
    ["undefined", "null", "nan", "none", "nil", "true", "false", "object", "unknown", "default", "empty", "missing"],
    ["device", "deviceid", "devices", "id", "uuid", "guid", "token", "your", "yourdeviceid", "my", "mydeviceid", "the"],
    ["visitor", "visitorid", "user", "userid", "session", "sessionid", "service", "servicedeviceid", "here", "insert"],
    ["example", "placeholder", "changeme", "anonymous", "nullnull", "undefinedundefined"],
  ].flat(),
);

/** UUIDs from specifications and manuals, and the empty UUID of version 4. */
const SHOWN_EVERYWHERE = new Set([
  "00000000-0000-4000-8000-000000000000",
  "123e4567-e89b-12d3-a456-426614174000",
  "123e4567-e89b-12d3-a456-426655440000",
  "550e8400-e29b-41d4-a716-446655440000",
  "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
  "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx",
]);

/** Says what is wrong with a device id (contract §1, rule 5); `null`: nothing. */
export function flawOfDeviceId(text: string): DetailOf<"device_id_invalid"> | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return "wrong_length";
  if (!/^[A-Za-z0-9._~-]+$/.test(text)) return "wrong_characters";
  return isPlaceholder(text.toLowerCase()) ? "placeholder" : null;
}

function isPlaceholder(text: string): boolean {
  if (SHOWN_EVERYWHERE.has(text)) return true;
  const words = text.split(/[._~-]/).filter((word) => word !== "");
  // The nil and the max UUID, without their hyphens, are one repeated character, too.
  return words.every((word) => NO_ID.has(word)) || isOneCharacter(words.join(""));
}

function isOneCharacter(text: string): boolean {
  for (let at = 1; at < text.length; at += 1) if (text[at] !== text[0]) return false;
  return true;
}
