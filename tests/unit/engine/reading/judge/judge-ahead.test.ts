/** A trace that was read is judged as far as it can be, and what is asked meanwhile is answered. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { JudgeAhead } from '../../../../../src/engine/reading/judge/judge-ahead.ts';
import type { FileConnection } from '../../../../../src/engine/reading/stages/connection-list.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { openStored } from '../../../../support/export.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const BYTES = readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));

function breaks(of: object, name: string): void {
  Object.defineProperty(of, name, {
    get: () => {
      throw new Error('a broken column');
    },
  });
}

describe('what judging fails on', () => {
  let item: FileConnection;
  beforeEach(async () => {
    item = (await openStored(BYTES))[0] as FileConnection;
  });
  const analyse = () => new JudgeAhead(null).analyse(item);

  test('costs the rules that need it: the others are judged', async () => {
    const whole = await analyse();
    breaks(item.connection.state, 'ackGaps');
    const { verdicts, models } = await analyse();
    const failed = verdicts.findings.filter(({ id }) => id === 'detector-failed');
    expect(failed.map(({ key }) => key)).toContain('host-stall.failed');
    expect(failed.length).toBeLessThan(DETECTORS.length / 2);
    expect(verdicts.findings.some(({ id }) => id === 'death-spiral')).toBe(false);
    expect(models).toEqual(whole.models);
  });

  test('costs the models, where it is they', async () => {
    breaks(item.connection.state, 'datagramBytes');
    const { models, noBoundary } = await analyse();
    expect(models.notJudged).toBe('comparing models with it failed');
    expect(noBoundary).toBe('comparing models with it failed');
  });

  test('costs all rules at the most, each with why', async () => {
    breaks(item.connection.state, 'lastUs');
    const { verdicts } = await analyse();
    expect(verdicts.findings).toEqual([]);
    expect(verdicts.notJudged.map(({ id }) => id)).toEqual(DETECTORS.map(({ id }) => id));
    for (const { reason } of verdicts.notJudged)
      expect(reason).toBe('judging stopped with an error (a broken column)');
  });
});

describe('a session', () => {
  let newest: Snapshot;
  let answeredIn: string | null = null;
  let messages = 0;
  let now = 0;

  beforeAll(async () => {
    // Every piece of work takes longer than a slice.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 50;
      return now;
    });
    const session: TraceSession = new TraceSession((snapshot) => {
      const isFirst = newest?.phase !== 'analysing' && snapshot.phase === 'analysing';
      newest = snapshot;
      if (!isFirst) return;
      breaks(session.connection(0).connection.state, 'ackGaps');
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (newest.phase !== 'analysing') {
          port1.close();
          return;
        }
        messages++;
        if (messages === 5)
          void session.request('watch', { connection: 0 }).then(() => {
            answeredIn = newest.phase;
          });
        port2.postMessage(null);
      };
      port2.postMessage(null);
    });
    await session.open({ kind: 'file', file: new File([new Uint8Array(BYTES)], 'a.sqlog') });
  });
  afterEach(() => vi.restoreAllMocks());

  test('takes messages between the rules, and answers requests', () => {
    expect(messages).toBeGreaterThan(DETECTORS.length / 2);
    expect(answeredIn).toBe('analysing');
  });

  test('shows a trace of which not all could be judged', () => {
    expect(newest.phase).toBe('ready');
    expect(newest.summary.events).toBeGreaterThan(0);
    expect(newest.findings.map(({ key }) => key)).toContain('host-stall.failed');
  });
});
