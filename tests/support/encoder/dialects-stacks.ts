/**
 * The stacks as they write: all choices of one implementation together. Read off the traces that each of them
 * recorded, or off its source where none was. What only marks a fault of a stack is left out: quinn's RTTs in
 * seconds, xquic's in µs, neqo's reference time in seconds.
 */
import {
  BASE,
  BASE_03,
  BASE_ARRAYS,
  BASE_CAPITALS,
  type Changes,
  CONTAINED,
  LINES,
  RELATIVE,
  vary,
} from './base-dialect.ts';
import type { Dialect } from './dialect.ts';

const HIGHEST_FIRST = { ackShape: 'singles', ackOrder: 'descending' } as const;
const UNSTATED = { stated: false, reference: 'absent' } as const;
const ARRAY = { kind: 'array', case: 'lower', eventColumn: 'event' } as const;
const FOUR_COLUMNS = { ...ARRAY, columns: ['time', 'category', 'event', 'data'] } as const;

const SEQUENCES: readonly (readonly [name: string, changes: Changes])[] = [
  [
    'quic-go 0.65',
    {
      version: 'quic-12+0.3',
      time: { stated: false, reference: 'unknown-epoch' },
      fields: { ...HIGHEST_FIRST, metrics: 'full', unlimited: 'absent' },
    },
  ],
  ['quic-go 0.54', { fields: { ...HIGHEST_FIRST, unlimited: 'absent' } }],
  [
    'quic-go 0.40',
    { container: LINES, version: 'draft-02', fields: { ...HIGHEST_FIRST, unlimited: 'absent' } },
  ],
  [
    'ngtcp2',
    {
      time: { reference: 'zero', rounding: 'whole-ms' },
      fields: { ...HIGHEST_FIRST, metrics: 'full', unlimited: 'absent', rtt: 'whole-ms' },
    },
  ],
  [
    'quinn',
    { time: { ...UNSTATED, rounding: 'float32' }, fields: { size: 'header.length', frames: 'none' } },
  ],
  [
    'noq',
    {
      version: 'quic-12',
      names: 'quic',
      time: { stated: false, reference: 'empty-struct' },
      fields: { size: 'header.length', streamLength: 'raw.length' },
    },
  ],
  [
    'neqo',
    {
      time: { rounding: 'float32' },
      fields: { ackOrder: 'descending', metrics: 'split', unlimited: 'absent', oldState: true },
    },
  ],
  ['tquic', { version: '0.4', names: 'quic+recovery', time: { ...UNSTATED, rounding: 'float32' } }],
  ['x/net/quic', { fields: { ackShape: 'singles', oldState: true, unlimited: 'absent' } }],
  [
    'gm-quic',
    {
      time: { ...UNSTATED, format: 'absolute' },
      fields: { ackOrder: 'descending', metrics: 'split' },
    },
  ],
  ['quiche 0.26', { time: { ...UNSTATED, rounding: 'float32' }, fields: { lost: 'counter' } }],
  [
    'OpenSSL',
    {
      time: { format: 'delta', reference: 'number', rounding: 'truncated-deltas' },
      shape: { kind: 'object', order: 'time-last' },
      fields: { metrics: 'none' },
    },
  ],
  [
    'quicly',
    {
      container: LINES,
      version: 'draft-02',
      time: { ...UNSTATED, format: 'absolute' },
      fields: { packetTypeWords: 'lower', size: 'none', metrics: 'none' },
    },
  ],
  [
    'Haskell quic',
    {
      container: LINES,
      version: 'draft-02',
      time: { stated: false },
      fields: { numbers: 'string', oldState: true },
    },
  ],
];

export const STACKS: readonly Dialect[] = [
  ...SEQUENCES.map(([name, changes]) => vary(BASE_03, `as ${name} writes`, changes)),
  vary(BASE_03, 'as aioquic writes', {
    container: { ...CONTAINED, behindEvents: 'vantage_point' },
    time: { ...UNSTATED, format: 'absolute' },
    fields: { lost: 'type', window: 'cwnd', unlimited: 'absent', metrics: 'full' },
  }),
  vary(BASE_03, 'as kwik writes', {
    container: CONTAINED,
    version: 'draft-02',
    time: { rounding: 'whole-ms' },
    fields: { metrics: 'split', rtt: 'whole-ms' },
  }),
  vary(BASE, 'as mvfst writes', {
    container: CONTAINED,
    time: { ...RELATIVE, format: 'relative_to_epoch', reference: 'epoch' },
    fields: { streamId: 'stream_id-string' },
  }),
  vary(BASE_ARRAYS, 'as mvfst wrote before 2025', {
    version: 'draft-00',
    names: 'mvfst',
    units: 'us',
    time: { written: 'string', reference: 'zero' },
    fields: { window: 'current_cwnd', packetType: 'data' },
  }),
  vary(BASE_ARRAYS, 'as quic-go 0.15 writes', {
    version: 'draft-02-wip',
    shape: FOUR_COLUMNS,
    time: { format: 'absolute', reference: 'absent' },
    fields: { ...HIGHEST_FIRST, numbers: 'string', packetType: 'data', lost: 'top-level-string' },
  }),
  vary(BASE_ARRAYS, 'as picoquic writes', {
    version: 'draft-00',
    container: { ...CONTAINED, pretty: true },
    units: 'us',
    fields: { packetType: 'data', ackOrder: 'descending', window: 'cwnd', lost: 'both', streamId: 'id' },
  }),
  vary(BASE_ARRAYS, 'as picoquic writes with multipath', {
    version: 'draft-00',
    units: 'us',
    shape: { ...ARRAY, columns: ['time', 'path', 'category', 'event', 'data'] },
    fields: { packetType: 'data', ackOrder: 'descending', window: 'cwnd', lost: 'both', streamId: 'id' },
  }),
  vary(BASE_ARRAYS, 'as quant writes', {
    units: 'us',
    shape: { ...ARRAY, columns: ['time', 'category', 'event', 'trigger', 'data'] },
    time: { format: 'delta' },
  }),
  vary(BASE_CAPITALS, 'as quic-trace converts', {
    units: 'us',
    container: { ...CONTAINED, trailingEmpty: true },
    time: { reference: 'zero' },
  }),
  vary(BASE_CAPITALS, 'as the msquic tool writes', {
    fields: { packetType: 'data.type', window: 'cwnd', unlimited: 'u64-string', lost: 'type' },
  }),
];
