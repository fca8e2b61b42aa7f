import { Fragment } from "react";

/** Words of the API: names with an underscore, parameters, headers. */
const CODE = /(\b[a-z]+(?:_[a-z]+)+\b=?|\b[a-z]+=\d?|\bIdempotency-Key\b|\bRetry-After\b|\bhttps:\/\/)/;

/** A sentence with the words of the API as code. */
export function WithCode({ children }: { children: string }) {
  return children
    .split(CODE)
    .map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : <Fragment key={n}>{part}</Fragment>));
}
