/** Logged, rebuilt, inferred, in words: what the panels draw is asked of the panels. */
import { describe, expect, test } from 'vitest';
import { PANELS } from '../../../../../src/drawing/panels/registry.ts';
import type { Provenance, TraceQuality } from '../../../../../src/engine/reading/contract/quality.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { provenanceRows } from '../../../../../src/sharing/report/words/provenance-words.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const { snapshot } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const quality = snapshot.quality as TraceQuality;

const rowOf = (of: Snapshot, quantity: Provenance['quantity']) =>
  provenanceRows(of).find((row) => row.quantity === quantity);

/** The snapshot with one quantity told otherwise. */
const withOrigin = (change: Partial<Provenance> & Pick<Provenance, 'quantity'>): Snapshot => ({
  ...snapshot,
  quality: {
    ...quality,
    provenance: quality.provenance.map((origin) =>
      origin.quantity === change.quantity ? { ...origin, ...change } : origin,
    ),
  },
});

test('a trace has a row per quantity once it is read, and none before', () => {
  expect(provenanceRows(snapshot)).toHaveLength(12);
  expect(provenanceRows({ ...snapshot, quality: { ...quality, provenance: [] } })).toEqual([]);
  expect(provenanceRows({ ...snapshot, quality: null })).toEqual([]);
});

describe('a row', () => {
  test('says how many values there are, and how far they lie apart', () => {
    expect(rowOf(snapshot, 'bytes-in-flight')).toMatchObject({
      logged: 'yes, 1,954 values',
      rebuilt: 'yes, 1,971 values',
      shown: 'logged',
      difference: 'median 0 B, 95 % within 0 B',
    });
    expect(rowOf(snapshot, 'congestion-window')).toMatchObject({ rebuilt: 'no', difference: '–' });
  });

  test('says so when not all values were compared', () => {
    const difference = { compared: 16_668, stride: 3, median: 12_000, p95: 1_500_000 };
    expect(rowOf(withOrigin({ quantity: 'smoothed-rtt', difference }), 'smoothed-rtt')?.difference).toBe(
      'median 12.0 ms, 95 % within 1.50 s, at 16,668 values: one in 3',
    );
  });

  test('of logged states is given with the recovery periods of the RFC’s rule', () => {
    expect(rowOf(snapshot, 'congestion-states')).toMatchObject({
      logged: 'yes, 1,032 state changes',
      rebuilt: 'yes, 18 recovery periods',
      shown: 'logged',
    });
  });

  test('of a counter that stayed 0 is logged all the same', () => {
    expect(rowOf(withOrigin({ quantity: 'ptos', logged: 0 }), 'ptos')?.logged).toBe('yes, 0 PTOs');
  });

  test('of an unknown quantity is neither, and shown nowhere', () => {
    const none = { logged: 0, rebuilt: 0, isLogged: false, isRebuilt: false, difference: null };
    expect(rowOf(withOrigin({ quantity: 'latest-rtt', ...none }), 'latest-rtt')).toMatchObject({
      logged: 'no',
      rebuilt: 'no',
      shown: '–',
    });
  });
});

describe('what is shown', () => {
  test('follows what the panels draw of what the trace holds', () => {
    const drawn = PANELS.some(({ series }) => series.includes('bytes-in-flight-rebuilt'));
    expect(drawn).toBe(true);
    const catalogue = snapshot.catalogue.flatMap((info) => {
      if (info.id === 'bytes-in-flight') return { ...info, id: 'bytes-in-flight-rebuilt' };
      return info.id === 'latest-rtt' || info.id === 'latest-rtt-from-packets' ? [] : info;
    });
    const other = { ...snapshot, catalogue };
    expect(rowOf(other, 'bytes-in-flight')?.shown).toBe('rebuilt');
    expect(rowOf(other, 'latest-rtt')?.shown).toBe('not drawn');
  });

  test('of losses names the method', () => {
    expect(rowOf(snapshot, 'losses')?.shown).toBe('counted by the stack');
    const inferred: Snapshot = { ...snapshot, summary: { ...snapshot.summary, lossMethod: 'ack-gap' } };
    expect(rowOf(inferred, 'losses')?.shown).toBe('inferred from ACK gaps');
  });

  test('of PTOs and limits depends on whether a panel asks for them', () => {
    const asks = (part: 'ptos' | 'limits') => PANELS.some(({ parts }) => parts?.includes(part) ?? false);
    expect(rowOf(snapshot, 'ptos')?.shown).toBe(asks('ptos') ? 'counted by the stack' : 'not drawn');
    expect(rowOf(snapshot, 'limits')?.shown === 'not drawn').toBe(!asks('limits'));
  });
});
