/** Values of any JSON type, read without trust. */
import { describe, expect, it } from 'vitest';
import { asFlag, labelOf, PacketSpace, packetSpaceOf } from '../../../src/qlog-schema/index.ts';

describe('labelOf', () => {
  it('gives equal values one text and absent ones none', () => {
    expect([undefined, null, ''].map(labelOf)).toEqual([null, null, null]);
    expect([7, '7', 0, false].map(labelOf)).toEqual(['7', '7', '0', 'false']);
    expect(labelOf({ a: [1, 'x'] })).toBe('{a:[1,x]}');
  });

  it('stays short for any value, however deep', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(labelOf(deep)).toBe('[[[…]]]');
    expect(labelOf('x'.repeat(1e6))?.length).toBe(256);
    expect(labelOf(Array.from({ length: 1e5 }, () => 'x'.repeat(500)))?.length).toBe(256);
  });
});

describe('asFlag', () => {
  it('reads the spellings of true and false, and nothing else', () => {
    expect([true, 'true', 1, '1', false, 'false', 0, '0', 'yes', null, 2].map(asFlag)).toEqual([
      ...[true, true, true, true, false, false, false, false],
      ...[null, null, null],
    ]);
  });
});

describe('packet types', () => {
  it.each(['1rtt', 'onertt', 'short_header', '0RTT', 'zerortt', '0rtt', 'unknown', 'AppData'])(
    'of 1-RTT and 0-RTT share one space: %s',
    (type) => {
      expect(packetSpaceOf(type)).toBe(PacketSpace.application);
    },
  );

  it.each([
    ['INITIAL', PacketSpace.initial],
    ['Version Negotiation', PacketSpace.none],
    ['RETRY', PacketSpace.none],
    ['HANDSHAKE', PacketSpace.handshake],
  ])('are read in any case: %s', (type, space) => {
    expect(packetSpaceOf(type)).toBe(space);
  });
});
