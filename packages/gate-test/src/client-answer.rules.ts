/** One line to a client, in the words of the API. */
export type ClientQuestion = {
  base_url: string;
  plugin_key: string;
  token: string;
  device_id: string;
  age: number;
  timeout_ms: number;
};

/** The line that came back, or why none did. */
export type Said = { line: string } | { silence: string };

/** `why`: in our words; a client need not know them. `lastsMs`: how long a yes may be kept from its answer on. */
export type Expected = { allowed: boolean; why?: string | undefined; lastsMs: number };

/** What the API heard, as paths with queries; `null`: it does not matter. Around it, when the client was asked and had answered. */
type Heard = { began: number; paths: readonly string[] | null; ended: number };

/** What is wrong with what a client said; `null`: nothing. */
export function flawOf(said: Said, asked: ClientQuestion, expected: Expected, heard: Heard): string | null {
  if ("silence" in said) return said.silence;
  const answer = answerIn(said.line);
  if (answer === null) return `It answered ${said.line.slice(0, 100)}, not {"allowed": …}.`;
  const { allowed, why, until, mode } = answer;
  if (allowed !== expected.allowed) return allowed ? "It said yes." : `It said no${why ? `: ${why}` : ""}.`;
  if (!allowed && why && why !== expected.why) return `It said no: ${why}. The reason is ${expected.why}.`;
  if (allowed && mode && !asked.plugin_key.startsWith(`pk_${mode}_`)) return `It said mode ${mode} for this key.`;
  return (allowed ? flawOfEnd(until, expected, heard) : null) ?? flawOfQuestions(asked, heard.paths);
}

/** Whether a client lets somebody in whom nothing confirmed. */
export function isWrongYes(said: Said, expected: Expected): boolean {
  return !expected.allowed && "line" in said && answerIn(said.line)?.allowed === true;
}

type ClientAnswer = { allowed: boolean } & Record<"why" | "until" | "mode", string | null>;

/** `null`: it is none. */
export function answerIn(line: string): ClientAnswer | null {
  try {
    const { allowed, ...others } = JSON.parse(line);
    const text = (name: string) => (typeof others[name] === "string" ? others[name] : null);
    if (typeof allowed !== "boolean") return null;
    return { allowed, why: text("why"), until: text("until"), mode: text("mode") };
  } catch {
    return null;
  }
}

/** Moments in whole seconds may be rounded up. */
const ROUNDED_MS = 1_000;

function flawOfEnd(until: string | null, { lastsMs }: Expected, { began, ended }: Heard): string | null {
  const end = Date.parse(until ?? "");
  if (!(end > began)) return `It keeps the yes until ${until}, which is no moment to come.`;
  if (end <= ended + lastsMs + ROUNDED_MS) return null;
  return `It keeps the yes until ${until}, ${Math.ceil((end - ended) / 60_000)} minutes. It may for ${lastsMs / 60_000}.`;
}

function flawOfQuestions({ token, device_id, plugin_key }: ClientQuestion, paths: Heard["paths"]): string | null {
  if (paths === null) return null;
  if (paths.length === 0) return "It did not ask.";
  const wanted = `/api/auth_check/${token}/${device_id}?plugin_key=${plugin_key}`;
  const stray = paths.find((path) => path.replace(/&once=1$/, "") !== wanted);
  return stray === undefined ? null : `It asked ${stray}, not ${wanted}.`;
}
