/** Who wrote a file, and where that implementation leaves the drafts. */
import { describe, expect, it } from 'vitest';
import { implementationOfEvent } from '../../../src/qlog-schema/implementations.ts';
import { effectsOf, QUIRKS, quirksOf, readHeader, StateNamer } from '../../../src/qlog-schema/index.ts';
import { compareVersions } from '../../../src/qlog-schema/quirks.ts';

const NOQ_REFERENCE = { clock_type: '', epoch: '' };

describe('the implementation', () => {
  it.each([
    ['quic-go', { title: 'quic-go qlog', code_version: 'v0.65.0' }, 'v0.65.0'],
    ['quinn', { title: 'server', description: 'quinn', trace: {} }, null],
    ['neqo', { title: 'Example', trace: { vantage_point: { name: 'neqo-Client' } } }, null],
    ['x/net/quic', { trace: { vantage_point: { name: 'go quic' } } }, null],
    ['kwik', { traces: [{ vantage_point: { name: 'kwik' }, events: [] }] }, null],
    ['quiche', { title: 'quiche 0.30.0 rate' }, '0.30.0'],
    ['openssl', { trace: { vantage_point: { name: 'OpenSSL/3.4.0' } } }, '3.4.0'],
  ])('%s names itself', (name, file, version) => {
    expect(readHeader(file).recognised).toMatchObject({ name, version, guessed: false });
  });

  it.each([
    ['noq', { trace: { common_fields: { reference_time: NOQ_REFERENCE }, event_schemas: [] } }],
    ['tquic', { qlog_version: '0.4', title: 'server qlog', description: 'id=SERVER-2d27', trace: {} }],
    ['gm-quic', { title: 'f9fda0460896ec51_server.sqlog', trace: {} }],
    ['quinn', { trace: { vantage_point: { type: 'unknown' }, configuration: { time_offset: 0 } } }],
    ['aioquic', { qlog_version: '0.3', traces: [{ common_fields: { ODCID: 'ab' }, events: [] }] }],
  ])('%s is guessed by the shape of its header', (name, file) => {
    expect(readHeader(file).recognised).toMatchObject({ name, guessed: true });
  });

  it('of another writer with such a reference time is not noq: its ACK ranges would be read wrongly', () => {
    const trace = { common_fields: { reference_time: NOQ_REFERENCE } };
    expect(readHeader({ trace }).recognised).toBeNull();
    expect(readHeader({ qlog_version: '0.3', trace: { ...trace, event_schemas: [] } }).recognised).toBeNull();
  });

  it('is no part of a longer word', () => {
    for (const title of ['my-noqs', 'sequinned', 'unquinn2x'])
      expect(readHeader({ title }).implementation).toBeNull();
  });

  it('may be recognised by events that only it writes', () => {
    expect(implementationOfEvent('mvfst:pacing_metric_update')).toMatchObject({
      name: 'mvfst',
      guessed: true,
    });
    expect(implementationOfEvent('quic:packet_sent')).toBeNull();
    expect(implementationOfEvent('__proto__:x')).toBeNull();
  });
});

describe('quirks', () => {
  const effects = (file: object) => effectsOf(quirksOf(readHeader(file as never)));

  it('each have a reason that is a sentence, and an id of their own', () => {
    expect(new Set(QUIRKS.map(({ id }) => id)).size).toBe(QUIRKS.length);
    for (const { reason } of QUIRKS) expect(reason).toMatch(/^\S.*[.]$/);
  });

  it('never set one effect of one implementation twice', () => {
    const keys = QUIRKS.flatMap(({ when, effects: e }) =>
      Object.keys(e).map((key) => `${when.implementation} ${key}`),
    );
    const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
    expect(twice).toEqual([]);
  });

  it('read RTTs of quinn in seconds as long as it wrote version 0.3', () => {
    const trace = { vantage_point: { type: 'unknown' } };
    expect(effects({ description: 'quinn', qlog_version: '0.3', trace }).rttUnit).toBe('s');
    expect(effects({ description: 'quinn', file_schema: 'urn:x', trace }).rttUnit).toBeUndefined();
  });

  it('include that quic-go omits zeros from 0.56 on', () => {
    const quicGo = (code_version: string) =>
      effects({ title: 'quic-go qlog', file_schema: 'urn:x', code_version });
    expect(quicGo('v0.65.0').omitsZeros).toBe(true);
    expect(quicGo('(devel)').omitsZeros).toBe(true);
    expect(quicGo('v0.55.1').omitsZeros).toBeUndefined();
    expect(effects({ title: 'quic-go qlog', code_version: 'v0.57.1' }).omitsZeros).toBeUndefined();
  });

  it('are none for an unknown implementation', () => {
    expect(quirksOf(readHeader({}))).toEqual([]);
  });

  it('compare versions by number', () => {
    expect(Math.sign(compareVersions('0.9', '0.10'))).toBe(-1);
    expect(compareVersions('v0.56.0', '0.56')).toBe(0);
    expect(Math.sign(compareVersions('1.0.1', '1'))).toBe(1);
  });
});

describe('states logged as numbers', () => {
  it('of picoquic get names when their flags show that they are those of BBR', () => {
    const namer = new StateNamer();
    expect(['65539', '459525', '768', '3'].map((state) => namer.name(state, 'picoquic'))).toEqual([
      'bbr_probe_bw_cruise',
      'bbr_probe_bw_up',
      'bbr_startup',
      'bbr_probe_bw_cruise',
    ]);
  });

  it('are named by their number if no table is recognised', () => {
    const namer = new StateNamer();
    expect(['0', '2', 'recovery'].map((state) => namer.name(state, 'picoquic'))).toEqual([
      'state 0',
      'state 2',
      'recovery',
    ]);
    expect(new StateNamer().name('65539', undefined)).toBe('65539');
    expect(namer.name('65791', 'picoquic')).toBe('state 65791');
  });
});
