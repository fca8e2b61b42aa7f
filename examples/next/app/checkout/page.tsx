import { WINES } from "../../wines.ts";

/** Only who is old enough gets here. */
export default async function Checkout({ searchParams }: { searchParams: Promise<{ wine?: string }> }) {
  const { wine = "" } = await searchParams;
  return (
    <>
      <h1>Checkout</h1>
      <p>One bottle of {WINES[wine] ?? WINES.nordlys}</p>
      <form method="post" action="/order">
        <button type="submit">Place order</button>
      </form>
    </>
  );
}
