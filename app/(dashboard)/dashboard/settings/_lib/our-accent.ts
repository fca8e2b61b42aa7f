/** The colour of the visitor's button where a shop has chosen none. */
export const OUR_ACCENT = "#0b5d46";
