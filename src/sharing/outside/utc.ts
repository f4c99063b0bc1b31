/**
 * A time of day as files of other tools write it, as µs since 1970 (UTC): ISO 8601 with a zone (RFC 3339), or a Unix time, whose unit its
 * magnitude says. Of 2001-09-09 to 2255-06-05 a Unix time has 10 digits before its point in s, 13 in ms, 16 in µs, 19 in ns: no number is
 * two of them, and other numbers are no time. Later ones are no exact numbers of µs.
 */

export type UnixUnit = 's' | 'ms' | 'µs' | 'ns';

export interface ReadTime {
  readonly utcUs: number;
  /** Null for ISO 8601. */
  readonly unit: UnixUnit | null;
}

const UNITS: { readonly [digits: number]: readonly [unit: UnixUnit, us: number] } = {
  10: ['s', 1e6],
  13: ['ms', 1e3],
  16: ['µs', 1],
  19: ['ns', 1e-3],
};

const ISO =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(?:([Zz])|UTC|GMT)| ?([+-]\d\d)(?::?(\d\d))?)?$/;
const NUMBER = /^(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?$/;

/** @returns why it is no time, as a clause about it, where it is none. */
export function readUtc(text: string): ReadTime | string {
  const iso = ISO.exec(text);
  if (iso !== null) return isoTime(text, iso);
  const number = NUMBER.exec(text);
  if (number === null) return 'is no time: neither ISO 8601 nor a Unix time';
  return unixTime(text, number);
}

function isoTime(text: string, iso: RegExpExecArray): ReadTime | string {
  const [, day, minute, second = '00', fraction = '', , hours, minutes = '00'] = iso;
  if (hours === undefined && !/[Zz]$|UTC$|GMT$/.test(text))
    return 'has no time zone: write Z, or +01:00, at its end';
  const ms = Date.parse(`${day}T${minute}:${second}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  // A day that there is not, such as the 30th of February, is the next one to some engines.
  const isThere = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day ?? '') === true;
  if (Number.isNaN(ms) || !isThere) return 'is no time: there is no such day or hour';
  return { utcUs: ms * 1e3 + Math.round(Number(`0.${fraction || '0'}`) * 1e6), unit: null };
}

function unixTime(text: string, [, whole = '', fraction = '', exponent]: RegExpExecArray): ReadTime | string {
  const digits =
    exponent === undefined ? whole.replace(/^0+/, '').length : Math.trunc(Number(text)).toString().length;
  const [unit, us] = UNITS[digits] ?? [null, Number.NaN];
  // Apart, so that µs of seconds with a fraction are exact.
  const utcUs = Math.round(
    exponent === undefined ? Number(whole) * us + Number(`0.${fraction || '0'}`) * us : Number(text) * us,
  );
  return Number.isSafeInteger(utcUs)
    ? { utcUs, unit }
    : 'is no Unix time from 2001 to 2255 in s, ms, µs or ns (10, 13, 16 or 19 digits before the point)';
}
