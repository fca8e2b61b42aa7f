import type { Environment } from "./arguments.ts";

/** Where a command reads and writes. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
  errors: NodeJS.WritableStream & { isTTY?: boolean };
  environment: Environment;
  /** Where the shop's command runs. */
  folder: string;
};

export type ExitStatus = 0 | 1 | 2;
