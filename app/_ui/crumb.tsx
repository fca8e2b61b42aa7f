import Link from "next/link";

/** Leads to the page above this one, before the title. */
export function Crumb({ href, name }: { href: string; name: string }) {
  return (
    <Link
      prefetch={false}
      href={href}
      className="text-page font-normal tracking-normal text-soft no-underline wrap-anywhere after:ps-2 after:text-edge after:content-['/'] hover:text-ink"
    >
      {name}
    </Link>
  );
}
