export type Params = Record<string, string | string[] | undefined>;

export function queryOf(params: Params): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );
}
