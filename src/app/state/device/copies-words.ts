/** Copies of local files in words: which were dropped or not kept and why, why there are none. */
import { amount, count, plural } from '../../../engine/base/text/figures';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { CopyResult, FindResult } from '../../state/device/file-copies';
import type { FileCopy } from '../../state/device/file-copy';

/** Names in one message; the text counts the rest. */
const MAX_NAMED = 5;

/** A file and what became of it. */
export interface Outcome {
  readonly name: string;
  readonly sizeBytes: number;
  readonly result: CopyResult;
}

const named = ({ name, sizeBytes }: Pick<FileCopy, 'name' | 'sizeBytes'>): string =>
  `${name} (${amount(sizeBytes)})`;

/** Why a file is not kept, as a clause; null where it is, or where the user stopped it. */
function whyNot(result: CopyResult): string | null {
  switch (result.kind) {
    case 'kept':
    case 'there':
    case 'stopped':
      return null;
    case 'too-large':
      return `it is larger than the ${amount(result.allowedBytes)} that all copies may take`;
    case 'in-use':
      return `it does not fit into the ${amount(result.allowedBytes)} that all copies may take beside those that open traces are read from`;
    case 'changed':
      return 'the file changed while it was copied';
    case 'failed':
      return failureWords(result.name);
  }
}

/** By the error's name (File API §6, Storage Standard §5, File System §3). */
function failureWords(name: string): string {
  switch (name) {
    case 'QuotaExceededError':
      return 'the disk, or this browser’s storage for this page, is full';
    case 'NotReadableError':
    case 'NotFoundError':
      return 'the file could not be read again: it was changed, moved or deleted';
    case 'WorkerError':
      return 'a part of this page could not be fetched from its server';
    default:
      return `the browser refused to write it (${name})`;
  }
}

/** A message about files that were not kept, and copies that were dropped; null where all is well. */
export function outcomeMessage(outcomes: readonly Outcome[]): Message | null {
  const failed = outcomes.flatMap((outcome) => {
    const why = whyNot(outcome.result);
    return why === null ? [] : [{ words: named(outcome), why }];
  });
  const dropped = outcomes.flatMap(({ result }) => (result.kind === 'kept' ? result.dropped : []));
  const [first] = failed;
  const sentences: string[] = [];
  if (first !== undefined)
    sentences.push(
      failed.length === 1
        ? `No copy of ${first.words} is kept on this device: ${first.why}. After a reload, it is asked for.`
        : `No copies of ${plural(failed.length, 'file')} are kept on this device. After a reload, they are asked for.`,
    );
  const [oldest] = dropped;
  if (oldest !== undefined)
    sentences.push(
      `To make room, ${dropped.length === 1 ? `the least recently used copy was dropped: ${named(oldest)}` : `the ${count(dropped.length)} least recently used copies were dropped`}.`,
    );
  if (sentences.length === 0) return null;
  const places = [
    ...(failed.length > 1 ? failed.map(({ words, why }) => `${words}: ${why}`) : []),
    ...(dropped.length > 1 ? dropped.map((copy) => `dropped: ${named(copy)}`) : []),
  ];
  return {
    kind: first === undefined ? 'copies-dropped' : 'copy-not-kept',
    level: first === undefined ? 'note' : 'warning',
    text: sentences.join(' '),
    places: places.slice(0, MAX_NAMED),
  };
}

/** A copy that was looked for and is no longer what it was. */
export function lostMessage({ name, why }: Extract<FindResult, { kind: 'lost' }>): Message {
  const text =
    why === 'gone'
      ? `The copy of ${name} is no longer on this device: the browser may delete copies when the disk is full.`
      : `The copy of ${name} on this device was damaged and is deleted.`;
  return { kind: 'copy-lost', level: 'warning', text, places: [] };
}

/** Why this page can keep no copies, as text. */
export const ABSENT_WORDS = {
  insecure: 'Copies cannot be kept: this page was loaded over plain http. They are kept over https only.',
  unsupported: 'Copies cannot be kept: this browser has no private file system for pages.',
  refused: 'Copies cannot be kept: this browser does not let the page store files, as in a private window.',
} as const;

export const CLEAR_REFUSED =
  'The browser refused to delete the copies. Close other tabs of qlogscope and try again, or clear this site’s data in the browser’s settings.';
