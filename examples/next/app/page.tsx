import { WINES } from "../wines.ts";

export default function Catalogue() {
  return (
    <>
      <h1>Wines</h1>
      <ul>
        {Object.entries(WINES).map(([id, name]) => (
          <li key={id}>
            {name} <a href={`/checkout?wine=${id}`}>Buy</a>
          </li>
        ))}
      </ul>
    </>
  );
}
