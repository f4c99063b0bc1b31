/**
 * All dialects: every container, clock, set of names and field spelling once against a base, the crossings where
 * one depends on another (containers with clocks, encodings and compressions with containers), and the stacks as
 * they write. Adding a dialect is adding a line.
 */
import {
  BASE,
  BASE_03,
  BASE_ARRAYS,
  BASE_CAPITALS,
  type Changes,
  CONTAINED,
  LINES,
  SEQ,
  vary,
} from './base-dialect.ts';
import type { Dialect } from './dialect.ts';
import { CLOCKS } from './dialects-clocks.ts';
import { FIELD_SPELLINGS } from './dialects-fields.ts';
import { STACKS } from './dialects-stacks.ts';

type Named = readonly (readonly [name: string, changes: Changes])[];

const CONTAINERS: Named = [
  ['CRLF', { container: { ...SEQ, lineEnd: 'CRLF' } }],
  ['no line ends', { container: { ...SEQ, lineEnd: 'none' } }],
  ['pretty-printed', { container: { ...SEQ, pretty: true } }],
  ['pretty-printed, CRLF', { container: { ...SEQ, pretty: true, lineEnd: 'CRLF' } }],
  ['empty records between', { container: { ...SEQ, doubleRs: true } }],
  ['no header', { container: { ...SEQ, header: false } }],
  ['lines', { container: LINES }],
  ['lines, CRLF', { container: { ...LINES, lineEnd: 'CRLF' } }],
  ['lines, no header', { container: { ...LINES, header: false } }],
  ['concatenated, pretty-printed', { container: { ...LINES, pretty: true } }],
  ['contained', { container: CONTAINED }],
  ['contained, pretty-printed', { container: { ...CONTAINED, pretty: true } }],
  ['contained, vantage point last', { container: { ...CONTAINED, behindEvents: 'vantage_point' } }],
  ['contained, common fields last', { container: { ...CONTAINED, behindEvents: 'common_fields' } }],
  ['contained, trailing empty event', { container: { ...CONTAINED, trailingEmpty: true } }],
  ['contained, beside an error entry', { container: { ...CONTAINED, errorEntry: true } }],
  ['bare trace', { container: { kind: 'bare-trace' } }],
  ['bare array', { container: { kind: 'bare-array' } }],
];

const ARRAY_CONTAINERS: Named = [
  ['pretty-printed', { container: { ...CONTAINED, pretty: true } }],
  ['vantage point last', { container: { ...CONTAINED, behindEvents: 'vantage_point' } }],
  ['trailing empty event', { container: { ...CONTAINED, trailingEmpty: true } }],
  ['beside an error entry', { container: { ...CONTAINED, errorEntry: true } }],
  ['bare trace', { container: { kind: 'bare-trace' } }],
  ['connections and fields', { container: { kind: 'connections' }, version: '0.1' }],
];

const ARRAY = { kind: 'array', case: 'lower', eventColumn: 'event' } as const;
const COLUMNS: Named = [
  ['data first', { shape: { ...ARRAY, columns: ['data', 'event', 'category', 'time'] } }],
  ['trigger column', { shape: { ...ARRAY, columns: ['time', 'category', 'event', 'trigger', 'data'] } }],
  ['path column', { shape: { ...ARRAY, columns: ['time', 'path', 'category', 'event', 'data'] } }],
  ['group column', { shape: { ...ARRAY, columns: ['time', 'group', 'category', 'event', 'data'] } }],
  [
    'event_type column',
    { shape: { ...ARRAY, columns: ['time', 'category', 'event', 'data'], eventColumn: 'event_type' } },
  ],
  [
    'type column',
    { shape: { ...ARRAY, columns: ['time', 'category', 'event', 'data'], eventColumn: 'type' } },
  ],
];

const NAMES: Named = [
  ['0.4: quic and recovery', { version: '0.4', names: 'quic+recovery' }],
  ['0.3 with the newest names', { names: 'quic' }],
  ['newest header, old names', { version: 'quic-12+0.3' }],
  ['draft-02', { version: 'draft-02' }],
  ['category and type keys', { version: 'draft-02', shape: { kind: 'category-type' } }],
  ['time last', { shape: { kind: 'object', order: 'time-last' } }],
  ['names of 2019', { names: 'draft-01-early' }],
  ['names in capitals', { names: 'draft-00' }],
  ['names of mvfst before 2025', { names: 'mvfst' }],
];

const COPIES: readonly Dialect[] = [
  vary(BASE, 'two sequences in one file', { copies: 'two-documents' }),
  vary(BASE_03, 'two line sequences in one file', { container: LINES, copies: 'two-documents' }),
  vary(BASE_03, 'two contained documents in one file', { container: CONTAINED, copies: 'two-documents' }),
  vary(BASE_03, 'two traces', { container: CONTAINED, copies: 'two-traces' }),
  vary(BASE_ARRAYS, 'two traces of event arrays', { copies: 'two-traces' }),
  vary(BASE, 'two connections by group_id', { copies: 'group-ids' }),
  vary(BASE_03, 'two connections by group_id, contained', { container: CONTAINED, copies: 'group-ids' }),
  vary(BASE_ARRAYS, 'two connections by a group column', {
    copies: 'group-ids',
    shape: { ...ARRAY, columns: ['time', 'group', 'category', 'event', 'data'] },
  }),
];

const ENCODED_BASES: readonly Dialect[] = [
  BASE,
  vary(BASE_03, 'lines', { container: LINES }),
  vary(BASE_03, 'contained', { container: CONTAINED }),
];
const ENCODINGS = (['utf-8-bom', 'utf-16le', 'utf-16be'] as const).flatMap((encoding) =>
  ENCODED_BASES.map((base) => vary(base, `${base.name} in ${encoding}`, { encoding })),
);
const COMPRESSIONS = (['gzip', 'gzip-members', 'zip', 'zip-two', 'zstd'] as const).flatMap((compression) =>
  ENCODED_BASES.map((base) => vary(base, `${base.name} in ${compression}`, { compression })),
);

function each(base: Dialect, changes: Named): readonly Dialect[] {
  return changes.map(([name, change]) => vary(base, `${base.name}, ${name}`, change));
}

export const DIALECTS: readonly Dialect[] = [
  BASE,
  BASE_03,
  BASE_ARRAYS,
  BASE_CAPITALS,
  ...each(BASE, CONTAINERS),
  ...each(BASE_03, CONTAINERS),
  ...each(BASE_ARRAYS, ARRAY_CONTAINERS),
  ...each(BASE_CAPITALS, ARRAY_CONTAINERS),
  ...each(BASE_ARRAYS, COLUMNS),
  ...each(BASE_03, NAMES),
  ...COPIES,
  ...CLOCKS,
  ...FIELD_SPELLINGS,
  ...STACKS,
  ...ENCODINGS,
  ...COMPRESSIONS,
];
