/** What of a log could not be read: which messages count, and the words that are left of them. */
import { describe, expect, test } from 'vitest';
import type { ConnectionSummary } from '../../../../../src/engine/reading/contract/quality.ts';
import type { Message } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { damagesOf, whyCut } from '../../../../../src/engine/service/compare/damage.ts';
import { openCompared } from '../../../../support/compared.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const message = (kind: string, text: string, more: Partial<Message> = {}): Message => ({
  ...{ kind, level: 'warning', text, places: [] },
  ...more,
});
const connections = ['one.sqlog', 'two.sqlog'].map((entry, index) => ({ entry, index }) as ConnectionSummary);
const of = (messages: readonly Message[], connection = 0) => damagesOf({ messages, connections, connection });

test('a trace that was read whole has none', async () => {
  const { damages } = await openCompared(corpusPath('rate-reno-s12.server.sqlog.gz'));
  expect(damages).toEqual([]);
});

describe('messages', () => {
  const gzip = message('truncated-gzip', 'The gzip stream ends too early: after 9 bytes. The rest is shown.');
  const record = message(
    'cut-record',
    'The file ends in the middle of record 7 at byte 60; it was cut. Rest.',
    {
      places: ['record 7 at byte 60: Unterminated string'],
    },
  );
  const broken = message(
    'broken-record',
    '12 records could not be read and were skipped. The rest is shown.',
    {
      places: ['record 3 at byte 20: Expected a secret', 'record 5 at byte 40: Expected more'],
    },
  );

  test('of one cut the file tells, not its last record as well', () => {
    expect(whyCut([record, gzip])).toBe(gzip);
    expect(whyCut([record])).toBe(record);
    expect(whyCut([broken])).toBeUndefined();
    expect(of([record, gzip, broken])).toEqual([
      { isCut: true, words: 'The gzip stream ends too early: after 9 bytes' },
      {
        isCut: false,
        words: '12 records could not be read and were skipped, the first is record 3 at byte 20',
      },
    ]);
    expect(of([record])[0]?.words).toBe('The file ends in the middle of record 7 at byte 60; it was cut');
  });

  test('about another file of the archive are not its own', () => {
    const other = message('broken-record', 'two.sqlog: Record 1 at byte 0 could not be read.', {
      entry: 'two.sqlog',
    });
    expect(of([other], 0)).toEqual([]);
    expect(of([other], 1)).toHaveLength(1);
    // As they may be shared they do not name it.
    const shown = [message('broken-record', 'Record 1 at byte 0 could not be read.')];
    expect(damagesOf({ messages: [other], connections, connection: 0 }, shown)).toEqual([]);
    expect(damagesOf({ messages: [other], connections, connection: 1 }, shown)).toEqual([
      { isCut: false, words: 'Record 1 at byte 0 could not be read' },
    ]);
  });

  test('that are no damage are left out', () => {
    expect(
      of([message('large-record', 'One record is unusually large.'), message('receiver', 'A note.')]),
    ).toEqual([]);
  });
});
