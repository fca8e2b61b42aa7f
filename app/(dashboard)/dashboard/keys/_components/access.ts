/** `disabledBy`: the id of what says why this member may not change the key. */
export type Access = { organization: string; disabledReason: string | null; disabledBy?: string };
