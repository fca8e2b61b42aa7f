type Facts = { type?: string; code?: string; param?: string };

/** An error answer of Stripe's. */
export class Refusal extends Error {
  readonly status: number;
  readonly facts: Facts;

  constructor(status: number, message: string, facts: Facts = {}) {
    super(message);
    this.status = status;
    this.facts = facts;
  }

  get body() {
    return { error: { type: "invalid_request_error", message: this.message, ...this.facts } };
  }
}

export function missing(status: 400 | 404, what: string, id: string, param: string): Refusal {
  return new Refusal(status, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}
