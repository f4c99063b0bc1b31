/**
 * How a trace came about, where it is no plain recording: the one list of its marks. Whatever says which trace it is about
 * (summary, tab, row, picture, report, record) shows them by their words. They name nothing of the trace, and always leave the device.
 */

export const ORIGIN_MARKS = [
  {
    id: 'simulated',
    word: 'simulated',
    sentence: 'A simulator wrote this trace: no packet of it crossed a network.',
  },
  {
    id: 'what-if',
    word: 'what if',
    sentence:
      'It runs a recorded sender again under another controller: what it might have done, not what it did.',
  },
  {
    id: 'range',
    word: 'exported range',
    sentence: 'It was exported from another log, redacted: what lay before and after its range is not in it.',
  },
  {
    id: 'digest',
    word: 'digest',
    sentence: 'It is a summary of a trace, not the trace: it holds no events and no single packets.',
  },
  {
    id: 'file-time',
    word: 'time of the file',
    sentence:
      'The log has no time of day: the date is when its file was last written, which copying may have changed.',
  },
] as const;

export type OriginMark = (typeof ORIGIN_MARKS)[number]['id'];

/** What is no mark is left out; in the order of the list, each once. */
export function originMarks(ids: readonly string[]): readonly OriginMark[] {
  return ORIGIN_MARKS.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
}

/** What a snapshot says of it, beside what its log says. */
interface Marked {
  readonly summary: { readonly marks?: readonly OriginMark[] };
  readonly digest?: unknown;
}

export function marksOf({ summary, digest }: Marked): readonly OriginMark[] {
  const { marks = [] } = summary;
  return originMarks(digest === undefined ? marks : [...marks, 'digest']);
}

/** `simulated, what if`; empty for a plain recording. */
export function markWords(marks: readonly OriginMark[]): string {
  return ORIGIN_MARKS.flatMap(({ id, word }) => (marks.includes(id) ? [word] : [])).join(', ');
}

export function markSentences(marks: readonly OriginMark[]): readonly string[] {
  return ORIGIN_MARKS.flatMap(({ id, sentence }) => (marks.includes(id) ? [sentence] : []));
}

/** `reno.sqlog (simulated)`; the name alone for a plain recording. */
export function markedName(name: string, marks: readonly OriginMark[]): string {
  return marks.length === 0 ? name : `${name} (${markWords(marks)})`;
}

/** `Simulated. `, to stand before a sentence about the trace; empty for a plain recording. */
export function markLead(marks: readonly OriginMark[]): string {
  const words = markWords(marks);
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}. `;
}
