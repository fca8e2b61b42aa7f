import type { Mode } from "#lib/core/provider.rules.ts";

const CHOICES = [
  ["live", "Live", "goes to the real eID, on your verified domains"],
  ["test", "Test", "goes to the test eID, costs nothing"],
] as const;

/** The mode of a new key. */
export function ModeField({ chosen }: { chosen: Mode }) {
  return (
    <fieldset className="field wide">
      <legend>Mode</legend>
      {CHOICES.map(([mode, name, text]) => (
        <label className="check" key={mode}>
          <input type="radio" name="mode" value={mode} defaultChecked={mode === chosen} />
          <span>
            {name} <span className="soft">({text})</span>
          </span>
        </label>
      ))}
      <span className="meta">The mode cannot be changed later.</span>
    </fieldset>
  );
}
