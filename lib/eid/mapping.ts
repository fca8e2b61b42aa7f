import { z } from "zod";

/**
 * Where a claim stands. A path is a list of literal keys: names like `https://broker/dob` contain dots and slashes.
 * `{age}` in a key stands for the age asked.
 */
const place = z.strictObject({
  source: z.enum(["id_token", "userinfo"]),
  path: z.array(z.string().min(1)).min(1),
});

export type ClaimPath = z.infer<typeof place>;

/** How one claim of an eID is read. */
export const claimRule = place
  .extend({
    /**
     * `iso_date`: a birth date `YYYY-MM-DD` · `int`: an age in whole years · `bool`, `string_bool`: a yes or no about
     * `age`, or about the age that `{age}` in the path stands for · `pair_colon`: `"18:true"`, a yes or no that names its
     * own age.
     */
    transform: z.enum(["iso_date", "bool", "string_bool", "pair_colon", "int"]),
    age: z.union([z.literal(16), z.literal(18)]).optional(),
  })
  .superRefine((rule, { addIssue }) => {
    const problem = problemOfAge(rule);
    if (problem !== null) addIssue({ code: "custom", message: problem });
  });

export type ClaimRule = z.infer<typeof claimRule>;

const value = z.union([z.string(), z.number(), z.boolean()]);

/** What must hold on the signed answer, whatever it says about the age: the visitor's browser carries the request and can edit it. */
export const requirement = place
  .extend({
    equals: value.optional(),
    oneOf: z.array(value).min(1).optional(),
    /** The claim must be there, and be something else. */
    notEquals: value.optional(),
    /** The claim may be missing; if it is there, it must hold. */
    mayBeMissing: z.boolean().optional(),
  })
  .refine(
    ({ equals, oneOf, notEquals }) => [equals, oneOf, notEquals].filter((word) => word !== undefined).length === 1,
    "must have exactly one of equals, oneOf and notEquals",
  );

export type Requirement = z.infer<typeof requirement>;

/** Where the eID says when the person signed in: seconds since 1970, or an ISO 8601 instant with its offset. */
export const signInTime = place;

/**
 * A yes must name the age that it is a yes to. If it does not, a visitor who makes the request ask for 16 has a yes that
 * reads like one to 18.
 */
function problemOfAge({
  path,
  transform,
  age,
}: ClaimPath & { transform: string; age?: 16 | 18 | undefined }): string | null {
  if (transform !== "bool" && transform !== "string_bool")
    return age === undefined ? null : `has "age", which ${transform} does not take`;
  const text = path.join(" ");
  const isAsked = text.includes("{age}");
  if (isAsked === (age !== undefined)) return 'must name its age once: with {age} in the path, or with "age"';
  const named = [...text.matchAll(/(?<!\d)(16|18)(?!\d)/g)].map(([digits]) => Number(digits));
  return named.some((digits) => digits !== age) ? "has another age in its path than the one it is believed for" : null;
}
