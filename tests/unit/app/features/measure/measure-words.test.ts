/** A measurement in words: figures with what they are held against, and what is not logged. */
import { describe, expect, test } from 'vitest';
import {
  measureAsText,
  measureRows,
  measureSentence,
  partWords,
} from '../../../../../src/app/features/measure/measure-words.ts';
import type { Measured } from '../../../../../src/engine/reading/contract/parts.ts';
import { asRedacted } from '../../../../support/redacted.ts';

const FIGURES: Measured = {
  fromUs: 1_000_000,
  toUs: 3_000_000,
  sentBytes: 250_000,
  ackedBytes: 240_000,
  receivedBytes: 9000,
  packetsSent: 200,
  packetsLost: 5,
  transitions: 100,
  ptos: 2,
  ptoMethod: 'silence',
  rttUs: 20_000,
  rttOrigin: 'logged',
  roundTrips: 100,
  cwndFromBytes: 13_500,
  cwndToBytes: 2700,
};
const SENDER = { side: 'sender', lossMethod: 'ack-gap', datagramBytes: 1350 } as const;

const NOTHING: Measured = {
  ...FIGURES,
  sentBytes: NaN,
  ackedBytes: NaN,
  receivedBytes: NaN,
  packetsSent: NaN,
  packetsLost: NaN,
  transitions: NaN,
  ptos: NaN,
  rttUs: NaN,
  roundTrips: NaN,
  cwndFromBytes: NaN,
  cwndToBytes: NaN,
};

const rowOf = (figures: Measured, id: string, context: Parameters<typeof measureRows>[1] = SENDER) => {
  const row = measureRows(figures, context).find((candidate) => candidate.id === id);
  return row === undefined ? null : [row.value, row.note];
};

describe('of a sender', () => {
  test('gives each figure with its rate, its method or its comparison', () => {
    expect(measureRows(FIGURES, SENDER).map(({ id, value, note }) => [id, value, note])).toEqual([
      ['length', '2.000 s', '100 round trips of 20.0 ms, median smoothed RTT'],
      ['sent', '250,000 B', '200 packets, 1.0 Mbit/s'],
      ['acked', '240,000 B', '960 kbit/s'],
      ['lost', '5 packets', 'inferred from ACK gaps, 2.5 % of those sent'],
      ['transitions', '100', 'one every 20.0 ms (1.00 round trips)'],
      ['ptos', '2', 'inferred from silence'],
      ['cwnd', '13,500 B → 2,700 B', '10 → 2 packets'],
    ]);
  });

  test('says once what a window is that does not move', () => {
    const still = { ...FIGURES, cwndFromBytes: 2700 };
    expect(rowOf(still, 'cwnd')).toEqual(['2,700 B at both ends', '2 packets']);
  });

  test('says that a window is first logged inside', () => {
    const late = { ...FIGURES, cwndFromBytes: NaN };
    expect(rowOf(late, 'cwnd')).toEqual(['not yet logged → 2,700 B', '2 packets']);
  });

  test('says when the round trip is rebuilt', () => {
    const words = rowOf({ ...FIGURES, rttOrigin: 'rebuilt' }, 'length');
    expect(words?.[1]).toBe('100 round trips of 20.0 ms, median smoothed RTT (rebuilt)');
  });

  test('has no spacing of transitions where there are none', () => {
    expect(rowOf({ ...FIGURES, transitions: 0 }, 'transitions')).toEqual(['0', '']);
  });
});

test('a receiver’s says what was received, and has no window where none is logged', () => {
  const receiver = { ...SENDER, side: 'receiver' } as const;
  expect(rowOf(FIGURES, 'received', receiver)).toEqual(['9,000 B', '36.0 kbit/s']);
  expect(rowOf(FIGURES, 'received')).toBeNull();
  expect(rowOf(NOTHING, 'cwnd', receiver)).toBeNull();
});

test('what the trace does not hold is not logged, and never a zero', () => {
  const rows = measureRows(NOTHING, SENDER);
  expect(rows[0]).toMatchObject({ value: '2.000 s', note: 'no RTT known yet' });
  for (const { value, note } of rows.slice(1, -1)) expect([value, note]).toEqual(['not logged', '']);
  // It may be logged later in the trace.
  expect(rows.at(-1)).toMatchObject({ id: 'cwnd', value: 'not yet logged', note: '' });
  expect(JSON.stringify(rows)).not.toContain('NaN');
});

test('goes to the clipboard as lines of name, value and note', () => {
  const lines = measureAsText(asRedacted(FIGURES), SENDER).split('\n');
  expect(lines[0]).toBe('Measured\t1.000 s to 3.000 s');
  expect(lines).toContain('Sent\t250,000 B\t200 packets, 1.0 Mbit/s');
  expect(measureAsText(asRedacted(NOTHING), SENDER)).toContain('\nSent\tnot logged\n');
});

test('is described in one sentence', () => {
  expect(measureSentence(FIGURES, SENDER)).toMatch(
    /^Measured 1\.000 s to 3\.000 s\. Δt 2\.000 s, 100 round .*packets\.$/,
  );
});

test.each([
  [5, 15, 'from its start'],
  [15, 25, 'to its end'],
  [5, 25, 'its whole log'],
  [12, 18, ''],
  [10, 20, ''],
  [20, 25, null],
  [5, 10, null],
])('a trace from 10 to 20 µs has of %i to %i µs: %s', (fromUs, toUs, words) => {
  expect(partWords({ fromUs, toUs }, { fromUs: 10, toUs: 20 })).toBe(words);
});
