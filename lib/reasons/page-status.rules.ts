/** Lists every page of a visitor but those of an open link, with its status. The code is also the `Ageway-Reason` of the page. */
export const PAGE_STATUS = {
  too_young: 200,
  cancelled: 200,
  eid_timeout: 200,
  eid_no_age: 200,
  eid_refused: 200,
  eid_down: 503,
  expired: 410,
  forgotten: 410,
  used: 410,
  other_browser: 409,
  in_app_browser: 200,
  cookies_blocked: 200,
  shop_unavailable: 403,
  domain_not_verified: 403,
  link_incomplete: 400,
  rate_limited: 429,
  internal: 500,
  not_found: 404,
} as const;

export type PageCode = keyof typeof PAGE_STATUS;
