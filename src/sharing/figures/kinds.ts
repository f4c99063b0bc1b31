/**
 * Kinds of values that a row of a table of traces holds: what one is in a link, in a saved table, and as it leaves the page. What is not
 * known, or does not fit, is `unknown`.
 */
import * as v from 'valibot';
import { type OriginMark, originMarks } from '../../engine/base/text/origin-marks';
import { REMARKS, type RemarkId, remarksAmong } from '../../engine/base/text/remarks';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { type Codec, flag, list, nullable, number, oneOf, record, share, text, whole } from '../digest/codec';
import { HELD_CAUSES, HOLDERS, MARKS } from '../digest/words';
import {
  MOST_FINDINGS,
  OLDER,
  type RowAccount,
  type RowDefect,
  type RowFinding,
  type RowHeld,
  type RowIdleRule,
  type RowLost,
  type RowProblem,
} from './row';
import * as part from './row-parts';
import { type RowWindow, savedWindow, windowForm } from './window-sketch';

export interface Kind<T> {
  readonly unknown: T;
  readonly link: Codec<T>;
  readonly saved: v.GenericSchema<unknown, T>;
  /** A new value. */
  readonly share: (value: T, options: ShareOptions) => T;
}

/** Longest texts in a link, in UTF-16 units: the name of a file, and any other. */
const NAME = 1000;
const WORDS = 300;
const ID = 60;
const MOST_RULES = 20;

/** The codec with NaN for null. */
function orNull(codec: Codec<number>): Codec<number | null> {
  return {
    write: (writer, value) => codec.write(writer, value ?? Number.NaN),
    read(reader) {
      const value = codec.read(reader);
      return Number.isNaN(value) ? null : value;
    },
  };
}

const rounded = orNull({
  write: (writer, value) => number.write(writer, Math.round(value)),
  read: (reader) => number.read(reader),
});
const words = text(WORDS);
const id = text(ID);

const same = <T>(value: T): T => value;
const nullOr = <T>(schema: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T | null> =>
  v.fallback(v.nullable(schema), null);

/** A number that is not below 0: bytes, packets, a length of time, a rate. */
export const AMOUNT: Kind<number | null> = { unknown: null, link: rounded, saved: part.count, share: same };

/** A point in time. */
export const INSTANT: Kind<number | null> = { unknown: null, link: rounded, saved: part.figure, share: same };

const savedShare = nullOr(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));

/** Digits of a hash that a row has: 64 bits. */
export const HASH_DIGITS = 16;

/** What is the same for files of the same bytes. Which of them are like one another leaves (`shareRows`), of no other anything. */
export const HASH: Kind<string | null> = {
  unknown: null,
  link: nullable(text(HASH_DIGITS)),
  saved: nullOr(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  share: () => null,
};

/** 0 to 1. */
export const SHARE: Kind<number | null> = {
  unknown: null,
  link: orNull(share),
  saved: savedShare,
  share: same,
};

export const TEXT: Kind<string | null> = {
  unknown: null,
  link: nullable(words),
  saved: part.text,
  share: same,
};

/** Empty where it is not known. */
export const WORDING: Kind<string> = {
  unknown: '',
  link: words,
  saved: v.fallback(part.words, ''),
  share: same,
};

export const FILE_NAME: Kind<string> = {
  unknown: '',
  link: text(NAME),
  saved: v.pipe(part.words, v.minLength(1)),
  share: same,
};

/** How many there are. */
export const NUMBER_OF: Kind<number> = {
  unknown: 0,
  link: whole(1e9),
  share: same,
  saved: v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0),
};

/** @param words words; new ones go to the end. */
export function oneWordOf(words: readonly string[]): Kind<string> {
  const link: Codec<string> = oneOf(['unknown', ...words]);
  return { unknown: 'unknown', link, share: same, saved: v.fallback(v.picklist(words), 'unknown') };
}

/** Its text may hold the name of a file, a host, or text of the log. */
export const PROBLEM: Kind<RowProblem | null> = {
  unknown: null,
  link: nullable(record({ kind: id, text: words })),
  saved: nullOr(v.object({ kind: part.id, text: part.words })),
  share: (problem, { fileName, addresses, reasonPhrases }) =>
    problem && {
      kind: problem.kind,
      text: fileName && addresses && reasonPhrases ? problem.text : problem.kind,
    },
};

export const IDLE_RULE: Kind<RowIdleRule | null> = {
  unknown: null,
  link: nullable(record({ rules: list(id, MOST_RULES), fit: orNull(share), proven: flag })),
  saved: nullOr(
    v.object({ rules: part.listOf(part.id), fit: savedShare, proven: v.fallback(v.boolean(), false) }),
  ),
  share: (rule) => rule && { rules: [...rule.rules], fit: rule.fit, proven: rule.proven },
};

