/** Whether a text speaks of a name: words that are no compound must be quoted, `loss` is everywhere. */
export function speaksOf(text, name) {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before, behind] = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
    if (name.includes('-') ? !/[\w-]/.test(before + behind) : /['"`]/.test(before) && before === behind)
      return true;
  }
  return false;
}
