/** Logs that begin in the middle of a connection, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { midwayNumber } from '../../../../../src/engine/reading/segments/midway.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { judge } from '../../../../support/late-log.ts';
import { readTrace } from '../../../../support/load.ts';

const range = (first: number) => ({ first, last: first + 100 });

describe('midwayNumber', () => {
  it('is the first number of a log without Initial packets whose numbers begin high', () => {
    expect(midwayNumber([null, null, range(395)], [null, null, range(80)])).toBe(395);
    expect(midwayNumber([null, null, null], [null, null, range(80)])).toBe(80);
  });

  it('is none where the beginning is there, or where there are no numbers', () => {
    expect(midwayNumber([range(0), null, range(395)], [null, null, null])).toBeNull();
    expect(midwayNumber([null, null, range(395)], [range(0), null, null])).toBeNull();
    // A log that leaves out the packets of the handshake.
    expect(midwayNumber([null, null, range(4)], [null, null, range(2)])).toBeNull();
    expect(midwayNumber([null, null, null], [null, null, null])).toBeNull();
    expect(midwayNumber([], [])).toBeNull();
  });
});

describe('the second half of a log', () => {
  const bytes = readTrace(tracePath('blackouts-repeated-reno.server.sqlog.gz'));
  const log = cutLog(bytes);
  const [, half] = partsOf(log, [20_000]);

  it('says where it begins, and which rules cannot judge it', () => {
    const { messages, verdicts } = judge(half as Uint8Array);
    const [message] = messages.filter(({ kind }) => kind === 'begins-midway');
    expect(message?.level).toBe('note');
    expect(message?.text).toMatch(/first packet has the number [\d,]+\./);
    const reasons = verdicts.notJudged.filter(({ reason }) => reason.includes('begins in the middle'));
    expect(reasons.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['slow-start-overshoot', 'model-divergence']),
    );
    const quality = verdicts.remarks.find(({ id }) => id === 'log-quality');
    expect(quality?.evidence.map(({ id }) => id)).toContain('midway');
  });

  it('is not said of the whole', () => {
    const { messages, verdicts } = judge(bytes);
    expect(messages.map(({ kind }) => kind)).not.toContain('begins-midway');
    expect(verdicts.notJudged.filter(({ reason }) => reason.includes('begins in the middle'))).toEqual([]);
  });
});
