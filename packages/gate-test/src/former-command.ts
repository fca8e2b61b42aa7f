#!/usr/bin/env node
import { stderr } from "node:process";

stderr.write("ageway-doctor is now called ageway-gate-test.\n");
await import("./main.ts");
