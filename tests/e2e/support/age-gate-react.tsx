import { useState } from "react";
import { createRoot } from "react-dom/client";
import { AgeGate } from "#packages/age-gate/src/react.tsx";

/** A page of a shop in React. */
function Page() {
  const [changes, setChanges] = useState(0);
  return (
    <>
      <p role="status">{changes}</p>
      <AgeGate href="/start" className="button" onChange={() => setChanges(changes + 1)}>
        Confirm for wine
      </AgeGate>
    </>
  );
}

const main = document.querySelector("main");
if (main) createRoot(main).render(<Page />);
