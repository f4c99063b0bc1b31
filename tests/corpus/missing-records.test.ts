/**
 * Real traces with records taken out, as by a writer that could not keep up: nothing is found that the whole trace has
 * not, a spiral is told or said not to be judged, and what is missing is counted by packet numbers.
 */

import { expect, test } from 'vitest';
import { withRemarks } from '../../src/engine/base/text/remarks.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { contentMessages } from '../../src/engine/reading/facts/messages.ts';
import { cutLog } from '../support/cut-trace.ts';
import { runDetectors } from '../support/held-detectors.ts';
import { isAlarm } from '../support/judge.ts';
import { loadBytes, readTrace } from '../support/load.ts';

const FILES = [
  'applimited-buggy-lowwin.server.sqlog.gz',
  'contloss30-cubic-fixoff-s02.server.sqlog.gz',
  'rate-024-cubic-s02.server.sqlog.gz',
  'rtt100-l4s-cubic-buggy-s12.server.sqlog.gz',
  'spiral-baselevel-closed-s03.server.sqlog.gz',
];

function judge(bytes: Uint8Array) {
  const { state } = loadBytes(bytes).pipeline;
  const input = new DetectInput(state);
  const verdicts = runDetectors(input);
  const { findings, notJudged } = verdicts;
  return {
    state,
    ids: new Set(withRemarks(verdicts).map(({ id }) => id)),
    alarms: findings.filter(isAlarm).length,
    notJudged: notJudged.filter(({ reason }) =>
      /are not in the log, by (their numbers|the ACKs of this end)$/.test(reason),
    ),
    share: input.missing.within(state.firstUs, state.lastUs).share,
    messages: contentMessages(state, state.events.length, null).map(({ kind }) => kind),
  };
}

/** The records of a trace for which `keeps` holds, by their place. */
function thinned(bytes: Uint8Array, keeps: (place: number) => boolean): Uint8Array {
  const { before, events } = cutLog(bytes);
  return Buffer.concat([before, ...events.filter((_, place) => keeps(place))]);
}

test.each(FILES)('%s without every other fifty records', (file) => {
  const bytes = readTrace(new URL(`traces/${file}`, import.meta.url).pathname);
  const whole = judge(bytes);
  expect(whole.share).toBe(0);
  expect(whole.messages).not.toContain('missing-records');

  const half = judge(thinned(bytes, (place) => Math.floor(place / 50) % 2 === 0));
  const missing = 1 - half.state.ledger.sentPackets / whole.state.ledger.sentPackets;
  expect(Math.abs(half.share - missing)).toBeLessThan(0.03);
  expect(half.messages).toContain('missing-records');
  expect([...half.ids].filter((id) => !whole.ids.has(id) && id !== 'log-quality')).toEqual([]);
  const rules = half.notJudged.map(({ id }) => id);
  const shares = ['app-limited', 'flow-control-limited', 'spurious-loss', 'multiple-reductions'];
  expect(shares.filter((id) => half.ids.has(id))).toEqual([]);
  expect(rules.length).toBeGreaterThan(5);
  if (whole.alarms > 0 && half.alarms === 0) expect(rules).toContain('death-spiral');
  if (whole.alarms === 0) expect(half.alarms).toBe(0);
});

test('a spiral of which a tenth of the records is missing is told', () => {
  const file = new URL('traces/spiral-baselevel-closed-s03.server.sqlog.gz', import.meta.url).pathname;
  const { alarms, share } = judge(thinned(readTrace(file), (place) => Math.floor(place / 50) % 10 !== 9));
  expect(alarms).toBe(1);
  expect(share).toBeGreaterThan(0.05);
});

test.each(FILES)('%s without every twentieth packet that was received', (file) => {
  const bytes = readTrace(new URL(`traces/${file}`, import.meta.url).pathname);
  const { before, events } = cutLog(bytes);
  let received = 0;
  const isLeft = (event: Uint8Array): boolean =>
    !Buffer.from(event).includes('packet_received') || ++received % 20 !== 0;
  const { state, messages, notJudged, ids } = judge(Buffer.concat([before, ...events.filter(isLeft)]));
  const whole = judge(bytes);
  expect(whole.state.unseenReceived.all.missing).toBe(0);
  const { share } = state.unseenReceived.all;
  expect(Math.abs(share - 0.05)).toBeLessThan(0.02);
  expect(messages).toContain('missing-records');
  expect([...ids].filter((id) => !whole.ids.has(id) && id !== 'log-quality')).toEqual([]);
  expect(notJudged.length).toBeGreaterThan(5);
});
