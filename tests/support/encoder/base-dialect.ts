/**
 * The dialect that all others are variations of, the same one with event arrays, and the way to vary them: what a
 * dialect loses and how exact it is follows from its choices, so that no entry of the list can state it wrongly.
 */
import type { Container, Dialect, FieldStyle, Loss, TimeStyle } from './dialect.ts';
import { resolutionUs } from './written-times.ts';

type ContainerOf<Kind extends Container['kind']> = Extract<Container, { kind: Kind }>;

export const SEQ: ContainerOf<'seq'> = {
  kind: 'seq',
  lineEnd: 'LF',
  pretty: false,
  doubleRs: false,
  header: true,
};
export const LINES: ContainerOf<'lines'> = { kind: 'lines', lineEnd: 'LF', pretty: false, header: true };
export const CONTAINED: ContainerOf<'contained'> = {
  kind: 'contained',
  pretty: false,
  behindEvents: 'nothing',
  trailingEmpty: false,
  errorEntry: false,
};

export const RELATIVE: TimeStyle = {
  format: 'relative',
  stated: true,
  reference: 'number',
  written: 'number',
  rounding: 'exact',
};

export const FIELDS: FieldStyle = {
  size: 'raw.length',
  numbers: 'number',
  packetType: 'header',
  packetTypeWords: 'usual',
  frames: 'lower',
  ackKey: 'acked_ranges',
  ackShape: 'pairs',
  ackOrder: 'ascending',
  streamId: 'stream_id',
  streamLength: 'raw.payload_length',
  window: 'congestion_window',
  unlimited: 'u64',
  rtt: 'float',
  metrics: 'delta',
  lost: 'header',
  oldState: false,
};

/** A dialect without what follows from the rest. */
type Choices = Omit<Dialect, 'resolutionUs' | 'rttResolutionUs' | 'loses'>;

/** Changes against another dialect; `time` and `fields` change key by key. */
export interface Changes extends Partial<Omit<Choices, 'name' | 'time' | 'fields'>> {
  readonly time?: Partial<TimeStyle>;
  readonly fields?: Partial<FieldStyle>;
}

function complete(choices: Choices): Dialect {
  const { fields, time } = choices;
  const lost: { readonly [loss in Loss]: boolean } = {
    times: time.rounding === 'truncated-deltas',
    sizes: fields.size === 'none' || fields.size === 'raw.payload_length',
    frames: fields.frames === 'none',
    metrics: fields.metrics === 'none',
    'lost-numbers': fields.lost === 'counter',
  };
  const losses = ['times', 'sizes', 'frames', 'metrics', 'lost-numbers'] as const;
  return {
    ...choices,
    resolutionUs: resolutionUs(time),
    rttResolutionUs: fields.rtt === 'whole-ms' ? 1000 : 0,
    loses: losses.filter((loss) => lost[loss]),
  };
}

export function vary(dialect: Dialect, name: string, changes: Changes): Dialect {
  return complete({
    ...dialect,
    ...changes,
    name,
    time: { ...dialect.time, ...changes.time },
    fields: { ...dialect.fields, ...changes.fields },
  });
}

/** JSON-SEQ as quiche writes it today. */
export const BASE: Dialect = complete({
  name: 'JSON-SEQ, the newest draft',
  container: SEQ,
  version: 'quic-12',
  names: 'quic',
  shape: { kind: 'object', order: 'time-first' },
  time: { ...RELATIVE, stated: false, reference: 'unknown-epoch' },
  units: 'ms',
  fields: FIELDS,
  encoding: 'utf-8',
  compression: 'none',
  copies: 'one',
});

/** 0.3, with old names and a stated time format: what most stacks write. */
export const BASE_03: Dialect = vary(BASE, 'JSON-SEQ 0.3', {
  version: '0.3',
  names: 'transport',
  time: RELATIVE,
});

/** Event arrays of draft-01, as picoquic and quant write them. */
export const BASE_ARRAYS: Dialect = vary(BASE, 'event arrays of draft-01', {
  container: CONTAINED,
  version: 'draft-01',
  names: 'transport',
  shape: {
    kind: 'array',
    columns: ['time', 'category', 'event', 'data'],
    case: 'lower',
    eventColumn: 'event',
  },
  time: { ...RELATIVE, stated: false, reference: 'string' },
  fields: { size: 'header.packet_size', streamLength: 'length' },
});

/** Event arrays of draft-00, in capitals and with a trigger. */
export const BASE_CAPITALS: Dialect = vary(BASE_ARRAYS, 'event arrays of draft-00', {
  version: 'draft-00',
  names: 'draft-00',
  shape: {
    kind: 'array',
    columns: ['time', 'category', 'event', 'trigger', 'data'],
    case: 'upper',
    eventColumn: 'event',
  },
  fields: { frames: 'upper', packetTypeWords: 'upper', packetType: 'data' },
});
