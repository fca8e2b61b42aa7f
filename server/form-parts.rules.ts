/** `isFile`: its head has the name of a file. */
export type FormPart = { name: string; isFile: boolean; value: Buffer };

const MAX_HEADER_BYTES = 2_048;
const [CRLF, BLANK_LINE, DASHES] = ["\r\n", "\r\n\r\n", "--"];

/** The head of a part as browsers write it, with a name of ours. A file's name may be anything; its type is that of the file. */
const HEAD =
  /^\r\nContent-Disposition: form-data; name="([\w$.:-]{1,100})"(; filename="[^"\r\n]*"\r\nContent-Type: [\w.+-]+\/[\w.+-]+)?$/;

/**
 * The boundary of a `multipart/form-data` (RFC 2046, 5.1.1); `null`: another type. Accepts only the spelling that browsers use,
 * so that Next's parser cannot find another boundary than we do.
 */
export function boundaryOf(contentType: string): string | null {
  return /^multipart\/form-data; ?boundary=([0-9A-Za-z'()+_,./:=?-]{1,70})$/.exec(contentType)?.[1] ?? null;
}

/** The parts of a form (RFC 7578), in one pass. `null`: it is malformed or has more than `max` parts; reading stopped there. */
export function formParts(body: Buffer, boundary: string, max: number): FormPart[] | null {
  const delimiter = DASHES + boundary;
  const parts: FormPart[] = [];
  if (!isAt(body, 0, delimiter)) return null;
  for (let at = delimiter.length; ; ) {
    if (isAt(body, at, DASHES)) return isEnd(body, at + DASHES.length) ? parts : null;
    if (!isAt(body, at, CRLF) || parts.length === max) return null;
    const headers = body.subarray(at, at + MAX_HEADER_BYTES).indexOf(BLANK_LINE);
    const value = at + headers + BLANK_LINE.length;
    // No browser chooses a boundary that a value contains, and Node's parser fails on one.
    const end = body.indexOf(boundary, value) - CRLF.length - DASHES.length;
    if (headers < 0 || end < value || !isAt(body, end, CRLF + delimiter)) return null;
    const head = HEAD.exec(body.toString("latin1", at, at + headers));
    if (head === null) return null;
    parts.push({ name: head[1] ?? "", isFile: head[2] !== undefined, value: body.subarray(value, end) });
    at = end + CRLF.length + delimiter.length;
  }
}

function isAt(body: Buffer, at: number, text: string): boolean {
  return body.toString("latin1", at, at + text.length) === text;
}

function isEnd(body: Buffer, at: number): boolean {
  return at === body.length || (isAt(body, at, CRLF) && at + CRLF.length === body.length);
}
