import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names, of which the later win where two say the same thing. */
export function classes(...given: ClassValue[]): string {
  return twMerge(clsx(given));
}
