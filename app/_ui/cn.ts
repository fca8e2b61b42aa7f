import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names. Of two Tailwind classes for the same property, the later wins. */
export function cn(...given: ClassValue[]): string {
  return twMerge(clsx(given));
}
