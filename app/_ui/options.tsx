/** What a `SelectField` offers: what is sent, and what is read. */
export function Options({ choices }: { choices: readonly (readonly [value: string, words: string])[] }) {
  return choices.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}
