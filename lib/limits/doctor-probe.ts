import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { currentRequest } from "#lib/observe/request-context.ts";
import { config } from "#lib/runtime/config.ts";
import { callerOf } from "./caller.ts";

/** The header by which `ageway doctor` shows that it has a key of the server: a time, and its MAC. */
export const PROBE = "Ageway-Doctor";
export const PROBE_PATH = "/api/health/doctor";
/** As the clocks of the two may differ. */
const LASTS_MS = 60_000;

/** Holds what the server hears of a request, and what it may use. */
export type Arrived = {
  host: string | null;
  /** The address that the connection comes from. */
  peer: string;
  /** As limits count them. */
  caller: string;
  forwardedFor: string[];
  forwardedProto: string | null;
  /** Says how many files the process may open; `null`: unknown, or unlimited. */
  openFiles: number | null;
  memoryBytes: number;
};

export function probeHeader(key: KeyObject, now = Date.now()): string {
  return `${now}.${macOf(key, String(now))}`;
}

/** Does the request come from somebody with a key of ours, within the last minute? */
export function isProbe(header: string | null, now = Date.now(), keys: readonly KeyObject[] = config().keys): boolean {
  const [at = "", mac = ""] = (header ?? "").slice(0, 100).split(".");
  if (!/^\d{13}$/.test(at) || Math.abs(now - Number(at)) > LASTS_MS) return false;
  return keys.some((key) => {
    const [given, own] = [Buffer.from(mac), Buffer.from(macOf(key, at))];
    return given.length === own.length && timingSafeEqual(given, own);
  });
}

function macOf(key: KeyObject, at: string): string {
  return createHmac("sha256", key).update(`doctor ${at}`).digest("base64url");
}

export function arrivedOf(headers: Pick<Headers, "get">): Arrived {
  const forwarded = headers.get("X-Forwarded-For");
  return {
    host: headers.get("Host"),
    peer: currentRequest()?.peer ?? "",
    caller: currentRequest() ? callerOf(headers) : "",
    forwardedFor: forwarded === null ? [] : forwarded.split(",").map((entry) => entry.trim()),
    forwardedProto: headers.get("X-Forwarded-Proto"),
    openFiles: openFiles(),
    memoryBytes: Math.min(process.constrainedMemory() || totalmem(), totalmem()),
  };
}

function openFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
