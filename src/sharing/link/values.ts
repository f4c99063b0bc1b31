/**
 * Schemas of the values of a link's parameters: from written text to value.
 * Parameters are in `parts.ts`; values are written in `text.ts`.
 */
import * as v from 'valibot';
import { plainLine } from '../../engine/base/text/plain';
import {
  MAX_BYTES,
  MAX_CONNECTION,
  MAX_GROUPS,
  MAX_HEIGHT_PX,
  MAX_ID,
  MAX_ITEMS,
  MAX_LANES,
  MAX_PICK,
  MAX_TIME_US,
  MAX_TRACES,
} from './state';
import { unescapeText } from './text';

/** Schema from the written text of a value. */
export type Written<T> = v.GenericSchema<string, T>;

/** Unescaped text on one line, cleaned. */
export const Text = v.pipe(
  v.string(),
  v.transform(unescapeText),
  v.string('it contains a damaged escape'),
  v.transform(plainLine),
);

/** An id of a finding, panel, series or model; not empty. */
export const Id = v.pipe(Text, v.minLength(1), v.maxLength(MAX_ID));

/** A whole number from `min` to `max`, in decimal digits without sign. */
export function integer(min: number, max: number) {
  return v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(min), v.maxValue(max));
}

/** Seconds with up to six digits after the point, as µs: `2.04` is `2040000`. */
export const Seconds = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,10}(\.\d{1,6})?$/),
  v.transform((text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const us = Number(whole) * 1e6 + Number(fraction.padEnd(6, '0'));
    return text.startsWith('-') && us > 0 ? -us : us;
  }),
  v.minValue(-MAX_TIME_US),
  v.maxValue(MAX_TIME_US),
);

/** `2.04-9.99` */
export const Range = v.pipe(
  v.string(),
  v.transform((text) => /^(?<fromUs>-?[\d.]+)-(?<toUs>-?[\d.]+)$/.exec(text)?.groups),
  v.object({ fromUs: Seconds, toUs: Seconds }),
  v.check(({ fromUs, toUs }) => fromUs < toUs),
);

/** `bytes:120000-450000`: the axis, and the range on it; `bytes` for all. */
export const ByBytes = v.union([
  v.pipe(
    v.literal('bytes'),
    v.transform(() => ({ range: null })),
  ),
  v.pipe(
    v.string(),
    v.transform((text) => /^bytes:(?<fromBytes>\d+)-(?<toBytes>\d+)$/.exec(text)?.groups),
    v.object({ fromBytes: integer(0, MAX_BYTES), toBytes: integer(0, MAX_BYTES) }),
    v.check(({ fromBytes, toBytes }) => fromBytes < toBytes),
    v.transform((range) => ({ range })),
  ),
]);

/** `cubic-rfc9438@2.04`: a model, and the time from which it runs freely. */
export const Model = v.pipe(
  v.string(),
  v.transform((text) => {
    const [id, freeFromUs = null, ...more] = text.split('@');
    return more.length === 0 ? { id, freeFromUs } : null;
  }),
  v.object({ id: Id, freeFromUs: v.nullable(Seconds) }),
);

const SPACES = { '': '1-RTT', i: 'Initial', h: 'Handshake' } as const;

/** `412`: a 1-RTT packet; `i3`, `h2`: an Initial and a Handshake packet. */
export const Packet = v.pipe(
  v.string(),
  v.transform((text) => /^(?<space>[ih]?)(?<packetNumber>\d+)$/.exec(text)?.groups),
  v.object({
    space: v.pipe(
      v.picklist(['', 'i', 'h']),
      v.transform((letter) => SPACES[letter]),
    ),
    packetNumber: integer(0, Number.MAX_SAFE_INTEGER),
  }),
);

/** `congestion:340` */
export const Height = v.pipe(
  v.string(),
  v.transform((text) => /^(?<panel>[^:]*):(?<px>\d+)$/.exec(text)?.groups),
  v.object({ panel: Id, px: integer(1, MAX_HEIGHT_PX) }),
);

