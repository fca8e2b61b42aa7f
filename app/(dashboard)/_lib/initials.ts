/** Takes up to two letters of an address, for its avatar. */
export function initialsOf(email: string): string {
  const parts = (email.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join("");
}
