/** Why a trip to the eID brought no answer about the age. Each is a page of its own (screens.md §1). */
export type EidProblem = "cancelled" | "eid_timeout" | "eid_no_age" | "eid_refused" | "eid_down";
