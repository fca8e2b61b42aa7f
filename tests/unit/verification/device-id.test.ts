import { expect, test } from "vitest";
import { flawOfDeviceId } from "#lib/verification/device-id.rules.ts";

test.for([
  "undefined",
  "UNDEFINED",
  "undefinedundefined",
  "nullnull",
  "null-null",
  "undefined-undefined",
  "user_undefined",
  "device_id",
  "deviceId",
  "device-id",
  "your-device-id",
  "YOUR_DEVICE_ID",
  "service_device_id",
  "example.placeholder",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "00000000000000000000000000000000",
  "00000000-0000-4000-8000-000000000000",
  "123e4567-e89b-12d3-a456-426614174000",
  "123e4567-e89b-12d3-a456-426655440000",
  "550E8400-E29B-41D4-A716-446655440000",
  "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
  "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx",
  "aaaaaaaa",
  "AAAAaaaa",
  "a".repeat(128),
  "--------",
  "--device--id--",
  "._~-._~-",
  "1-1-1-1-1",
])("%s is what a program writes that has no id, and no device", (text) => {
  expect(flawOfDeviceId(text)).toBe("placeholder");
});

test.for([
  "undefined1",
  "1undefined",
  "device-1",
  "my-device-7f",
  "test-device-id",
  "nullable",
  "aaaaaaab",
  "baaaaaaa",
  "00000000-0000-0000-0000-000000000001",
  "10000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-fffffffffffe",
  "00000000-0000-4000-8000-000000000001",
  "123e4567-e89b-12d3-a456-426614174001",
  "f47ac10b-58cc-4372-a567-0e02b2c3d478",
  "3f0f5f0e-8d5c-4a52-9b57-a3f2a1a8d1c2",
  "A.z_0~9-",
  "~.user.~9",
])("%s can name a device", (text) => {
  expect(flawOfDeviceId(text)).toBeNull();
});

test("8 to 128 characters, to the character", () => {
  expect(["1234567", "12345678", "ab".repeat(64), `${"ab".repeat(64)}c`, ""].map(flawOfDeviceId)).toEqual([
    "wrong_length",
    null,
    null,
    "wrong_length",
    "wrong_length",
  ]);
});

test.for([
  "with space",
  "with/slash",
  "späth-id",
  "12345678\n",
  "\n12345678",
  "[object Object]",
  "{device_id}",
  "1234567%",
])("%j has other characters than an id's", (text) => expect(flawOfDeviceId(text)).toBe("wrong_characters"));

const WORDS = [
  ["undefined", "null", "nan", "none", "nil", "true", "false", "object", "unknown", "default", "empty", "missing"],
  ["device", "deviceid", "devices", "id", "uuid", "guid", "token", "your", "yourdeviceid", "my", "mydeviceid", "the"],
  ["visitor", "visitorid", "user", "userid", "session", "sessionid", "service", "servicedeviceid", "here", "insert"],
  ["example", "placeholder", "changeme", "anonymous", "nullnull", "undefinedundefined"],
].flat();

test.for(WORDS)("%s says nothing of a device, however it is joined to others", (word) => {
  expect(flawOfDeviceId(`device.${word}~id`)).toBe("placeholder");
  expect(flawOfDeviceId(`device.${word}7~id`)).toBeNull();
});
