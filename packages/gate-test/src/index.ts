export { CASES, type CaseName, FINDINGS, type FindingName, type Order } from "./cases.rules.ts";
export { type Fetch, plainFetch } from "./fetch.ts";
export { type CaseResult, type Finding, isSound, type Report, tableOf } from "./report.rules.ts";
export { type Options, walk } from "./walk.ts";
