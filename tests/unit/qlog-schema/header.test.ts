/** What a header says, in the spellings of a decade of drafts, and numbers written as text. */
import { describe, expect, it } from 'vitest';
import {
  asNumber,
  looksLikeHeader,
  PacketSpace,
  packetSpaceOf,
  readHeader,
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
    ).toEqual({
      version: 'sequential',
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

describe('looksLikeHeader', () => {
  it('tells headers from events', () => {
    for (const key of ['qlog_version', 'file_schema', 'trace', 'traces'])
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
