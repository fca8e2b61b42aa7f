import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import type { LoadedChecks } from "./load-checks.ts";

/** Is a part of the filter that has one value. `any`: what its absence is called. */
export type FilterPart = {
  name: "provider" | "host" | "key" | "age";
  title: string;
  any: string;
  options: readonly (readonly [value: NonNullable<CheckFilter[FilterPart["name"]]>, words: string])[];
};

/** Lists the parts that have one value, with their choices. */
export function filterPartsOf({ mode }: CheckFilter, { hosts, keys }: LoadedChecks["choices"]): FilterPart[] {
  return [
    {
      name: "provider",
      title: "eID",
      any: "Any eID",
      options: (["s", "b"] as const).map((id) => [id, eidName(id, mode)]),
    },
    { name: "host", title: "Host", any: "Any host", options: hosts.map((host) => [host, host]) },
    { name: "key", title: "Key", any: "Any key", options: keys.map(({ key, label }) => [key, label || key]) },
    { name: "age", title: "Age", any: "Any age", options: MINIMUM_AGES.map((age) => [age, `${age} or over`]) },
  ];
}
