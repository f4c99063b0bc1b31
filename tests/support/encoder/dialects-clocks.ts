/**
 * The dialects of time: formats, reference times, units, spellings and roundings. The formats are crossed with the
 * containers, because a reader learns the format from a header that looks different in each.
 */
import {
  BASE,
  BASE_03,
  BASE_ARRAYS,
  BASE_CAPITALS,
  CONTAINED,
  LINES,
  RELATIVE,
  vary,
} from './base-dialect.ts';
import type { Dialect, TimeStyle } from './dialect.ts';

type Styles = readonly (readonly [name: string, time: Partial<TimeStyle>])[];

/** `time_format` as a word of draft-02 to main-09. */
const FORMATS: Styles = [
  ['delta', { format: 'delta' }],
  ['delta, the first a date', { format: 'delta', reference: 'absent' }],
  ['absolute', { format: 'absolute', reference: 'absent' }],
  ['absolute with a reference time', { format: 'absolute' }],
];

const REFERENCES: Styles = [
  ['relative to 0', { reference: 'zero' }],
  ['relative to a numeric string', { reference: 'string' }],
  ['relative to a date string', { reference: 'rfc3339' }],
  ['relative, no reference time', { reference: 'absent' }],
  ['relative, nothing stated', { stated: false, reference: 'absent' }],
  ['relative, only the reference time', { stated: false, reference: 'number' }],
  ['relative, an empty reference struct', { stated: false, reference: 'empty-struct' }],
  ['absolute, nothing stated', { format: 'absolute', stated: false, reference: 'absent' }],
  ['a format for each event', { format: 'mixed' }],
];

/** main-10 and newer. */
const EPOCHS: Styles = [
  ['relative to an epoch', { format: 'relative_to_epoch', stated: true, reference: 'epoch' }],
  ['relative to an epoch, not stated', { format: 'relative_to_epoch', stated: false, reference: 'epoch' }],
  ['relative to 1970', { format: 'relative_to_epoch', stated: true, reference: 'epoch-1970' }],
  ['relative to 1970, not stated', { format: 'relative_to_epoch', stated: false, reference: 'epoch-1970' }],
  ['relative to an unknown epoch', { format: 'relative_to_epoch', stated: true, reference: 'unknown-epoch' }],
  ['relative to 1970 by default', { format: 'relative_to_epoch', stated: true, reference: 'absent' }],
  [
    'relative to the previous event',
    { format: 'relative_to_previous_event', stated: true, reference: 'epoch' },
  ],
  [
    'relative to the previous event, unknown epoch',
    { format: 'relative_to_previous_event', stated: true, reference: 'unknown-epoch' },
  ],
];

const SPELLINGS: Styles = [
  ['strings', { written: 'string' }],
  ['strings of dates', { format: 'absolute', reference: 'absent', written: 'string' }],
  ['float32', { rounding: 'float32' }],
  ['whole ms', { rounding: 'whole-ms' }],
  ['whole ms, delta', { rounding: 'whole-ms', format: 'delta' }],
  ['deltas cut to whole ms', { rounding: 'truncated-deltas', format: 'delta' }],
];

/** Units of the event arrays; the format is the name of their time column. */
const ARRAY_FORMATS: Styles = [
  ['relative_time', {}],
  ['delta_time', { format: 'delta' }],
  ['time', { format: 'absolute', reference: 'absent' }],
  ['relative_time in strings', { written: 'string', reference: 'number' }],
];

function each(base: Dialect, styles: Styles): readonly Dialect[] {
  return styles.map(([name, time]) => vary(base, `${base.name}, ${name}`, { time }));
}

const LINES_02 = vary(BASE_03, 'lines of draft-02', { container: LINES, version: 'draft-02' });
const CONTAINED_03 = vary(BASE_03, 'contained 0.3', { container: CONTAINED });
const CONTAINED_NEW = vary(BASE, 'contained, the newest draft', { container: CONTAINED });
/** A trace of which the file says nothing but its events. */
const BARE = vary(BASE_03, 'bare array', { container: { kind: 'bare-array' }, time: RELATIVE });

export const CLOCKS: readonly Dialect[] = [
  ...[BASE_03, LINES_02, CONTAINED_03].flatMap((base) => each(base, FORMATS)),
  ...each(BASE_03, REFERENCES),
  ...[BASE, CONTAINED_NEW].flatMap((base) => each(base, EPOCHS)),
  ...each(BASE_03, SPELLINGS),
  vary(BARE, 'bare array, absolute', { time: { format: 'absolute' } }),
  ...[BASE_ARRAYS, BASE_CAPITALS].flatMap((base) => [
    ...each(base, ARRAY_FORMATS.slice(1)),
    ...each(vary(base, `${base.name} in us`, { units: 'us' }), ARRAY_FORMATS),
  ]),
];
