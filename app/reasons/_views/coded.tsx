import { Fragment } from "react";

/** What is typed: headers, names with an underscore, parameters, the beginning of an address, percent-encoded characters. */
const TYPED =
  /(\bAuthorization: Bearer sk_live_…|\bAgeway-[A-Z]\w+|\bIdempotency-Key\b|\bRetry-After\b|\b[a-z]+(?:_[a-z]+)+\b=?|\b[a-z]+=(?:\w+|…)?|\bhttps(?:%3A|:\/\/)|%[0-9A-F]{2}(?:%[0-9A-F]{2})*)/;

/** A sentence in which what is typed stands as code. */
export function Coded({ children }: { children: string }) {
  return children
    .split(TYPED)
    .map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : <Fragment key={n}>{part}</Fragment>));
}
