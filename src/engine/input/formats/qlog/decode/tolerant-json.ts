/**
 * Repairs nearly valid JSON of real writers: `NaN`, `Infinity` and `-Infinity` in place of a number (Python's
 * json.dumps) become null, and a comma before a closing bracket is removed. Other errors stay. One pass over the text,
 * outside strings only, for invalid records only.
 */

const LITERAL = /-?(?:NaN|Infinity)/y;

/**
 * @param text JSON text that failed to parse.
 * @returns the repaired text, or null where there was nothing to repair.
 */
export function repairJson(text: string): string | null {
  let repaired = '';
  let from = 0;
  let comma = -1;
  for (let i = 0; i < text.length; ) {
    const char = text[i];
    if (char === '"') {
      i = endOfString(text, i);
      comma = -1;
      continue;
    }
    LITERAL.lastIndex = i;
    if ((char === 'N' || char === 'I' || char === '-') && LITERAL.test(text)) {
      repaired += `${text.slice(from, i)}null`;
      i = from = LITERAL.lastIndex;
      comma = -1;
      continue;
    }
    if ((char === ']' || char === '}') && comma >= 0) {
      repaired += text.slice(from, comma);
      from = comma + 1;
    }
    if (char === ',') comma = i;
    else if (char > ' ') comma = -1;
    i++;
  }
  return from === 0 ? null : repaired + text.slice(from);
}

/** @returns the index after the closing quote, or the text's length without one. */
function endOfString(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}
