import type { AuditNames } from "./phrase.rules.ts";

export type EntryFacts = Record<string, unknown>;

type Words = Pick<AuditNames, "count">;

export function fromTo(before: unknown, after: unknown, none = "none"): string {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : none);
  return `from ${text(before)} to ${text(after)}`;
}

/** Writes "the label from “Till” to “Web shop”, the brake from none to 500 calls per hour" */
export function changes(before: EntryFacts, after: EntryFacts, words: Words): string {
  const textOf = (name: string, facts: EntryFacts) => valueText(name, facts[name], words);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => textOf(name, before) !== textOf(name, after),
  );
  const texts = names.map((name) => {
    const field = FIELDS[name];
    if (!field) return "another setting";
    return `${field.name} from ${textOf(name, before)} to ${textOf(name, after)}`;
  });
  return texts.length === 0 ? "nothing" : [...new Set(texts)].join(", ");
}

type Field = { name: string; none: string; text?: (value: string | number | boolean, words: Words) => string };

export function quoted(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? `“${value}”` : "another name";
}

const language = (value: unknown) =>
  new Intl.DisplayNames("en", { type: "language" }).of(String(value)) ?? String(value);

const FIELDS: Readonly<Record<string, Field>> = {
  name: { name: "the name", none: "none", text: quoted },
  label: { name: "the label", none: "none", text: quoted },
  language: { name: "the language", none: "the default", text: language },
  timeZone: { name: "the time zone", none: "UTC", text: (zone) => String(zone).replaceAll("_", " ") },
  legalAddress: {
    name: "the legal address",
    none: "none",
    text: (lines) => quoted(String(lines).replaceAll("\n", ", ")),
  },
  vatNumber: { name: "the VAT number", none: "none" },
  verifiedDevices: {
    name: "what happens when a visitor has just been confirmed",
    none: "the default",
    text: (value) => (value === "turned_away" ? "refuse a new check" : "ask again"),
  },
  callsPerMinute: {
    name: "the limit",
    none: "the default",
    text: (calls, { count }) => `${count(Number(calls))} calls per minute`,
  },
  callsPerAddress: {
    name: "the limit of one address",
    none: "the default",
    text: (calls, { count }) => `${count(Number(calls))} calls per minute`,
  },
  acceptedPerHour: {
    name: "the brake",
    none: "none",
    text: (calls, { count }) => `${count(Number(calls))} calls per hour`,
  },
  fallbackUrl: { name: "the page for visitors without an eID", none: "none" },
  method: { name: "the method", none: "none", text: (method) => (method === "file" ? "a file" : "a DNS record") },
  includeSubdomains: {
    name: "its sub-domains",
    none: "left out",
    text: (isIncluded) => (isIncluded ? "included" : "left out"),
  },
};

function valueText(name: string, value: unknown, words: Words): string {
  const field = FIELDS[name];
  if (!field || value === null || value === undefined || value === "") return field?.none ?? "none";
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return field.none;
  return field.text ? field.text(value, words) : String(value);
}
