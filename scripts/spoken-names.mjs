/** Whether a text speaks of a name: words that are no compound must be quoted, `loss` is everywhere. */
export function speaksOf(text, name) {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
    if (name.includes('-') ? !/[\w-]/.test(before + after) : /['"`]/.test(before) && before === after)
      return true;
  }
  return false;
}
