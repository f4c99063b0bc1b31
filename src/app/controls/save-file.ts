/**
 * Saving and copying: a file that the browser downloads, a text for the clipboard. Nothing is sent. The names
 * of saved files contain that of the trace only with its option.
 */
import { SHARE_NOTHING, type ShareOptions } from '../../engine/reading/contract/share-options';
import { fileStem } from '../../engine/service/redaction/redact';
import type { TraceFile } from '../state/traces/trace-file';

/** An open file, or one of its traces. */
type Named = Pick<TraceFile, 'name' | 'includesName'>;

/** How long an object URL is kept: long enough for a slow disk. */
const URL_LIFE_MS = 60_000;

/**
 * Initial options of a dialog: only the file name, where it was ticked for this file on this page. Links copied by key,
 * the address, the clipboard and saved pictures have no dialog and use the same option.
 */
export function shareOptionsOf(trace: Named): ShareOptions {
  return { ...SHARE_NOTHING, fileName: trace.includesName.get() };
}

export function rememberName(trace: Named, { fileName }: ShareOptions): void {
  trace.includesName.set(fileName);
}

/** Downloads a file. @param ending of its name, after that of the trace: `-report.html`. */
export function saveFile(trace: Named, options: ShareOptions, ending: string, content: Blob): void {
  saveBlob(content, `${fileStem(trace.name, options)}${ending}`);
}

/** Downloads what was made on this page and tells nothing of a trace that was opened. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFE_MS);
}

export function textFile(parts: readonly string[], type: string): Blob {
  return new Blob([...parts], { type: `${type};charset=utf-8` });
}

/** Copies a text; where the browser refuses the clipboard, the text is saved as a file instead. */
export async function copyOrSave(
  trace: Named,
  options: ShareOptions,
  ending: string,
  words: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    saveFile(trace, options, ending, textFile([words], 'text/plain'));
  }
}
