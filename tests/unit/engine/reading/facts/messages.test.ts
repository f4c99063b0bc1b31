/** What went wrong, in sentences: grouped, with places, and bounded whatever the file. */
import { describe, expect, it } from 'vitest';
import {
  DamagedGzip,
  InflationLimit,
  UnreadableEntry,
  UnsupportedCompression,
} from '../../../../../src/engine/input/bytes/inflate.ts';
import type { DecodeProblem } from '../../../../../src/engine/input/formats/decode-problem.ts';
import { NotATrace } from '../../../../../src/engine/input/formats/not-a-trace.ts';
import { QLOG } from '../../../../../src/engine/input/formats/qlog/index.ts';
import { NO_HEADER, TRACE_ERROR } from '../../../../../src/engine/input/formats/qlog/messages.ts';
import { failureMessage } from '../../../../../src/engine/reading/facts/failure-messages';
import {
  contentMessages,
  noEventsMessage,
  problemMessages,
} from '../../../../../src/engine/reading/facts/messages.ts';
import { ProblemLog } from '../../../../../src/engine/reading/stages/problem-log.ts';
import { acknowledge, metrics, replayEvents, send } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

function messagesOf(...problems: readonly Partial<DecodeProblem>[]) {
  const log = new ProblemLog();
  for (const problem of problems)
    log.add({ reason: 'broken', offset: 0, record: 0, sizeBytes: 1, detail: '', ...problem });
  return problemMessages(log, 1234);
}

describe('problems of records', () => {
  it('of one record are a sentence with its position and what was kept', () => {
    expect(messagesOf({ record: 12, offset: 34_567, detail: 'no name' })).toEqual([
      {
        kind: 'broken-record',
        level: 'warning',
        text: 'Record 12 at byte 34,567 could not be read and was skipped. The other 1,234 events are shown.',
        places: ['record 12 at byte 34,567: no name'],
      },
    ]);
  });

  it('of one kind are one message with a count and the first five positions', () => {
    const many = Array.from({ length: 2000 }, (_, record) => ({ record }));
    const [message, ...others] = messagesOf(...many);
    expect(others).toEqual([]);
    expect(message?.text).toMatch(/^2,000 records could not be read and were skipped\./);
    expect(message?.places.length).toBe(5);
    expect(message?.places[4]).toContain('record 4 ');
  });

  it('of several kinds are separate, in order of appearance', () => {
    const kinds = messagesOf(
      { reason: 'large' },
      { reason: 'broken' },
      { reason: 'large' },
      { reason: 'cut' },
      { reason: 'oversized' },
      { reason: 'no-header', message: NO_HEADER },
      { reason: 'trace-error', message: TRACE_ERROR },
      { reason: 'too-many-connections' },
      { reason: 'no-time' },
    ).map(({ kind, level }) => [kind, level]);
    expect(kinds).toEqual([
      ['large-record', 'note'],
      ['broken-record', 'warning'],
      ['cut-record', 'warning'],
      ['oversized-record', 'warning'],
      ['no-header', 'warning'],
      ['trace-error', 'warning'],
      ['too-many-connections', 'warning'],
      ['no-time', 'note'],
    ]);
  });

  it('are listed singly up to a limit, each with its position', () => {
    const log = new ProblemLog();
    for (let record = 0; record < 300; record++) {
      log.add({ reason: 'broken', offset: record * 10, record, sizeBytes: 1, detail: 'no name' });
    }
    expect(log.skipped).toHaveLength(200);
    expect(log.skipped[7]).toEqual({ record: 7, offset: 70, reason: 'broken', detail: 'no name' });
  });

  it('are none when there were none', () => {
    expect(messagesOf()).toEqual([]);
  });
});

