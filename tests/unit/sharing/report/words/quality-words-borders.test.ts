/** Trace quality in words, each row at the least that changes it: none, one, all but one. */
import { describe, expect, test } from 'vitest';
import type { TraceQuality } from '../../../../../src/engine/reading/contract/quality.ts';
import {
  clockRows,
  dialectRows,
  fieldRows,
  modelRows,
  readingRows,
} from '../../../../../src/sharing/report/words/quality-words.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const { snapshot } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const quality = snapshot.quality as TraceQuality;

type Decode = Partial<TraceQuality['decode']>;
const changed = (change: Partial<Omit<TraceQuality, 'decode'>>, decode: Decode = {}): TraceQuality => ({
  ...quality,
  ...change,
  decode: { ...quality.decode, ...decode },
});
const summaryWith = (change: Partial<typeof snapshot.summary>) => ({
  ...snapshot,
  summary: { ...snapshot.summary, ...change },
});
const rowOf = (rows: readonly (readonly [string, string])[], name: string): string | undefined =>
  new Map(rows).get(name);

describe('the bytes in flight', () => {
  const drift = (compared: number, equal: number, largestBytes: number) =>
    rowOf(
      modelRows(snapshot, changed({ drift: { ...quality.drift, compared, equal, largestBytes } })),
      'Bytes in flight',
    );

  test.each([
    [0, 0, 0, undefined],
    [1, 1, 0, 'rebuilt from packets, they equal the logged ones in 100.0 % of 1 value'],
    [
      1,
      0,
      20,
      'rebuilt from packets, they equal the logged ones in 0.0 % of 1 value; they differ by at most 20 B',
    ],
    [
      4,
      3,
      2700,
      'rebuilt from packets, they equal the logged ones in 75.0 % of 4 values; they differ by at most 2,700 B',
    ],
  ])('compared %i times, equal %i times', (compared, equal, largest, words) => {
    expect(drift(compared, equal, largest)).toBe(words);
  });
});

describe('the controller', () => {
  const models = { ...(snapshot.models as NonNullable<typeof snapshot.models>), notJudged: null };
  const controller = (value: typeof snapshot.models) =>
    rowOf(modelRows({ models: value }, changed({})), 'Controller');

  test('is told where it was judged, and how', () => {
    expect(controller(null)).toBeUndefined();
    expect(controller({ ...models, notJudged: 'no window logged' })).toBeUndefined();
    const candidates = [{ ...models.candidates[0], fit: 0.946 }] as unknown as typeof models.candidates;
    expect(controller({ ...models, best: ['newreno'], fits: true, candidates })).toBe(
      'behaves like NewReno, 94 % (open loop: on the sends, ACKs and losses of the log)',
    );
  });
});

describe('the clock', () => {
  const times = (decode: Decode) => rowOf(clockRows(changed({}, decode)), 'Times');

  test('says how its times are meant', () => {
    const stated = { timeFormat: 'relative', timeFormatStated: true, timeDescribedLate: false } as const;
    expect(times(stated)).toBe('relative, as the file says');
    expect(times({ ...stated, timeFormatStated: false })).toBe(
      'relative, not stated, inferred from the reference time or the first times',
    );
    expect(times({ ...stated, timeDescribedLate: true })).toBe(
      'relative, as the file says; what the file says about it came after the first events',
    );
    expect(times({ ...stated, timeFormat: null })).toBe('unknown');
  });

  test.each([
    [0, undefined, undefined],
    [
      1,
      '1 event, placed at the time of the previous event',
      '1 event, moved to the time of the previous event',
    ],
    [
      2000,
      '2,000 events, placed at the time of the previous event',
      '2,000 events, moved to the time of the previous event',
    ],
  ])('of %i events without a time, or that step back', (events, absent, back) => {
    const rows = clockRows(changed({ backwardSteps: events }, { absentTimes: events }));
    expect([rowOf(rows, 'Without a time'), rowOf(rows, 'Backward steps')]).toEqual([absent, back]);
  });

  test.each([
    [1, undefined],
    [0.001, 'microseconds'],
    [1000, 'seconds'],
    [1.5, 'seconds'],
  ])('with RTTs that were multiplied by %d', (rttFactor, unit) => {
    const words =
      unit && `${unit} instead of milliseconds, inferred from the packets’ round trips; corrected`;
    expect(rowOf(clockRows(changed({ rttFactor })), 'RTT unit')).toBe(words);
  });
});

