/**
 * Asked while read = asked at the end: a file that comes in chunks of 40 kB, and of which everything is asked after
 * each, answers at its end what one answers that was asked then only. What is kept between questions (blocks of packets,
 * pyramids, a model's run, matches of a filter) must grow with the trace.
 */
import { expect, test } from 'vitest';
import { Asking, firstDifference, type Questions, questionsOf } from '../support/asking.ts';
import { contain } from '../support/containers.ts';
import { tracePath } from '../support/corpus/list.ts';
import { readTrace } from '../support/load.ts';
import { utf8 } from '../support/split-all.ts';
import { someOf } from '../support/tier.ts';

const CHUNK_BYTES = 40_000;
/** Of long traces the beginning does, and after every n-th chunk is enough. */
const MAX_BYTES = 1_500_000;
const MAX_ASKED = 14;
/** What reads records again costs as much as the trace has. */
const MAX_RECORDS_BYTES = 600_000;

/** Whole records of the beginning, where the file is cut into such. */
function beginningOf(file: string, bytes = MAX_BYTES): Uint8Array {
  const all = readTrace(tracePath(file));
  if (all.length <= bytes) return all;
  const end = all.lastIndexOf(0x1e, bytes);
  return all.subarray(0, end > 0 ? end : bytes);
}

/** Two connections that take turns in one file, told apart by `group_id`. */
function takingTurns(files: readonly [string, string]): Uint8Array {
  const records = files.map((file, group) =>
    new TextDecoder()
      .decode(beginningOf(file, 300_000))
      .split('\x1e')
      .slice(2)
      .map((record) => ({ ...(JSON.parse(record) as object), group_id: `group ${group}` })),
  );
  const [one = [], other = []] = records;
  const turns = one.flatMap((record, i) => [record, ...(other[i] === undefined ? [] : [other[i]])]);
  return utf8(
    contain(
      'JSON-SEQ',
      [...turns].map((record) => JSON.stringify(record)),
    ),
  );
}

/** A file whose stream hands on a chunk when the one before has been read, and asks before each. */
function fileInChunks(bytes: Uint8Array, ask: (chunk: number) => Promise<void>): File {
  const file = new File([new Uint8Array(bytes)], 'trace.sqlog');
  const stream = (): ReadableStream<Uint8Array> => {
    let chunk = 0;
    return new ReadableStream(
      {
        async pull(controller) {
          if (chunk > 0) await ask(chunk);
          const from = CHUNK_BYTES * chunk++;
          if (from < bytes.length) controller.enqueue(new Uint8Array(bytes.slice(from, from + CHUNK_BYTES)));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  };
  return Object.defineProperty(file, 'stream', { value: stream });
}

/** Everything that is asked of each connection at the end. */
async function askedAtTheEnd(asking: Asking, all: readonly Questions[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const questions of all) {
    asking.session.watch(questions.connection);
    answers.push(asking.said, await asking.all(questions, true));
  }
  return answers;
}

const TRACES: readonly (readonly [what: string, bytes: () => Uint8Array])[] = [
  ['a spiral', () => beginningOf('rate2-both-cubic-buggy-s09.server.sqlog.gz')],
  ['a spiral that goes into recovery once', () => beginningOf('c2-off.server.sqlog.gz')],
  ['a short spiral', () => beginningOf('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')],
  ['a sawtooth', () => beginningOf('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz')],
  ['BBR2 after losses', () => beginningOf('bbr2-loss2s-s03.server.sqlog.gz')],
  ['an application that sends in chunks', () => beginningOf('applimited-chunks-cubic.server.sqlog.gz')],
  ['a receiver', () => beginningOf('applimited-small-cubic.client.sqlog.gz')],
  ['a trace without losses in it', () => beginningOf('rate-024-cubic-s02.server.sqlog.gz')],
  [
    'another stack, with packets out of order',
    () => beginningOf('picoquic-d199d45b_bbr-loss5MB_server.qlog.gz'),
  ],
  [
    'two connections in one file',
    () =>
      takingTurns(['rtt100-l4s-cubic-buggy-s12.server.sqlog.gz', 'applimited-chunks-cubic.server.sqlog.gz']),
  ],
];

test.each(someOf(TRACES, 8))(
  '%s answers at its end what it answers where it was asked all along',
  async (what, read) => {
    const bytes = read();
    const late = new Asking();
    await late.session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'trace.sqlog') });
    expect(late.snapshot.phase).toBe('ready');
    const all = Array.from({ length: late.snapshot.connectionCount }, (_, connection) => {
      late.session.watch(connection);
      return questionsOf(late.snapshot);
    });
    expect(all).toHaveLength(what === 'two connections in one file' ? 2 : 1);

    const early = new Asking();
    const every = Math.ceil(bytes.length / CHUNK_BYTES / MAX_ASKED);
    let asked = 0;
    const file = fileInChunks(bytes, async (chunk) => {
      if (chunk % every > 0) return;
      asked++;
      for (const questions of all) await early.all(questions, bytes.length < MAX_RECORDS_BYTES);
    });
    await early.session.open({ kind: 'file', file });
    expect(asked).toBeGreaterThan(5);

    const [then, now] = [await askedAtTheEnd(early, all), await askedAtTheEnd(late, all)];
    expect(now).toHaveLength(2 * all.length);
    expect(firstDifference(then, now)).toBeNull();
  },
);
