// What stands in a cell: the text itself, with marks drawn by CSS for what cannot be seen. The text content of a cell is
// always the original text, so that what is copied or searched is what was typed.

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const STRONG_LTR = /[\p{L}\p{N}]/u;
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/gu;
const ARABIC_LETTER = /[\u0620-\u064a\u066e-\u06d3\u06d5\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9]/u;
// Letters that never join what follows.
const ARABIC_LAST = /[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]/u;
const MARK = /\p{M}/u;
const PLAIN = /^[!-~]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** "rtl", "ltr", or "" for text without letters and digits. */
function directionOf(text) {
  if (PLAIN.test(text)) return STRONG_LTR.test(text) ? "ltr" : "";
  const letters = text.replace(ARABIC_DIGIT, "0");
  if (RTL.test(letters)) return "rtl";
  return STRONG_LTR.test(letters) ? "ltr" : "";
}

/** The base direction of the paragraph that position `at` belongs to. */
function paragraphDirection(text, at) {
  const start = at > 0 ? text.lastIndexOf("\n", at - 1) + 1 : 0;
  let end = text.indexOf("\n", start);
  if (end < 0 || end > start + 400) end = start + 400;
  const strong = /\p{L}/u.exec(text.slice(start, end));
  return strong && RTL.test(strong[0]) ? "rtl" : "ltr";
}

/** Do the Arabic letters on both sides of a cut join? */
function joins(before, after) {
  if (!before || !after || !ARABIC_LETTER.test(after[0])) return false;
  let i = before.length - 1;
  while (i > 0 && MARK.test(before[i])) i--;
  return ARABIC_LETTER.test(before[i]) && !ARABIC_LAST.test(before[i]);
}

/** Cut a text into parts {kind, text, name}: kind is text, space, tab, newline, return, or mark (with a name). */
function glyphs(text, names) {
  if (PLAIN.test(text)) return [{ kind: "text", text }];
  const parts = [];
  const add = (kind, piece, name) => {
    const last = parts[parts.length - 1];
    if (kind === "text" && last && last.kind === "text") last.text += piece;
    else parts.push({ kind, text: piece, name });
  };
  const hidden = (character) => names[character.codePointAt(0)];
  let needsCare = false;
  for (const character of text) if (hidden(character)) needsCare = true;
  const pieces = needsCare ? Array.from(graphemes.segment(text), (s) => s.segment) : text;
  for (const piece of pieces) {
    if (piece === " ") add("space", piece);
    else if (piece === "\t") add("tab", piece);
    else if (piece === "\n") add("newline", piece);
    else if (piece === "\r\n") {
      add("mark", "\r", "CR");
      add("newline", "\n");
    } else if (needsCare) {
      const characters = Array.from(piece);
      // A joiner or selector inside a visible character does its work there and keeps its shape.
      if (characters.every(hidden)) for (const c of characters) add("mark", c, hidden(c));
      else if (characters.length > 1 && /[\u200c\u200d]$/u.test(piece) && !joiningScript(characters[0])) {
        const tail = characters.pop();
        add("text", characters.join(""));
        add("mark", tail, hidden(tail));
      } else add("text", piece);
    } else add("text", piece);
  }
  return parts;
}

function joiningScript(character) {
  return !/[\p{Script=Latin}\p{Script=Common}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/u.test(character);
}

const PART_CLASS = { space: "sp", tab: "tab", newline: "nl", mark: "mark" };

/** Put `text` into `box`, marks and all. */
function fill(box, text, names) {
  for (const part of glyphs(text, names)) {
    if (part.kind === "text") {
      box.append(part.text);
    } else {
      const span = document.createElement("span");
      span.className = PART_CLASS[part.kind];
      if (part.name) span.dataset.name = part.name;
      span.textContent = part.text;
      box.append(span);
    }
  }
}

/** The same in one line of plain text, for descriptions: spaces and names in words. */
function spoken(text, names) {
  return glyphs(text, names)
    .map((part) => (part.kind === "text" ? part.text : part.kind === "mark" ? ` ${part.name} ` : ` ${part.kind} `))
    .join("")
    .trim();
}
