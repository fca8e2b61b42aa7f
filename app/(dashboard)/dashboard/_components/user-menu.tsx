import { LogOut } from "lucide-react";
import Link from "next/link";

export function UserMenu({ email }: { email: string }) {
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <Link href="/account" className="truncate rounded-lg px-3 py-2 text-soft hover:bg-wash hover:text-ink">
        <span className="sr-only">Your sign-ins: </span>
        {email}
      </Link>
      <form method="post" action="/sign-out">
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-wash hover:text-ink lg:min-h-10"
        >
          <LogOut aria-hidden="true" className="size-5" /> Sign out
        </button>
      </form>
    </div>
  );
}
