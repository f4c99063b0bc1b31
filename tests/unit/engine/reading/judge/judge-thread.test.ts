/** A thread that judges while a trace is read: the judgement of the whole, from feeds that are few at a time, or none. */
import { describe, expect, it } from 'vitest';
import { JudgeThread } from '../../../../../src/engine/reading/judge/judge-thread.ts';
import { MAX_AHEAD } from '../../../../../src/engine/reading/judge/messages.ts';
import { TracePipeline } from '../../../../../src/engine/reading/stages/pipeline.ts';
import { judgeSender, plainJudgement } from '../../../../../src/engine/sender/congestion/index.ts';
import { HandClock } from '../../../../support/hand-clock.ts';
import { LocalJudgePort } from '../../../../support/judge-port.ts';
import { readTrace } from '../../../../support/load.ts';

const EXAMPLES = new URL('../../../../../public/examples/', import.meta.url).pathname;
const FEED_ROWS = 100;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Read {
  readonly port: LocalJudgePort;
  readonly pipeline: TracePipeline;
  readonly thread: JudgeThread;
}

/** Reads a trace piece by piece, and lets the thread look after each. @param isFast no message comes in between. */
async function read(
  name: string,
  port: LocalJudgePort,
  isFast = false,
  clock = new HandClock(),
): Promise<Read> {
  const bytes = readTrace(EXAMPLES + name);
  const pipeline = new TracePipeline(() => undefined);
  let thread: JudgeThread | null = null;
  for (let at = 0; at < bytes.length; at += 20_000) {
    pipeline.push(bytes.subarray(at, at + 20_000));
    thread ??= new JudgeThread(pipeline.state, port, FEED_ROWS, clock.timer);
    thread.look();
    if (!isFast) await turn();
  }
  pipeline.end();
  return { port, pipeline, thread: thread! };
}

describe('a thread that judges', () => {
  it.each([
    ['rate-cubic-buggy-s03.server.sqlog.gz', false],
    ['rate-reno-s03.server.sqlog.gz', false],
    ['rate-cubic-buggy-s03.server.sqlog.gz', true],
  ])(
    'gives the judgement of the whole of %s, also where nothing was fed before its end: %s',
    async (name, isFast) => {
      const { port, pipeline, thread } = await read(name, new LocalJudgePort(), isFast);
      const judged = await thread.end();
      expect(plainJudgement(judged!).plain).toEqual(plainJudgement(judgeSender(pipeline.state)).plain);
      expect(port.feeds).toBeGreaterThan(MAX_AHEAD);
      expect(port.mostAhead).toBeLessThanOrEqual(MAX_AHEAD);
      expect(port.isStopped).toBe(true);
    },
  );

  it('that fails gives none', async () => {
    const { port, thread } = await read('rate-reno-s03.server.sqlog.gz', new LocalJudgePort(3));
    expect(await thread.end()).toBeNull();
    expect(port.isStopped).toBe(true);
  });

  it('that hangs gives none', async () => {
    const clock = new HandClock();
    const port = new LocalJudgePort();
    const { thread } = await read('rate-reno-s03.server.sqlog.gz', port, true, clock);
    port.onmessage = null;
    const ended = thread.end();
    clock.ringAlways();
    expect(await ended).toBeNull();
  });
});
