/**
 * Rows of evidence, each made of a measured value and a limit. The threshold's text and whether it holds come from the
 * same limit, so that they cannot contradict each other.
 *
 * Not here: the figures of the limits (in each rule), and the measurements.
 */
import { bytes, duration } from '../../base/text/figures';
import type { Evidence } from './finding';
import type { Sentence } from './state-in-text';

type Unit = Evidence['unit'];

/** A condition with its text. A condition made by `beside` ignores the row's value. */
export interface Condition {
  readonly words: string;
  readonly admits: (value: number) => boolean;
}

/** Limit of a value, in the same unit; see `Evidence.unit`. */
export interface Limit extends Condition {
  readonly unit: Unit;
}

/** Format of a limit's figure: `≥ 1.1 × 250 ms (RFC 9002 §7.6.1)`, `> 2 × cwnd = 5,400 B`. */
interface Writing {
  /** The limit is this multiple of the given figure. */
  readonly times?: number;
  /** Name of the given figure. */
  readonly of?: string;
  /** Text after the figure, with the space or comma before it. */
  readonly note?: string;
  /** Formats the figure; by default according to its unit. */
  readonly write?: (figure: number) => string;
}

function figureWords(figure: number, unit: Unit): string {
  if (unit === 'share') return `${figure * 100} %`;
  if (unit === 'us') return duration(figure);
  return unit === 'bytes' ? bytes(figure) : `${figure}`;
}

/** With `of`, the named figure's multiple is written out; without it the factor precedes the figure. */
function limitWords(
  figure: number,
  unit: Unit,
  { times, of, note = '', write = (value) => figureWords(value, unit) }: Writing,
): string {
  const factor = times === undefined ? '' : `${times} × `;
  const written = of === undefined ? write(figure) : `${of} = ${write((times ?? 1) * figure)}`;
  return factor + written + note;
}

function limitMaker(sign: string, holds: (value: number, limit: number) => boolean) {
  return (figure: number, unit: Unit, writing: Writing = {}): Limit => {
    const limit = (writing.times ?? 1) * figure;
    return {
      unit,
      words: `${sign} ${limitWords(figure, unit, writing)}`,
      admits: (value) => holds(value, limit),
    };
  };
}

/** Limits with a figure: `atLeast(0.9, 'share')` is written `≥ 90 %`. */
export const atLeast = limitMaker('≥', (value, limit) => value >= limit);
export const above = limitMaker('>', (value, limit) => value > limit);
export const atMost = limitMaker('≤', (value, limit) => value <= limit);
export const below = limitMaker('<', (value, limit) => value < limit);
export const not = limitMaker('not', (value, limit) => value !== limit);

/** Both ends included: `0.4 to 2.5 RTT`. */
export function between([low, high]: readonly [number, number], unit: Unit, note = ''): Limit {
  const words = `${figureWords(low, unit)} to ${figureWords(high, unit)}${note}`;
  return { unit, words, admits: (value) => value >= low && value <= high };
}

/** Zero or nothing. */
export function none(unit: Unit): Limit {
  return { unit, words: 'none', admits: (value) => value === 0 };
}

/** For a value shown because the rule chose the interval by it: always holds. */
export function given(words: string, unit: Unit): Limit {
  return { unit, words, admits: () => true };
}

/** A condition on something other than the row's value. */
export function beside(words: string, holds: boolean): Condition {
  return { words, admits: () => holds };
}

/** Something other than the row's value reaches a figure; `write` formats it: `20 ACKs or more`. */
export function reaches(other: number, figure: number, write: (figure: number) => string): Condition {
  return beside(write(figure), other >= figure);
}

/** Both are required: `≥ 200 ms and 3 RTT`. `joint` joins their texts. */
export function both(limit: Limit, joint: string, condition: Condition): Limit {
  return {
    unit: limit.unit,
    words: limit.words + joint + condition.words,
    admits: (value) => limit.admits(value) && condition.admits(value),
  };
}

/** One of the two is sufficient: `> 2.72 s or no growth before`. */
export function either(first: Limit, joint: string, second: Condition): Limit;
export function either(first: Condition, joint: string, second: Limit): Limit;
export function either(first: Limit | Condition, joint: string, second: Limit | Condition): Limit {
  return {
    unit: 'unit' in first ? first.unit : (second as Limit).unit,
    words: first.words + joint + second.words,
    admits: (value) => first.admits(value) || second.admits(value),
  };
}

interface Row {
  /** Unique in the finding. */
  readonly id: string;
  readonly name: string | Sentence;
  /** What a trace without the finding shows, as text: a figure, or when the row says nothing by itself. */
  readonly normal: string;
  /** One of the rule's rows, four at most, that decide; false by default. */
  readonly deciding?: boolean;
  /** NaN if it could not be measured; no limit accepts that. */
  readonly value: number;
  readonly limit: Limit;
  /** Id of the panel that shows it; null for none. */
  readonly panel: string | null;
}

function rowOf({ id, name, normal, deciding = false, value, limit, panel }: Row, needed: boolean): Evidence {
  return {
    id,
    ...(typeof name === 'string' ? { name } : { name: name.text, statesInName: name.states }),
    value,
    unit: limit.unit,
    normal,
    threshold: limit.words,
    holds: !Number.isNaN(value) && limit.admits(value),
    needed,
    deciding,
    panel,
  };
}

/** A row that the finding requires. */
export function evidence(row: Row): Evidence {
  return rowOf(row, true);
}

/** A required row that decides; four at most of a rule. */
export function deciding(row: Omit<Row, 'deciding'>): Evidence {
  return rowOf({ ...row, deciding: true }, true);
}

/** A supporting row that the finding does not require. */
export function supporting(row: Row): Evidence {
  return rowOf(row, false);
}

/** True if all required rows hold. */
export function holdsAll(rows: readonly Evidence[]): boolean {
  return rows.every(({ holds, needed }) => holds || !needed);
}

/** Rows that are shown first; the others are opened on demand. */
const DECIDING = 4;

/** The rows that decide, four where there are as many: those that the rule names, then its first ones; the others after. */
export function decidingFirst(rows: readonly Evidence[]): readonly Evidence[] {
  const named = [...rows.filter(({ deciding }) => deciding), ...rows.filter(({ deciding }) => !deciding)];
  const first = new Set(named.slice(0, DECIDING));
  const all = rows.map((row) => ({ ...row, deciding: first.has(row) }));
  return [...all.filter(({ deciding }) => deciding), ...all.filter(({ deciding }) => !deciding)];
}
