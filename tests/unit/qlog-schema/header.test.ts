/** What a header says, in the spellings of a decade of drafts, and numbers written as text. */
import { describe, expect, it } from 'vitest';
import {
  asNumber,
  looksLikeHeader,
  PacketSpace,
  packetSpaceOf,
  readHeader,
  traceCount,
  traceErrors,
} from '../../../src/qlog-schema/index.ts';

describe('readHeader', () => {
  it('reads a sequence header of quiche 0.30 (file_schema)', () => {
    expect(
      readHeader({
        file_schema: 'urn:ietf:params:qlog:file:sequential',
        serialization_format: 'JSON-SEQ',
        title: 'quiche 0.30.0 rate',
        trace: {
          title: 'quiche 0.30.0 rate',
          common_fields: { reference_time: { clock_type: 'monotonic', epoch: 'unknown' } },
          vantage_point: { name: 'quiche', type: 'server' },
        },
      }),
    ).toMatchObject({
      version: 'file schema sequential',
      family: 'schema',
      format: 'JSON-SEQ',
      title: 'quiche 0.30.0 rate',
      implementation: 'quiche',
      implementationVersion: '0.30.0',
      vantagePoint: 'server',
      timeFormat: 'relative',
      referenceTimeMs: null,
      unitsPerMs: 1,
    });
  });

  it('reads a contained file of version 0.3 and counts traces from the one asked for', () => {
    const file = {
      qlog_version: '0.3',
      qlog_format: 'JSON',
      traces: [
        {
          vantage_point: { type: 'client' },
          common_fields: { time_format: 'delta', reference_time: '12.5' },
        },
        { vantage_point: { type: 'network' }, configuration: { time_units: 'us', code_version: 'abc' } },
      ],
    };
    expect(readHeader(file)).toMatchObject({
      version: '0.3',
      format: 'JSON',
      vantagePoint: 'client',
      timeFormat: 'delta',
      referenceTimeMs: 12.5,
    });
    expect(readHeader(file, 1)).toMatchObject({
      vantagePoint: 'network',
      timeFormat: null,
      unitsPerMs: 1000,
      implementationVersion: 'abc',
    });
  });

  it.each([
    ['relative', 'relative'],
    ['relative_to_epoch', 'relative'],
    ['delta', 'delta'],
    ['relative_to_previous_event', 'delta'],
    ['absolute', 'absolute'],
    ['sundial', null],
  ])('reads the time format %s as %s', (time_format, timeFormat) => {
    expect(readHeader({ trace: { common_fields: { time_format } } }).timeFormat).toBe(timeFormat);
  });

  it('takes a reference time without a format as relative times', () => {
    expect(readHeader({ trace: { common_fields: { reference_time: 5 } } }).timeFormat).toBe('relative');
    expect(readHeader({ trace: { common_fields: {} } }).timeFormat).toBeNull();
  });

  it.each([
    ['quic-go v0.40.1', 'quic-go', '0.40.1'],
    ['Qlog from ngtcp2/1.2', 'ngtcp2', '1.2'],
    ['aioquic', 'aioquic', null],
    ['something of my own 1.2.3', null, null],
  ])('finds the implementation in the title %s', (title, implementation, implementationVersion) => {
    expect(readHeader({ title })).toMatchObject({ implementation, implementationVersion });
  });

  it.each([
    {},
    { traces: 'none', title: 7, qlog_version: null },
    { trace: [] },
    { traces: [null] },
    { trace: { vantage_point: 5, common_fields: [], configuration: 'x' } },
  ])('knows nothing from %j and does not throw', (file) => {
    expect(readHeader(file)).toEqual({
      version: 'unknown',
      family: 'unknown',
      recognised: null,
      vantageName: null,
      eventFields: null,
      groupId: null,
      groupIds: null,
      odcid: null,
      range: null,
      simulation: [],
      timeFormatStated: false,
      hasReference: false,
      format: null,
      title: null,
      implementation: null,
      implementationVersion: null,
      vantagePoint: 'unknown',
      timeFormat: null,
      referenceTimeMs: null,
      unitsPerMs: 1,
    });
  });
});

