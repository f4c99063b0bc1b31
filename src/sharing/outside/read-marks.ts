/**
 * Reads a file of outside marks as its text comes, line by line, and keeps those of a span of time: a file of any length costs no more
 * than what is kept. A line that cannot be used costs itself, and is named with its number and why.
 */
import { count, plural } from '../../engine/base/text/figures';
import { csvLines } from './csv-lines';
import { jsonLines } from './json-lines';
import type { MarkLine, ReadLine } from './mark-lines';
import { formatOfHead, MARKS_HEAD_BYTES } from './marks-head';
import { openMetricsLines } from './openmetrics-lines';
import { byTime, MAX_MARKS, markName, type OutsideMark } from './outside-mark';

/** UTF-16 units; a longer line is no mark. */
export const MAX_LINE = 64 * 1024;
/** So many lines that cannot be used are named. */
const NAMED_LINES = 3;
/** Metrics whose last sample before the span is kept. */
const MAX_BEFORE = 100;

/** µs since 1970. */
export interface UtcSpan {
  readonly fromUs: number;
  readonly toUs: number;
}

export interface ReadMarks {
  /** By time, µs since 1970. */
  readonly marks: readonly OutsideMark[];
  /** What was left out, as sentences. */
  readonly problems: readonly string[];
  /** All that could be read, within the span or not. */
  readonly read: number;
  /** Of all that could be read; null for none. */
  readonly span: UtcSpan | null;
}

export class MarksReader {
  readonly #fileName: string;
  readonly #within: UtcSpan;
  readonly #beforeUs: number;
  readonly #marks: OutsideMark[] = [];
  /** By the name of the metric, as it was before the span. */
  readonly #before = new Map<string, OutsideMark>();
  readonly #bad: string[] = [];
  #readLine: ReadLine | null = null;
  /** Of a line that has not ended; its rest is dropped where it is too long. */
  #rest = '';
  #isTooLong = false;
  #lines = 0;
  #badLines = 0;
  #read = 0;
  #beyondMost = 0;
  #span: UtcSpan | null = null;
  #stopped = '';

  /** @param within marks of this time are kept. @param beforeUs and events so long before it, and the last sample of each metric. */
  constructor(fileName: string, within: UtcSpan, beforeUs = 0) {
    this.#fileName = markName(fileName);
    this.#within = within;
    this.#beforeUs = beforeUs;
  }

  push(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#grow(text, from, end);
      this.#endLine();
      from = end + 1;
    }
    this.#grow(text, from, text.length);
  }

  /** The text ends here for another reason than its end. @param why as a clause. */
  stop(why: string): void {
    this.#stopped = why;
  }

  end(): ReadMarks {
    if (this.#rest !== '' || this.#isTooLong) this.#endLine();
    return {
      marks: byTime([...this.#before.values(), ...this.#marks]).slice(0, MAX_MARKS),
      problems: this.#problems(),
      read: this.#read,
      span: this.#span,
    };
  }

  #grow(text: string, from: number, to: number): void {
    if (this.#isTooLong) return;
    this.#isTooLong = this.#rest.length + to - from > MAX_LINE;
    this.#rest = this.#isTooLong ? '' : this.#rest + text.slice(from, to);
  }

  #endLine(): void {
    const line = this.#lines === 0 ? this.#rest.replace(/^\uFEFF/, '') : this.#rest;
    this.#lines++;
    const taken: MarkLine = this.#isTooLong
      ? `it is longer than ${count(MAX_LINE)} characters`
      : this.#marksIn(line.endsWith('\r') ? line.slice(0, -1) : line);
    this.#rest = '';
    this.#isTooLong = false;
    if (typeof taken !== 'string') for (const mark of taken) this.#take(mark);
    else if (this.#badLines++ < NAMED_LINES) this.#bad.push(`line ${count(this.#lines)}: ${taken}`);
  }

  #marksIn(line: string): MarkLine {
    if (this.#readLine === null && line.trim() !== '') this.#readLine = readerOf(line, this.#fileName);
    return this.#readLine?.(line) ?? [];
  }

  #take(mark: OutsideMark): void {
    this.#read++;
    const { timeUs } = mark;
    const { fromUs, toUs } = this.#span ?? { fromUs: timeUs, toUs: timeUs };
    if (this.#span === null || timeUs < fromUs || timeUs > toUs)
      this.#span = { fromUs: Math.min(fromUs, timeUs), toUs: Math.max(toUs, timeUs) };
    const earlyUs = this.#within.fromUs - timeUs;
    if (earlyUs > this.#beforeUs || timeUs > this.#within.toUs) return;
    const { name, value } = mark;
    if (earlyUs > 0 && value !== null) {
      const last = this.#before.get(name);
      if (last === undefined ? this.#before.size < MAX_BEFORE : last.timeUs <= timeUs)
        this.#before.set(name, mark);
    } else if (this.#marks.length < MAX_MARKS) this.#marks.push(mark);
    else this.#beyondMost++;
  }

  #problems(): readonly string[] {
    const more = this.#badLines - this.#bad.length;
    const lines = more === 0 ? this.#bad : [...this.#bad, `${plural(more, 'more line')}`];
    return [
      ...(lines.length === 0
        ? []
        : [`${plural(this.#badLines, 'line')} of it could not be used: ${lines.join('; ')}.`]),
      ...(this.#beyondMost === 0
        ? []
        : [`${count(this.#beyondMost)} beyond the first ${count(MAX_MARKS)} of this time were left out.`]),
      ...(this.#stopped === '' ? [] : [`${this.#stopped}.`]),
    ];
  }
}

/** The first line says the format; a header of a CSV without a known name is one too. */
function readerOf(line: string, fileName: string): ReadLine {
  const format = formatOfHead(line.slice(0, MARKS_HEAD_BYTES));
  if (line.startsWith('{')) return jsonLines(fileName);
  return format === 'openmetrics' ? openMetricsLines() : csvLines(fileName);
}
