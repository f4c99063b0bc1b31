/** Saving and copying from the page: a file that the browser downloads, a text for the clipboard. Nothing is sent. */

/** Long enough for every browser to have read the address, however slow its disk. */
const KEPT_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

export function textFile(parts: readonly string[], type: string): Blob {
  return new Blob([...parts], { type: `${type};charset=utf-8` });
}

/** Copies a text; where the browser refuses the clipboard, the text is saved as a file instead. */
export async function copyOrSave(name: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    saveFile(name, textFile([words], 'text/plain'));
  }
}

const ENDINGS = /(?:\.(?:s?qlog|qlogseq|qlognd|json|jsonl|ndjson|gz|zst|zip))+$/i;
const LONGEST = 80;

/** A trace's name as the beginning of a file's name: without folders and endings, letters, digits, `.`, `_`, `-` only. */
export function fileStem(traceName: string): string {
  const file = traceName.split(/[\\/]/).pop() ?? '';
  const stem = file.replace(ENDINGS, '').replace(/[^\w.-]+/g, '-');
  return stem.replace(/^[-.]+/, '').slice(0, LONGEST) || 'trace';
}
