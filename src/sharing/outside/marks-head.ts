/** How a file of marks begins: looked for in every file that is opened, so it stands apart from the readers. */
import { TIME_NAMES } from './mark-lines';

export type MarksFormat = 'csv' | 'json' | 'openmetrics';

export const MARKS_HEAD_BYTES = 256;

const COMMENT = /^# (?:HELP|TYPE|UNIT|EOF)\b/;
const SAMPLE =
  /^[a-zA-Z_:][\w:]*(?:\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\})?[ \t]+[+-]?[\d.]\S*[ \t]+\d{10,13}(?:\.\d+)?[ \t]*$/;
const NAMES = TIME_NAMES.join('|');
const COLUMN = new RegExp(`^"?(?:${NAMES})"?$`, 'i');
/** A time of day at the beginning of a cell or of a value; small numbers are those of logs of a connection. */
const TIME = /^"?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d{10}(?:\.\d*|\d{3}|\d{6}|\d{9})?"?$)/i;
/** Of a flat beginning: within an object of an object it is another's time. */
const JSON_TIME = new RegExp(
  String.raw`^\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*?"(?:${NAMES})"\s*:\s*("?[^,"}]*)`,
  'i',
);
/** What an event of a qlog, and a line of a container's log, are written with. */
const OTHER_JSON = /"(?:qlog_\w+|data|group_id|log|stream)"\s*:/;

/** @param head the first bytes of a file. */
export const holdsMarks = (head: Uint8Array): boolean =>
  formatOfHead(new TextDecoder().decode(head)) !== null;

/** @param head the first bytes of a file as text; null for what is no file of marks. */
export function formatOfHead(head: string): MarksFormat | null {
  const [first = '', second = ''] = head
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/, 2);
  if (COMMENT.test(first) || SAMPLE.test(first)) return 'openmetrics';
  if (first.startsWith('{')) {
    const time = OTHER_JSON.test(first) ? null : JSON_TIME.exec(first);
    return time !== null && TIME.test((time[1] ?? '').trim()) ? 'json' : null;
  }
  const cells = (line: string): readonly string[] => line.split(/[,;\t]/).map((cell) => cell.trim());
  if (!/[,;\t]/.test(first)) return COLUMN.test(first) && TIME.test(second) ? 'csv' : null;
  return cells(first).some((cell) => COLUMN.test(cell)) || cells(second).some((cell) => TIME.test(cell))
    ? 'csv'
    : null;
}
