/** Where a test check comes back. Its mode is not in the address. */
export const TEST_CHECK = "/test-check";

/** Is this page, or one below it, open? A test check that comes back belongs to Connect. */
export function isOpen(href: string, path: string): boolean {
  if (path === TEST_CHECK) return href === "/dashboard/connect";
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
