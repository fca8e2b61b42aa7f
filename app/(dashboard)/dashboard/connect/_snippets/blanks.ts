/**
 * Holds what a snippet is filled in with, as it may stand between quotation marks of any language. `ageway`: our origin.
 * `page`: where visitors come back to; `origin`, `path` and `port`: of it. `gated`: the path to gate so that this page is
 * gated.
 */
export type Blanks = {
  ageway: string;
  key: string;
  provider: string;
  age: string;
  page: string;
  origin: string;
  path: string;
  gated: string;
  port: string;
};
