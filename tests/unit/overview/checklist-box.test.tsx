import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChecklistBox } from "#app/(dashboard)/dashboard/_overview/checklist-box.tsx";

const NOTHING = {
  testCheckFinished: false,
  shopCalled: false,
  backendAsked: false,
  domainVerified: false,
  planChosen: false,
  liveCheckFinished: false,
};

test.for([
  [[], ["1", "2", "3", "4", "5", "6"]],
  [
    ["testCheckFinished", "shopCalled"],
    ["3", "4", "5", "6"],
  ],
  [
    ["domainVerified", "planChosen"],
    ["1", "2", "3", "6"],
  ],
  [["liveCheckFinished"], ["1", "2", "3", "4", "5"]],
] as const)("after %s the steps that are left keep their numbers %s", ([done, numbers]) => {
  const facts = { ...NOTHING, ...Object.fromEntries(done.map((fact) => [fact, true])) };
  const html = renderToStaticMarkup(<ChecklistBox facts={facts} runTest={null} />);
  expect([...html.matchAll(/<span[^>]*>(\d)</g)].map(([, number]) => number)).toEqual(numbers);
});
