/** Parts of the schemas of records and rows that come from outside: what does not fit is not known, and all is bounded. */
import * as v from 'valibot';
import { fitting } from '../../drawing/view/fitting';
import { beginningOf, plainLine } from '../../engine/base/text/plain';

/** Longest text that is taken from a record, in UTF-16 units. */
const LONGEST = 1000;

export const figure = v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null);
export const count = v.fallback(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))), null);
export const words = v.pipe(
  v.string(),
  v.transform((text) => plainLine(beginningOf(text, LONGEST))),
);
export const text = v.fallback(v.nullable(words), null);
/** Most elements of a list that are looked at. */
const MOST = 1000;
export const listOf = <T>(item: v.GenericSchema<unknown, T>) => v.fallback(fitting(item, MOST), []);
export const listOrNull = <T>(item: v.GenericSchema<unknown, T>) =>
  v.fallback(v.nullable(fitting(item, MOST)), null);

/** Of a rule, a model: our own names. */
export const id = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,60}$/));