/** `congestion:340000.5`: the top of a value axis. */
export const Axis = v.pipe(
  v.string(),
  v.transform((text) => /^(?<panel>[^:]*):(?<max>.*)$/.exec(text)?.groups),
  v.object({
    panel: Id,
    max: v.pipe(
      v.string(),
      v.regex(/^\d{1,21}(\.\d{1,25})?(e[+-]\d{1,2})?$/),
      v.transform(Number),
      v.minValue(Number.MIN_VALUE),
    ),
  }),
);

/** `2.3@-1.5~1`: number of a trace, of its connection, its offset in seconds and its style; all but the first may be left out. */
export const Place = v.pipe(
  v.string(),
  v.transform((text) => {
    const match =
      /^(?<trace>\d+)(?:\.(?<connection>\d+))?(?:@(?<offsetUs>[-\d.]+))?(?:~(?<style>\d+))?$/.exec(text);
    const { trace, connection = null, offsetUs = '0', style = '0' } = match?.groups ?? {};
    return { trace, connection, offsetUs, style };
  }),
  v.object({
    trace: integer(1, MAX_TRACES),
    connection: v.nullable(integer(1, MAX_CONNECTION)),
    offsetUs: Seconds,
    style: integer(0, MAX_LANES - 1),
  }),
);

/** `-ill`: a column of a table, with a sign in front where it is reversed. */
export const SortOrder = v.pipe(
  v.string(),
  v.regex(/^-?[a-z]{1,20}$/),
  v.transform((text) => ({ key: text.replace('-', ''), reversed: text.startsWith('-') })),
);

/** `12.3`: number of a row or of a file of a listing, and of the row of that file. */
export const Pick = v.pipe(
  v.string(),
  v.transform((text): { readonly [part: string]: string | null | undefined } => {
    const [, row, ofFile] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    return { row, ofFile: ofFile ?? null };
  }),
  v.object({ row: integer(1, MAX_PICK), ofFile: v.nullable(integer(1, MAX_CONNECTION)) }),
);

/** Of the groups of a table, by their place; `-` for a row in none. */
export const GROUP_LETTERS = 'ABCDEF';

/** `AAB-B,ill,well`: the group of each row, then the names of the groups. */
export const Groups = v.pipe(
  v.string(),
  v.transform((text) => {
    const [letters, ...names] = text.split(',', MAX_GROUPS + 2);
    return { letters, names };
  }),
  v.object({
    letters: v.pipe(v.string(), v.regex(/^[A-F-]*[A-F][A-F-]*$/)),
    names: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_GROUPS)),
  }),
  v.transform(({ letters, names }) => ({
    names,
    ofRows: [...letters].map((letter) => (letter === '-' ? null : GROUP_LETTERS.indexOf(letter))),
  })),
  v.check(({ names, ofRows }) => ofRows.every((group) => group === null || group < names.length)),
);

/** `buggy-*,`: of each group a pattern, empty for none. */
export const Patterns = v.pipe(
  v.string(),
  v.transform((text) => text.split(',', MAX_GROUPS + 1)),
  v.maxLength(MAX_GROUPS),
  v.array(v.pipe(Text, v.maxLength(MAX_ID))),
);

/** The id of a scenario of the lab. */
export const SCENARIO_ID = /^[a-z][a-z0-9-]{0,39}$/;

/** `rtt:20`: a field of a scenario and its value. */
export const FIELD_TEXT = /^(?<id>[a-z]{1,20}):(?<value>[\w.-]{1,30})$/;

/** A list separated by commas in which every item is valid. */
export function items<T>(item: Written<T>) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(',', MAX_ITEMS + 1)),
    v.maxLength(MAX_ITEMS),
    v.array(item),
  );
}

/** A digest, not decoded here. */
export const Base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));
