/**
 * The lines of one record, cut out of the bytes from its first one on: other workers write between them, and what a worker logs of other
 * things. A packet's go from its first line to the one that ends it; of all else a record is one line.
 */
import { headWithin, LineHead } from '../lines/line-head';

const LENIENT_TEXT = new TextDecoder('utf-8', { fatal: false });
const LF = 0x0a;

export interface RecordLine {
  /** With its head, without its end. */
  readonly line: string;
  /** What follows the head. */
  readonly text: string;
}

/** Records of several lines, by what their first one begins with. */
interface Shape {
  readonly first: RegExp;
  /** Lines of the same number that are its own. */
  readonly own: RegExp;
  readonly last: RegExp;
  /** Its last line is one of its connection, with another number. */
  readonly endsElsewhere?: boolean;
}

const SHAPES: readonly Shape[] = [
  {
    first: /^quic (?:output|sendto) /,
    own: /^quic (?:output|sendto|frame tx|packet tx) /,
    last: /^quic packet tx /,
  },
  {
    first: /^quic packet rx /,
    own: /^quic (?:packet (?:rx|done|len)|frame rx|address validation token)|parse failed/,
    last: /^quic packet done /,
  },
  { first: /^quic detect_lost /, own: /^quic (?:detect_lost|resend packet) /, last: /^quic resend packet / },
  {
    first: /^quic transport parameters /,
    own: /^quic (?:transport parameters|tp) /,
    last: /^(?!quic (?:transport parameters|tp) )/,
  },
  {
    first: /^(?:quic stream id:\S+ recv len:|http3 (?:method|path|authority|header)[ :])/,
    own: /^(?:quic stream id:\S+ recv len:|http3 (?:method|path|authority|header|request line)[ :])/,
    last: /^(?:generic phase|rewrite phase|using configuration|http finalize request|http3 output header)/,
  },
  {
    first: /^http3 output header: /,
    own: /^http3 output header: /,
    last: /^quic stream id:\S+ flush limit:/,
    endsElsewhere: true,
  },
];

/** A longer record is cut off. */
const MAX_RECORD_LINES = 4096;

export interface CutRecord {
  readonly lines: readonly RecordLine[];
  /** From the first line to the end of the last one. */
  readonly sizeBytes: number;
  /** Its last line is there. */
  readonly isWhole: boolean;
}

/** @param bytes from the record's first line on, without what stands before it. @param isAll nothing follows the bytes. */
export function recordLines(bytes: Uint8Array, isAll: boolean): CutRecord | null {
  const head = new LineHead();
  const lines: RecordLine[] = [];
  let shape: Shape | undefined;
  let [pid, number, sizeBytes, seen] = [-1, -1, 0, 0];
  for (let at = 0; at < bytes.length && seen < MAX_RECORD_LINES; seen++) {
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd < 0 && !isAll) break;
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    const from = headWithin(bytes, at, end);
    const isLine = from >= 0 && head.read(bytes, from, end);
    at = end + 1;
    if (!isLine) continue;
    const text = LENIENT_TEXT.decode(bytes.subarray(head.textAt, end)).trimEnd();
    const isFirst = pid < 0;
    if (isFirst) {
      [pid, number] = [head.pid, head.number];
      shape = SHAPES.find(({ first }) => first.test(text));
    }
    if (head.pid !== pid) continue;
    const isOwn = head.number === number;
    const isLast = shape === undefined || ((isOwn || shape.endsElsewhere === true) && shape.last.test(text));
    if (isFirst || (isOwn && shape?.own.test(text)) || (isLast && shape?.endsElsewhere === true))
      lines.push({ line: LENIENT_TEXT.decode(bytes.subarray(from, end)).trimEnd(), text });
    sizeBytes = end;
    if (isLast) return { lines, sizeBytes, isWhole: true };
  }
  return isAll || seen >= MAX_RECORD_LINES ? { lines, sizeBytes, isWhole: false } : null;
}
