/** The table of event names: every spelling leads to one kind. */
import { describe, expect, it } from 'vitest';
import { EVENT_DEFINITIONS, EventKind, eventKindOf, lookUpName } from '../../../src/qlog-schema/index.ts';

const spellings = EVENT_DEFINITIONS.flatMap(({ kind, canonical, aliases }) =>
  [canonical, ...aliases].map((name) => ({ name, kind })),
);

describe('the table of event names', () => {
  it('has no spelling of two kinds, nor twice of one', () => {
    const names = spellings.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('defines every kind except `other` exactly once', () => {
    const kinds = Object.values(EventKind).filter((kind) => kind !== EventKind.other);
    expect(EVENT_DEFINITIONS.map(({ kind }) => kind).sort((a, b) => a - b)).toEqual(
      [...kinds].sort((a, b) => a - b),
    );
  });

  it('has names in lower case with one namespace, as they are looked up', () => {
    for (const { name } of spellings) expect(name).toMatch(/^[a-z0-9_]+:[a-z0-9_]+$/);
  });

  it('is found by every spelling in any case', () => {
    for (const { name, kind } of spellings) {
      expect(eventKindOf(name)).toBe(kind);
      expect(eventKindOf(name.toUpperCase())).toBe(kind);
    }
  });

  it('maps everything else to other, including prototype keys', () => {
    for (const name of [
      '',
      'http:push_resolved',
      'frame_created',
      'h3:parameters_set',
      'parameters_set',
      '__proto__',
      'constructor',
      'toString',
    ])
      expect(eventKindOf(name)).toBe(EventKind.other);
  });

  it('returns the same after thousands of unknown names', () => {
    for (let i = 0; i < 3000; i++) expect(eventKindOf(`vendor:event_${i}`)).toBe(EventKind.other);
    expect(eventKindOf('Transport:Packet_Sent')).toBe(EventKind.packetSent);
  });

  it('recognises a bare type, or one in another QUIC namespace, if only QUIC uses it', () => {
    expect(eventKindOf('PACKET_SENT')).toBe(EventKind.packetSent);
    expect(eventKindOf('connectivity:packet_lost')).toBe(EventKind.packetLost);
    expect(eventKindOf('metrics_updated')).toBe(EventKind.metricsUpdated);
    expect(eventKindOf('http:packet_lost')).toBe(EventKind.other);
    expect(eventKindOf('stream_state_updated')).toBe(EventKind.other);
  });

  it('reads blanks and capitals of files older than the first draft', () => {
    expect(eventKindOf('CONNECTIVITY:NEW CONNECTION')).toBe(EventKind.connectionStarted);
    expect(eventKindOf('transport:ALPN_update')).toBe(EventKind.alpnInformation);
  });

  it.each([
    ['quic:packet_sent', 'transport'],
    ['http3:frame_parsed', 'known'],
    ['qpack:state_updated', 'known'],
    ['loglevel:warning', 'known'],
    ['generic:error', 'known'],
    ['info:message', 'known'],
    ['mvfst:pacing_metric_update', 'known'],
    ['debug', 'known'],
    ['recovery:custom_cc_application_limited', 'unknown'],
    ['acme:tick', 'unknown'],
    ['', 'unknown'],
  ])('says of %j that it is %s', (name, status) => {
    expect(lookUpName(name).status).toBe(status);
  });

  it('keeps every kind in a byte', () => {
    expect(Math.max(...Object.values(EventKind))).toBeLessThan(256);
  });
});
