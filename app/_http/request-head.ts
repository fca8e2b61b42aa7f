/** A request without its body: all that the API reads, and its pages. A `Request` is one. */
export type RequestHead = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, "get">;
};
