/** The trace quality: its closed line over all that it may have to say, and what it opens into of a real trace. */
import { createElement } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { QualityBody } from '../../../../../src/app/features/quality/quality-body.tsx';
import { qualityLine, qualityNotes } from '../../../../../src/app/features/quality/quality-line.ts';
import { QualityPanel } from '../../../../../src/app/features/quality/quality-panel.tsx';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import { createStore } from '../../../../../src/app/state/store.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding.ts';
import type { TraceQuality } from '../../../../../src/engine/reading/contract/quality.ts';
import type { DigestFacts, Message, Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { fieldRows } from '../../../../../src/sharing/report/words/quality-words.ts';
import { spiral } from '../../../../support/cli-report.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { realOpened } from '../../../../support/real-opened.ts';

/** The beginning of a trace of quiche, of a sender. */
let real: Snapshot;
let quality: TraceQuality;
beforeAll(async () => {
  real = (await realOpened()).snapshot;
  if (real.quality === null) throw new Error('no quality');
  quality = real.quality;
});

const summary = (known: Partial<Snapshot['summary']>): Partial<Snapshot> => ({
  summary: { ...real.summary, ...known },
});
const decode = (known: Partial<TraceQuality['decode']>): Partial<Snapshot> => ({
  quality: { ...quality, decode: { ...quality.decode, ...known } },
});
const line = (known: Partial<Snapshot> = {}): readonly string[] => qualityLine({ ...real, ...known });
const LOG: Finding = {
  ...spiral('info'),
  ...{ id: 'log-quality', title: 'Limits', verdict: '1 fault in the log.', why: 'No acquittal.' },
  evidence: [
    {
      ...{ id: 'skipped', name: 'records that could not be read', value: 7, unit: 'count', normal: 'none' },
      ...{ threshold: '> 0', holds: true, needed: false, deciding: true, panel: 'quality' },
    },
  ],
};
const message = (level: Message['level'], kind = 'x'): Message => ({
  level,
  kind,
  text: `${level} ${kind}`,
  places: [],
});

describe('the closed line', () => {
  test('of a good trace says nothing', () => {
    expect(line({ messages: [] })).toEqual([]);
  });

  test.each([
    ['1 record skipped', () => summary({ skippedRecords: 1 })],
    ['1,200 records skipped', () => summary({ skippedRecords: 1200 })],
    ['losses not known', () => summary({ lossesKnown: false })],
    ['losses inferred from ACK gaps', () => summary({ lossMethod: 'ack-gap' })],
    ['1 message', () => ({ messages: [message('note'), message('error'), message('note', 'receiver')] })],
    ['2 messages', () => ({ messages: [message('note'), message('note')] })],
    ['1 fault', () => ({ remarks: [LOG] })],
    ['no congestion states logged', () => summary({ states: [] })],
    ['clock resolution 1 ms', () => decode({ resolution: '1 ms' })],
    ['no ACKs logged', () => decode({ received: { ...quality.decode.received, withAckRanges: 0 } })],
  ] as readonly (readonly [string, () => Partial<Snapshot>])[])('says %s', (words, known) => {
    expect(line({ messages: [], ...known() })).toContain(words);
    expect(line({ messages: [] })).not.toContain(words);
  });

  test('says what is missing of a sender alone, once it is read', () => {
    const lacking = {
      ...summary({ states: [] }),
      ...decode({ received: { ...quality.decode.received, withAckRanges: 0 } }),
    };
    const missing = ['no congestion states logged', 'no ACKs logged'];
    expect(line(lacking)).toEqual(expect.arrayContaining(missing));
    for (const other of [
      { ...lacking, phase: 'reading' as const },
      { ...lacking, ...summary({ states: [], side: 'receiver' }) },
    ])
      for (const words of missing) expect(line(other)).not.toContain(words);
    expect(line({ ...lacking, quality: null })).not.toEqual(expect.arrayContaining(missing));
  });

  test('has the messages that are shown nowhere else', () => {
    const messages = [message('note'), message('warning'), message('error'), message('note', 'receiver')];
    expect(qualityNotes({ messages })).toEqual([message('note')]);
    const panel = markupOf(
      createElement(QualityPanel, {
        trace: { view: createStore({ finding: null }) } as never,
        snapshot: { ...real, messages },
      }),
    );
    expect(panel.words).toMatch(/^Trace quality \(1\): 1 message/);
    expect(panel.all('data-testid', 'message').map(({ words }) => words)).toEqual(['Info: note x']);
    // It opens on demand.
    expect(panel.all('data-testid', 'quality-fields')).toEqual([]);
  });
});

describe('opened', () => {
  const body = (known: Partial<Snapshot> = {}): Markup =>
    markupOf(createElement(QualityBody, { snapshot: { ...real, ...known } }), {} as AppState);
  const headings = (of: Markup): readonly string[] => of.named('h3').map(({ words }) => words);

  test('it has every field with its state, by a sign too', () => {
    const marks = {
      logged: '✓ logged',
      rebuilt: '≈ rebuilt',
      inferred: '≈ inferred',
      missing: '✕ missing',
      'not-known': '? not known',
    };
    const rows = body().all('data-field');
    expect(rows.map((row) => row.attribute('data-field'))).toEqual(fieldRows(real).map(({ name }) => name));
    for (const row of rows) {
      const state = row.attribute('data-state') as keyof typeof marks;
      expect(row.words).toContain(marks[state]);
    }
  });

  test('it says how to log what is missing, but not of a digest, which has no log', () => {
    const lacking = { ...decode({}), ...summary({ states: [], implementation: 'quiche' }), catalogue: [] };
    expect(body(lacking).words).toContain('How to log it with quiche');
    expect(
      body({ ...lacking, digest: { held: [], empty: [] } as unknown as DigestFacts }).words,
    ).not.toContain('How to log it');
  });

  test('it counts skipped records, and says how many of them are listed', () => {
    expect(headings(body())).not.toContain('Skipped, repaired and large records');
    const skipped = [{ record: 12, offset: 3456, reason: 'broken', detail: 'it ends <early>' }];
    const words = (skippedTotal: number): string =>
      body({ quality: { ...quality, skipped, skippedTotal } }).one('data-testid', 'quality-skipped').words;
    expect(words(1)).toBe('record byte reason 12 3,456 broken: it ends <early>');
    expect(body({ quality: { ...quality, skipped, skippedTotal: 1 } }).words).toContain('1 skipped.');
    expect(body({ quality: { ...quality, skipped, skippedTotal: 9 } }).words).toContain(
      '9 skipped; the first 1 are listed.',
    );
  });

  test('it counts events by name, and what each name was taken for', () => {
    const { names, transportEvents, knownEvents, unknownEvents } = quality.decode;
    expect(body().words).toContain(
      `${transportEvents.toLocaleString('en')} transport events, ${knownEvents} other known events, ${unknownEvents} unknown events.`,
    );
    const listed = body().one('data-testid', 'quality-names').named('tr');
    expect(listed.map((row) => row.named('th')[0]?.words)).toEqual(names.map(({ name }) => name));
  });

  test('it has what limits the log, each fault with its figure', () => {
    expect(body().all('data-testid', 'remark')).toEqual([]);
    const { words } = body({ remarks: [LOG] }).one('data-testid', 'remark');
    expect(words).toBe('Limits records that could not be read 7 No acquittal.');
  });

  test('without a quality it has what is known all the same', () => {
    expect(headings(body({ quality: null }))).toEqual(['File', 'Congestion fields']);
  });
});