describe('failures', () => {
  it('of a gzip are warnings when events were kept and errors when none were', () => {
    const cut = new DamagedGzip(1000, 20_000, true);
    expect(failureMessage(cut, 7)).toMatchObject({ kind: 'truncated-gzip', level: 'warning' });
    expect(failureMessage(cut, 7).text).toBe(
      'The gzip stream ends too early: after 20,000 inflated bytes, at about byte 1,000 of the file. The 7 events before it are shown.',
    );
    expect(failureMessage(new DamagedGzip(1, 0, false), 0)).toMatchObject({
      kind: 'damaged-gzip',
      level: 'error',
    });
  });

  it('of a file that is not qlog show how it begins', () => {
    const message = failureMessage(
      new NotATrace('qlog', 'this is an HTML page, not a trace', 3, utf8('<html>')),
      0,
    );
    expect(message).toEqual({
      kind: 'not-qlog',
      level: 'error',
      text: 'Not a qlog trace: this is an HTML page, not a trace (byte 3).',
      places: ['it begins with: <html>'],
    });
  });

  it('of an empty file state that it is empty', () => {
    const message = failureMessage(new NotATrace('qlog', 'the file is empty', 0, null), 0);
    expect(message).toMatchObject({
      kind: 'empty-file',
      level: 'error',
      text: 'There is nothing to read: the file is empty.',
    });
  });

  it('of an unsupported compression name it', () => {
    const message = failureMessage(new UnsupportedCompression('brotli'), 0);
    expect(message.kind).toBe('unsupported-compression');
    expect(message.text).toContain('brotli');
  });

  it('of a limit state the size reached, and of a zip entry its name', () => {
    expect(failureMessage(new InflationLimit(1000, 2_000_000, 'ratio', 1000), 5)).toMatchObject({
      kind: 'inflation-limit',
      level: 'warning',
      text: 'Reading stopped: 1.0 kB stored have grown to 2.0 MB, far more than a trace shrinks by. The 5 events before it are shown.',
    });
    expect(failureMessage(new UnreadableEntry('a.qlog', 'encrypted'), 0).text).toMatch(
      /^a\.qlog is encrypted; unpack the zip with its password first\.$/,
    );
  });

  it('of the source include its reason, whatever was thrown', () => {
    expect(failureMessage(new Error('gone'), 0)).toMatchObject({ kind: 'unreadable', level: 'error' });
    expect(failureMessage(new Error('gone'), 3)).toMatchObject({ level: 'warning' });
    expect(failureMessage('odd', 3).text).toContain('(odd)');
  });
});

describe('what a trace cannot show', () => {
  const kindsOf = (...events: Parameters<typeof replayEvents>[0]) =>
    contentMessages(replayEvents(events), events.length, null).map(({ kind }) => kind);

  it.each([
    ['no-events', 'and no events', 0, true],
    ['no-events', 'none of its 3 records', 3, true],
    ['not-qlog', 'no record of it is a qlog header or event', 0, false],
  ])('is everything when it holds no events: %s, %s', (kind, words, skipped, hasHeader) => {
    const message = noEventsMessage(QLOG.withoutEvents({ hasHeader, skippedRecords: skipped }));
    expect([message.kind, message.level]).toEqual([kind, 'error']);
    expect(message.text).toContain(words);
  });

  it('is nothing when a sender logs its window', () => {
    expect(kindsOf(send(0, 0), metrics(1, { congestion_window: 10 }))).toEqual([]);
  });

  it('is the window when none is logged', () => {
    expect(kindsOf(send(0, 0), acknowledge(1, [[0]]))).toEqual(['no-window']);
  });

  it('is the other side for the trace of a receiver', () => {
    const data = { raw: { length: 1200 }, frames: [{ frame_type: 'stream' }] };
    expect(kindsOf([0, 'quic:packet_received', data], send(1, 0, { bytes: 50 }))).toEqual(['receiver']);
  });

  it('is everything over time when all events have the same time', () => {
    expect(kindsOf(metrics(2, { congestion_window: 10_000 }), send(2, 0))).toEqual(['no-duration']);
  });

  it('is the sender if the trace was captured on the wire, and the separation of its paths', () => {
    const state = replayEvents([send(0, 0), metrics(1, { congestion_window: 10_000 })]);
    state.captured = true;
    state.pathCount = 2;
    const messages = contentMessages(state, 2, null);
    expect(messages.map(({ kind }) => kind)).toEqual(['captured', 'several-paths']);
    expect(messages[1]?.text).toContain('2 paths');
  });

  it('is the order of backward events', () => {
    const events = [metrics(2, { congestion_window: 10_000 }), send(1, 0), send(3, 1)];
    expect(kindsOf(...events)).toEqual(['time-backwards']);
  });

  it('is a single event far ahead of the others', () => {
    const events = [1, 9e8, 3].map((time) => metrics(time, { congestion_window: 10_000 }));
    expect(kindsOf(...events)).toEqual(['time-jump']);
  });
});
