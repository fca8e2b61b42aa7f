const PREFIX = "shown.";

/** Names the hidden field that carries what a form showed in a field. */
export function shownField<Name extends string>(name: Name) {
  return `${PREFIX}${name}` as const;
}

/**
 * In which fields does a sent form have something else than it showed? Only these are saved: what a colleague has saved meanwhile
 * in another stays. A field of which the form does not say what it showed counts as changed.
 */
export function changedIn(form: FormData): (name: string) => boolean {
  return (name) => {
    const shown = form.get(shownField(name));
    return shown === null || linesOf(form.get(name)) !== linesOf(shown);
  };
}

/** A browser sends line ends as CR LF. */
function linesOf(value: FormDataEntryValue | null): unknown {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : value;
}
