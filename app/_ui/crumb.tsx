/** Leads to the page above this one, before the title. */
export function Crumb({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      className="text-page font-normal tracking-normal text-soft no-underline wrap-anywhere after:ps-2 after:text-edge after:content-['/'] hover:text-ink"
    >
      {name}
    </a>
  );
}
