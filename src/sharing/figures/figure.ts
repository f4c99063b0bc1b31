/** What an entry of `figures.ts` says of a figure, and what several of them need. */
import type * as v from 'valibot';
import type { TraceSurvey } from '../../engine/reading/contract/survey';
import type { Kind } from './kinds';
import type { View } from './view';

export interface SurveyedFile {
  readonly name: string;
  readonly connections: number;
  /** See `FileSurvey`. */
  readonly hash: string | null;
}

/** What is taken of a record of `check --json`: fields with what they must be, and the value of them. */
interface RecordPart<T> {
  readonly fields: v.ObjectEntries;
  // biome-ignore lint/suspicious/noExplicitAny: each entry takes the fields that it names
  readonly value: (fields: any) => T;
}

export function ofRecord<Fields extends v.ObjectEntries, T>(
  fields: Fields,
  value: (fields: v.InferOutput<v.ObjectSchema<Fields, undefined>>) => T,
): RecordPart<T> {
  return { fields, value };
}

export interface Figure<T> {
  readonly kind: Kind<T>;
  readonly value: (trace: TraceSurvey, file: SurveyedFile) => T;
  /** Left out where a record does not tell it. */
  readonly recorded?: RecordPart<T>;
  /** In place of what the kind says. */
  readonly share?: Kind<T>['share'];
  /** Of the rows of links from which on it is in them; 1 where left out. */
  readonly since?: number;
  /** Left out where it is shown with others only (`views.ts`). */
  readonly view?: View<T>;
}

export const of = <T>(
  kind: Kind<T>,
  value: Figure<T>['value'],
  recorded?: RecordPart<T>,
  more: Pick<Figure<T>, 'share' | 'since' | 'view'> = {},
): Figure<T> => ({ kind, value, ...(recorded !== undefined && { recorded }), ...more });

export const same = <T>(value: T): T => value;
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
export const us = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 1000));

/** Beyond it `Date` has no time (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

export function isoOf(ms: number): string | null {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : null;
}

/** As `check` names an entry of an archive. */
export const inArchive = (name: string, entry: string | null | undefined): string =>
  entry == null ? name : `${name}!/${entry}`;