/** Most rules that a row names. */
const MOST_IDS = 100;

/** Ids of rules. */
export const IDS: Kind<readonly string[] | null> = {
  unknown: null,
  link: nullable(list(id, MOST_IDS)),
  saved: part.listOrNull(part.id),
  share: (ids) => ids && [...ids],
};

const WHICH = ['older', 'none', 'held'] as const;
const which = oneOf(WHICH);
const heldForm = record<RowHeld>({
  holder: oneOf(HOLDERS),
  cause: nullable(oneOf(HELD_CAUSES)),
  share,
  lostUs: rounded,
  lostShare: orNull(share),
  lostIsAtLeast: flag,
});

export const HELD: Kind<RowAccount> = {
  unknown: OLDER,
  link: {
    write(writer, account) {
      which.write(writer, account === null ? 'none' : account === OLDER ? OLDER : 'held');
      if (account !== null && account !== OLDER) heldForm.write(writer, account);
    },
    read(reader) {
      const kind = which.read(reader);
      return kind === 'held' ? heldForm.read(reader) : kind === OLDER ? OLDER : null;
    },
  },
  saved: v.fallback(
    v.union([
      v.literal(OLDER),
      v.null(),
      v.object({
        holder: v.picklist(HOLDERS),
        cause: v.nullable(v.picklist(HELD_CAUSES)),
        share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
        lostUs: part.count,
        lostShare: savedShare,
        lostIsAtLeast: v.boolean(),
      }),
    ]),
    OLDER,
  ),
  share: (account) =>
    account === null || account === OLDER
      ? account
      : {
          holder: account.holder,
          cause: account.cause,
          share: account.share,
          lostUs: account.lostUs,
          lostShare: account.lostShare,
          lostIsAtLeast: account.lostIsAtLeast,
        },
};

/** Most parts of an account that a row has. */
const MOST_PARTS = 40;

export const LOST: Kind<readonly RowLost[] | null> = {
  unknown: null,
  link: nullable(
    list(
      record<RowLost>({ holder: oneOf(HOLDERS), cause: nullable(oneOf(HELD_CAUSES)), lostUs: rounded }),
      MOST_PARTS,
    ),
  ),
  saved: part.listOrNull(
    v.object({
      holder: v.picklist(HOLDERS),
      cause: v.nullable(v.picklist(HELD_CAUSES)),
      lostUs: part.count,
    }),
  ),
  share: (parts) => parts?.map(({ holder, cause, lostUs }) => ({ holder, cause, lostUs })) ?? null,
};

export const DEFECT: Kind<RowDefect | null> = {
  unknown: null,
  link: nullable(record({ implementation: words, standing: id, reference: words, fixedIn: nullable(words) })),
  saved: nullOr(
    v.object({ implementation: part.words, standing: part.id, reference: part.words, fixedIn: part.text }),
  ),
  share: (defect) =>
    defect && {
      implementation: defect.implementation,
      standing: defect.standing,
      reference: defect.reference,
      fixedIn: defect.fixedIn,
    },
};

const SEVERITIES = ['info', 'warning', 'critical'] as const;

export const FINDINGS: Kind<readonly RowFinding[]> = {
  unknown: [],
  link: list(
    record<RowFinding>({ id, title: words, severity: oneOf(SEVERITIES), startUs: rounded, endUs: rounded }),
    MOST_FINDINGS,
  ),
  saved: v.pipe(
    part.listOf(
      v.object({
        id: part.id,
        title: part.words,
        severity: v.picklist(SEVERITIES),
        startUs: part.figure,
        endUs: part.figure,
      }),
    ),
    v.transform((findings) => findings.slice(0, MOST_FINDINGS)),
  ),
  share: (findings) =>
    findings.map(({ id, title, severity, startUs, endUs }) => ({ id, title, severity, startUs, endUs })),
};

export const WINDOW: Kind<RowWindow | null> = {
  unknown: null,
  link: nullable(windowForm),
  saved: nullOr(savedWindow),
  share: (window) =>
    window && {
      fromUs: window.fromUs,
      columnUs: window.columnUs,
      low: [...window.low],
      high: [...window.high],
    },
};

/** @param ids those that there are. @param among those of a list, in their order. */
const idsOf = <Id extends string>(
  ids: readonly Id[],
  among: (list: readonly string[]) => readonly Id[],
): Kind<readonly Id[]> => ({
  unknown: [],
  link: list<Id>(oneOf(ids), ids.length),
  saved: v.pipe(part.listOf(part.id), v.transform(among)),
  share: among,
});

export const REMARKED = idsOf<RemarkId>(REMARKS, remarksAmong);

export const ORIGIN = idsOf<OriginMark>(MARKS, originMarks);
