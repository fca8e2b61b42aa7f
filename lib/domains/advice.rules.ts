/** A diagnosis in a few words, and what to do about it. */
export type Advice = { heading: string; advice: string };

/** The diagnoses of a record. `verified` needs two servers that agree; `no_answer` proves nothing. */
const OF_DNS = {
  verified: {
    heading: "The record is there",
    advice: "Two DNS servers agree: the host is verified. Leave the record where it is.",
  },
  servers_disagree: {
    heading: "Not all servers have it yet",
    advice: "One DNS server has the record already, others not yet. Wait a few minutes and check again.",
  },
  name_doubled: {
    heading: "The host is in the name twice",
    advice: "The record is there, with the host twice in its name. Enter the name without the host at its end.",
  },
  on_bare_domain: {
    heading: "The value is at the wrong name",
    advice: "The value is at the host itself. It belongs to the name above, with _ageway-challenge in front.",
  },
  quoted: {
    heading: "There are quotation marks around the value",
    advice: "The value is there with quotation marks or spaces around it. Enter it without them.",
  },
  other_value: {
    heading: "There is another value",
    advice: "There is a record with another value. Add one with the value above; the other may stay.",
  },
  alias_in_the_way: {
    heading: "An alias is in the way",
    advice: "The name is an alias (CNAME) for another, and there is no such record there. Remove the alias.",
  },
  nothing_there: {
    heading: "No record there",
    advice: "DNS has no such record. A new record can take a few minutes to appear.",
  },
  no_answer: {
    heading: "DNS did not answer",
    advice: "We could not tell whether the record is there. Check again in a few minutes.",
  },
} as const satisfies Record<string, Advice>;

/** The diagnoses of a file. `no_answer` proves nothing: the server is away, broken or too slow. */
const OF_FILE = {
  verified: {
    heading: "The file is there",
    advice: "The file has the value: the host is verified. Leave the file where it is.",
  },
  file_missing: {
    heading: "No file there",
    advice: "The host serves no such file. Put it at the address above, where everybody can read it.",
  },
  file_other_value: {
    heading: "The file says something else",
    advice: "There is a file that says something else. It must hold the value above and nothing more.",
  },
  file_too_large: {
    heading: "The file is too large",
    advice: "What is there is larger than 1 KB. The file must hold the value above and nothing more.",
  },
  file_redirects_away: {
    heading: "The address redirects elsewhere",
    advice: "The address redirects to another host or port, or to http. The file must be on this host, over https.",
  },
  address_not_public: {
    heading: "The host is not on the open internet",
    advice: "The host has an address that is not on the open internet. We connect to no such address.",
  },
  host_not_found: { heading: "There is no such host", advice: "DNS has no address for this host." },
  certificate_invalid: {
    heading: "The certificate is not valid",
    advice: "The host has no valid certificate for its name, so nothing that it says can be trusted.",
  },
  no_answer: {
    heading: "The host did not answer",
    advice: "We could not tell whether the file is there. Check again later.",
  },
} as const satisfies Record<string, Advice>;

export type DnsDiagnosis = keyof typeof OF_DNS;
export type FileDiagnosis = keyof typeof OF_FILE;

/** The method of a proof and the latest diagnosis; `null`: never probed. */
export type HostDiagnosis =
  | { method: "dns"; diagnosis: DnsDiagnosis | null }
  | { method: "file"; diagnosis: FileDiagnosis | null };

export type Method = HostDiagnosis["method"];

/** Reads what is stored. A diagnosis of the other method counts as none. */
export function hostDiagnosisOf(method: Method, stored: string | null): HostDiagnosis {
  const isKnown = Object.hasOwn(method === "dns" ? OF_DNS : OF_FILE, stored ?? "");
  return { method, diagnosis: isKnown ? stored : null } as HostDiagnosis;
}

/** The diagnosis in plain words, for the person who sets the record or the file. */
export function domainAdviceOf({ method, diagnosis }: HostDiagnosis): Advice {
  if (diagnosis === null) return { heading: "Not checked yet", advice: "Check again in a moment." };
  return method === "dns" ? OF_DNS[diagnosis] : OF_FILE[diagnosis];
}

/** The answer of one DNS server about a name. `unknown`: it failed or did not answer, which proves nothing. */
export type DnsAnswer =
  | { is: "records"; values: readonly string[] }
  | { is: "nothing" }
  | { is: "alias"; to: string }
  | { is: "unknown"; code: string };

export function answerText(answer: DnsAnswer): string {
  switch (answer.is) {
    case "records":
      return answer.values.map((value) => JSON.stringify(value)).join(", ");
    case "alias":
      return `an alias for ${answer.to}`;
    case "nothing":
      return "no TXT record";
    case "unknown":
      return `no answer (${answer.code})`;
  }
}