describe('the file', () => {
  const row = (name: string, change: Partial<typeof snapshot.summary>, of: TraceQuality | null = quality) =>
    rowOf(dialectRows({ ...summaryWith(change), quality: of }), name);

  test('names what it knows', () => {
    expect(row('Compression', { compression: 'gzip' })).toBe('gzip');
    expect(row('Compression', { compression: 'none' })).toBe('none');
    expect(row('Container', { container: null })).toBe('unknown');
    expect(row('Implementation', { implementation: null })).toBe('not named in the file');
    expect(row('Implementation', { implementation: 'quiche', implementationVersion: null })).toBe('quiche');
    const guessed = changed({}, { implementationGuessed: true, implementationReason: null });
    const quiche = { implementation: 'quiche', implementationVersion: '1' };
    expect(row('Implementation', quiche, guessed)).toBe('quiche 1, guessed from its shape');
  });

  test('has no vantage point before it is read, and one only where both agree or one is unknown', () => {
    const point = (role: 'client' | 'server' | 'unknown') =>
      row('Vantage point', {}, changed({ role }, { loggedVantagePoint: 'server' }));
    expect([point('server'), point('unknown'), point('client')]).toEqual([
      'server',
      'server',
      'server in the file, client as the packets show',
    ]);
    expect(row('Vantage point', {}, null)).toBeUndefined();
  });
});

describe('fields', () => {
  const stateOf = (name: string, of: Parameters<typeof fieldRows>[0]) =>
    fieldRows(of).find((row) => row.name === name)?.state;

  test.each([
    [0, 'missing'],
    [1, 'logged'],
  ])('%i packets sent, states or ACKs with ranges: %s', (many, state) => {
    expect(stateOf('packets sent', summaryWith({ packetsSent: many }))).toBe(state);
    expect(stateOf('congestion states', summaryWith({ states: Array(many).fill('recovery') }))).toBe(state);
    const received = { ...quality.decode.received, withAckRanges: many };
    expect(stateOf('ACK ranges', { ...snapshot, quality: changed({}, { received }) })).toBe(state);
    const metricFields = Array(many).fill(['pacing_rate', 'pto_count']).flat() as readonly string[];
    const of = { ...snapshot, quality: changed({}, { metricFields }) };
    expect([stateOf('pacing rate', of), stateOf('PTO count', of)]).toEqual([state, state]);
  });

  test('before the quality is known there are no ranges and no metrics', () => {
    const of = { ...snapshot, quality: null };
    expect([stateOf('ACK ranges', of), stateOf('pacing rate', of)]).toEqual(['not-known', 'not-known']);
  });

  test.each([
    [false, 'logged', 'missing', 'the trace does not show whether packets were lost'],
    [true, 'logged', 'logged', ''],
    [true, 'counted', 'logged', 'counted by the stack'],
    [true, 'ack-gap', 'inferred', 'inferred from ACK gaps'],
  ] as const)('losses that are known (%s) and %s are %s', (lossesKnown, lossMethod, state, words) => {
    const found = fieldRows(summaryWith({ lossesKnown, lossMethod })).find(({ name }) => name === 'losses');
    expect(found).toEqual({ name: 'losses', state, words });
  });
});

test('what was corrected is listed from one on', () => {
  const { sent, received } = quality.decode;
  const of = (n: number) =>
    readingRows(
      changed(
        { outOfOrder: n },
        {
          replacedCharacters: n,
          repairedRecords: n,
          droppedRanges: n,
          droppedFrames: n,
          largeRecords: n,
          sent: { ...sent, unusableNumbers: n },
          received: { ...received, unusableNumbers: n },
        },
      ),
    ).map(([, words]) => words);
  expect(of(0)).toEqual([]);
  expect(of(1)).toEqual(['1', '1', '1', '1', '1', '2', '1']);
});
