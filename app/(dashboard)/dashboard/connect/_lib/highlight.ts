import { MARK_END, MARK_START } from "../_snippets/snippets.ts";

/** `kind`: keyword, string or comment. `isOwn`: the member's own value. */
type Piece = { text: string; kind: "k" | "s" | "c" | null; isOwn: boolean };

const WORDS =
  "async|await|class|const|def|elif|else|export|finally|for|from|function|if|import|new|and|private|public|return|script|true|false|null|None|try|type|GET|throw|case|esac|then|fi|while";
/** Finds a comment, a string or a keyword. What looks like a comment in a string is the string's: the first that begins wins. */
const TOKEN = new RegExp(
  `(?<c>(?<![:'"\\w])(?://|# |#!|<!--)[^\\n]*)|(?<s>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')|(?<k>(?<![\\w$.-])(?:${WORDS})(?![\\w-]))`,
  "g",
);

/** Cuts marked code into pieces for the page. Colour only repeats what the text says. */
export function piecesOf(marked: string): Piece[] {
  const pieces: Piece[] = [];
  let isOwn = false;
  const add = (text: string, kind: Piece["kind"]) => {
    for (const part of text.split(/([\uE000\uE001])/)) {
      if (part === MARK_START || part === MARK_END) isOwn = part === MARK_START;
      else if (part !== "") pieces.push({ text: part, kind, isOwn });
    }
  };
  let end = 0;
  for (const { index, 0: text, groups = {} } of marked.matchAll(TOKEN)) {
    add(marked.slice(end, index), null);
    add(text, groups.c ? "c" : groups.s ? "s" : "k");
    end = index + text.length;
  }
  add(marked.slice(end), null);
  return pieces;
}
