/**
 * Rows of evidence, each made of a measured value and a limit. The words of the threshold and whether it holds come from
 * the same limit, so that they cannot disagree.
 *
 * What this leaves to others: the figures of the limits (each rule's own), and how values are measured.
 */
import { bytes, duration } from '../text/figures';
import type { Evidence } from './detector';
import type { Sentence } from './state-in-text';

type Unit = Evidence['unit'];

/** Something that holds or not, in words. A condition beside the value, as `beside` makes them, ignores the value. */
export interface Condition {
  readonly words: string;
  readonly admits: (value: number) => boolean;
}

/** What a value is held against, in the unit of both; see `Evidence.unit`. */
export interface Limit extends Condition {
  readonly unit: Unit;
}

/** How a limit's figure is written: `≥ 1.1 × 250 ms (RFC 9002 §7.6.1)`, `> 2 × cwnd = 5,400 B`. */
interface Writing {
  /** The limit is so many times the given figure. */
  readonly times?: number;
  /** What the given figure is. */
  readonly of?: string;
  /** What follows the figure, with the space or comma before it. */
  readonly note?: string;
  /** Writes the figure; by default as its unit asks for. */
  readonly write?: (figure: number) => string;
}

function figureWords(figure: number, unit: Unit): string {
  if (unit === 'share') return `${figure * 100} %`;
  if (unit === 'us') return duration(figure);
  return unit === 'bytes' ? bytes(figure) : `${figure}`;
}

/** `of` names the given figure, whose multiple is then written out; without it the factor stands before the figure. */
function limitWords(
  figure: number,
  unit: Unit,
  { times, of, note = '', write = (value) => figureWords(value, unit) }: Writing,
): string {
  const factor = times === undefined ? '' : `${times} × `;
  const written = of === undefined ? write(figure) : `${of} = ${write((times ?? 1) * figure)}`;
  return factor + written + note;
}

function limitMaker(sign: string, keeps: (value: number, limit: number) => boolean) {
  return (figure: number, unit: Unit, writing: Writing = {}): Limit => {
    const limit = (writing.times ?? 1) * figure;
    return {
      unit,
      words: `${sign} ${limitWords(figure, unit, writing)}`,
      admits: (value) => keeps(value, limit),
    };
  };
}

/** Limits by a figure: `atLeast(0.9, 'share')` reads `≥ 90 %`. */
export const atLeast = limitMaker('≥', (value, limit) => value >= limit);
export const above = limitMaker('>', (value, limit) => value > limit);
export const atMost = limitMaker('≤', (value, limit) => value <= limit);
export const below = limitMaker('<', (value, limit) => value < limit);
export const not = limitMaker('not', (value, limit) => value !== limit);

/** Both ends belong to it: `0.4 to 2.5 RTT`. */
export function between([low, high]: readonly [number, number], unit: Unit, note = ''): Limit {
  const words = `${figureWords(low, unit)} to ${figureWords(high, unit)}${note}`;
  return { unit, words, admits: (value) => value >= low && value <= high };
}

/** Nothing at all. */
export function none(unit: Unit): Limit {
  return { unit, words: 'none', admits: (value) => value === 0 };
}

/** For a value that is shown because the rule chose the interval by it: any value keeps to it. */
export function given(words: string, unit: Unit): Limit {
  return { unit, words, admits: () => true };
}

/** A condition on something else than the value of the row. */
export function beside(words: string, holds: boolean): Condition {
  return { words, admits: () => holds };
}

/** Something else than the value of the row reaches a figure; `write` puts it into words: `20 ACKs or more`. */
export function reaches(other: number, figure: number, write: (figure: number) => string): Condition {
  return beside(write(figure), other >= figure);
}

/** Both are needed: `≥ 200 ms and 3 RTT`. `joint` stands between their words. */
export function both(limit: Limit, joint: string, condition: Condition): Limit {
  return {
    unit: limit.unit,
    words: limit.words + joint + condition.words,
    admits: (value) => limit.admits(value) && condition.admits(value),
  };
}

/** One of the two is enough: `> 2.72 s or no growth before`. */
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
  /** NaN where it could not be measured; no limit admits that. */
  readonly value: number;
  readonly limit: Limit;
  /** Id of the panel that shows it; null where no panel does. */
  readonly panel: string | null;
}

function rowOf({ id, name, value, limit, panel }: Row, needed: boolean): Evidence {
  return {
    id,
    ...(typeof name === 'string' ? { name } : { name: name.text, statesInName: name.states }),
    value,
    unit: limit.unit,
    threshold: limit.words,
    holds: !Number.isNaN(value) && limit.admits(value),
    needed,
    panel,
  };
}

/** A row that the finding needs. */
export function evidence(row: Row): Evidence {
  return rowOf(row, true);
}

/** A row that supports the finding without being needed for it. */
export function supporting(row: Row): Evidence {
  return rowOf(row, false);
}

/** True when everything that the finding needs holds. */
export function holdsAll(rows: readonly Evidence[]): boolean {
  return rows.every(({ holds, needed }) => holds || !needed);
}
