/** Names the organization with invented data, which only a demo has (`sandbox/example`). Other ids are made of the clock, so none is this one. */
export const EXAMPLE_ID = "00000000-0000-7000-8000-000000000001";