describe('times of a header', () => {
  const timeOf = (common: object, more: object = {}) =>
    readHeader({ trace: { common_fields: common, ...more } });

  it.each([
    ['a number', 1_553_986_553_572, 1_553_986_553_572],
    ['a numeric text', '1553986553572', 1_553_986_553_572],
    ['a date with ns', '2026-11-21T06:18:02.227063049Z', Date.UTC(2026, 10, 21, 6, 18, 2) + 227.063049],
    ['a date with an offset', '2026-11-21T08:18:02+02:00', Date.UTC(2026, 10, 21, 6, 18, 2)],
    ['a struct with an epoch', { clock_type: 'system', epoch: '1970-01-01T00:00:00Z' }, 0],
    [
      'a monotonic clock with a wall clock beside it',
      { clock_type: 'monotonic', epoch: 'unknown', wall_clock_time: '2026-11-21T06:18:02.5Z' },
      Date.UTC(2026, 10, 21, 6, 18, 2) + 500,
    ],
    ['an empty struct', { clock_type: '', epoch: '' }, null],
    ['nonsense', 'yesterday', null],
  ])('read %s as a reference', (_, reference_time, ms) => {
    const { referenceTimeMs, hasReference, timeFormat, timeFormatStated } = timeOf({ reference_time });
    expect(hasReference).toBe(true);
    expect([timeFormat, timeFormatStated]).toEqual(['relative', false]);
    if (ms === null) expect(referenceTimeMs).toBeNull();
    else expect(referenceTimeMs).toBeCloseTo(ms, 3);
  });

  it('divide a reference by time_units as well', () => {
    const { referenceTimeMs } = timeOf(
      { reference_time: '4422951943' },
      { configuration: { time_units: 'us' } },
    );
    expect(referenceTimeMs).toBe(4_422_951.943);
  });

  it('take the format from a column', () => {
    for (const [column, format] of [
      ['relative_time', 'relative'],
      ['DELTA_TIME', 'delta'],
      ['time', null],
    ]) {
      const header = readHeader({ traces: [{ event_fields: [column, 'data'], events: [] }] });
      expect([header.timeFormat, header.timeFormatStated]).toEqual([format, format !== null]);
    }
  });
});

describe('traces of a header', () => {
  const file = {
    qlog_version: 'draft-02',
    traces: [
      { error_description: 'no such file', uri: 'a.qlog' },
      { vantage_point: { type: 'client' }, events: [] },
      { title: 'without events' },
      { vantage_point: { type: 'server' }, events: [] },
      { error_description: 7 },
    ],
  };

  it('are counted as their events arrays are', () => {
    expect(traceCount(file)).toBe(2);
    expect([0, 1].map((n) => readHeader(file, n).vantagePoint)).toEqual(['client', 'server']);
  });

  it('that could not be written may have a reason', () => {
    expect(traceErrors(file)).toEqual(['no such file (a.qlog)', 'no description']);
    const many = { traces: Array.from({ length: 100 }, () => ({ error_description: 'x'.repeat(1000) })) };
    expect(traceErrors(many).length).toBe(17);
    expect(traceErrors(many)[0]?.length).toBe(300);
    expect(traceErrors(many).at(-1)).toBe('and 84 more');
  });

  it('may be bare, or connections of files older than draft-00', () => {
    const bare = { vantage_point: { type: 'server' }, common_fields: { ODCID: 'ab' }, events: [] };
    expect([traceCount(bare), readHeader(bare).odcid]).toEqual([1, 'ab']);
    const old = {
      qlog_version: '0.1',
      connections: [
        {
          vantagepoint: 'SERVER',
          connectionid: 'c3',
          starttime: 1_536_681_899.5,
          fields: ['time', 'category', 'type', 'trigger', 'data'],
          events: [],
        },
      ],
    };
    expect(readHeader(old)).toMatchObject({
      family: 'pre-spec',
      vantagePoint: 'server',
      groupId: 'c3',
      referenceTimeMs: 1_536_681_899_500,
      timeFormat: 'relative',
      eventFields: ['time', 'category', 'type', 'trigger', 'data'],
    });
  });
});

describe('families', () => {
  it.each([
    [{ qlog_version: '0.3' }, '0.3'],
    [{ qlog_version: '0.4' }, '0.4'],
    [{ qlog_version: 'draft-02-wip' }, 'draft-02'],
    [{ qlog_version: 'draft-03-WIP' }, 'draft-02'],
    [{ qlog_version: 'draft-00' }, 'draft-00'],
    [{ file_schema: 'urn:ietf:params:qlog:file:sequential', qlog_version: '0.3' }, 'schema'],
    [{}, 'unknown'],
  ])('of %j is %s', (file, family) => {
    expect(readHeader(file).family).toBe(family);
  });
});

describe('looksLikeHeader', () => {
  it('tells headers from events', () => {
    for (const key of ['qlog_version', 'file_schema', 'trace', 'traces', 'connections'])
      expect(looksLikeHeader({ [key]: 1 })).toBe(true);
    expect(looksLikeHeader({ time: 1, name: 'quic:packet_sent', data: {} })).toBe(false);
  });
});

describe('asNumber', () => {
  it.each([
    [1.5, 1.5],
    ['18', 18],
    ['-2.5e3', -2500],
    ['1e999', null],
    [Number.POSITIVE_INFINITY, null],
    [Number.NaN, null],
    ['', null],
    [' 1', null],
    ['0x10', null],
    [true, null],
    [null, null],
    [[1], null],
  ])('reads %j as %j', (value, number) => {
    expect(asNumber(value)).toBe(number);
  });
});

describe('packetSpaceOf', () => {
  it.each([
    ['initial', PacketSpace.initial],
    ['Handshake', PacketSpace.handshake],
    ['1RTT', PacketSpace.application],
    ['0RTT', PacketSpace.application],
    ['application_data', PacketSpace.application],
    ['retry', PacketSpace.none],
    ['version_negotiation', PacketSpace.none],
    ['stateless_reset', PacketSpace.none],
  ])('puts %s into its packet number space', (type, space) => {
    expect(packetSpaceOf(type)).toBe(space);
  });
});
