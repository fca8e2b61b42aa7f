export type FormPart = { name: string; value: Buffer };

const MAX_HEADER_BYTES = 2_048;
const [CRLF, BLANK_LINE] = ["\r\n", "\r\n\r\n"];

/**
 * The boundary of a `multipart/form-data` (RFC 2046, 5.1.1); `null`: another type. Accepts only the spelling that browsers use,
 * so that Next's parser cannot find another boundary than we do.
 */
export function boundaryOf(contentType: string): string | null {
  return /^multipart\/form-data; ?boundary=([0-9A-Za-z'()+_,./:=?-]{1,70})$/.exec(contentType)?.[1] ?? null;
}

/** The parts of a form (RFC 7578), in one pass. `null`: it is malformed or has more than `max` parts; reading stopped there. */
export function formParts(body: Buffer, boundary: string, max: number): FormPart[] | null {
  const delimiter = `--${boundary}`;
  const parts: FormPart[] = [];
  if (!isAt(body, 0, delimiter)) return null;
  for (let at = delimiter.length; ; ) {
    if (isAt(body, at, "--")) return isEnd(body, at + 2) ? parts : null;
    if (!isAt(body, at, CRLF) || parts.length === max) return null;
    const headers = body.subarray(at, at + MAX_HEADER_BYTES).indexOf(BLANK_LINE);
    const end = body.indexOf(CRLF + delimiter, at + CRLF.length);
    const value = at + headers + BLANK_LINE.length;
    if (headers < 0 || end < value) return null;
    const name = nameIn(body.toString("utf8", at, at + headers));
    if (name === null) return null;
    parts.push({ name, value: body.subarray(value, end) });
    at = end + CRLF.length + delimiter.length;
  }
}

function nameIn(headers: string): string | null {
  return /\r\ncontent-disposition: form-data; name="([^"\r\n]*)"/i.exec(headers)?.[1] ?? null;
}

function isAt(body: Buffer, at: number, text: string): boolean {
  return body.toString("latin1", at, at + text.length) === text;
}

function isEnd(body: Buffer, at: number): boolean {
  return at === body.length || (isAt(body, at, CRLF) && at + CRLF.length === body.length);
}
