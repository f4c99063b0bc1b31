/** Times in which no new data is acknowledged; each limit with a pair just below and just above. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { deliveryStall } from '../../../../../src/engine/findings/rules/delivery-stall.ts';
import { hostStall } from '../../../../../src/engine/findings/rules/host-stall.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';
import { type StalledSender, type Stop, stalledSender } from '../../../../support/stalled-sender.ts';

const find = (options: StalledSender) =>
  runDetectors(new DetectInput(replayEvents(stalledSender(options))), [hostStall, deliveryStall]).findings;

const kinds = (options: StalledSender): string =>
  find(options)
    .map(({ id, variant }) => `${id} ${variant}`)
    .join(', ') || 'none';

/** A path that is dead until shortly before the last probe; the PTO is 46 ms, and doubles. */
const dead = (stop: Partial<Stop> = {}, options: StalledSender = {}): StalledSender => {
  const probesMs = stop.probesMs ?? [55, 148, 333, 702];
  const forMs = (probesMs.at(-1) as number) - 5;
  return { untilMs: 2000, ...options, stops: [{ where: 'data-lost', atMs: 500, forMs, ...stop, probesMs }] };
};

const DATA = { frame_type: 'stream', stream_id: 0, length: 900 };

describe('a dead path', () => {
  test('loses all packets that are in flight or sent then', () => {
    const [finding, ...more] = find(dead());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'delivery-stall', variant: 'data-lost', severity: 'warning' });
    expect(finding?.verdict).toMatch(
      /^No new data was acknowledged for 714 ms from 0\.508 s on while packets waited for an answer, 35\.7 smoothed RTTs: nothing answered the 23 packets in flight or sent meanwhile in time; all of them were lost\.$/,
    );
  });

  // The packets of the stall are sent from 488 ms on, the ACK before it comes at 508 ms.
  test.each([
    ['nobody knows what waited', () => [], 'warning', 'No new data was', 'packets waited for an answer'],
    ['data waited', (ms: number) => (ms < 2000 ? [DATA] : []), 'warning', 'No new data was', 'data waited'],
    ['some packets held data', (ms: number) => (ms < 495 ? [DATA] : []), 'warning', 'No new', 'data waited'],
    [
      'control frames alone waited',
      (ms: number) => (ms < 480 || ms > 1300 ? [DATA] : []),
      ...(['info', 'Nothing was', 'only control frames waited for an answer'] as const),
    ],
  ] as const)('of which the log shows that %s', (_, framesAt, severity, words, waiting) => {
    let offset = 0;
    const events = stalledSender(dead()).map((event): TimedEvent => {
      const [timeMs, name, data] = event;
      const frames = name === 'quic:packet_sent' ? framesAt(timeMs) : [];
      return frames.length === 0
        ? event
        : [timeMs, name, { ...data, frames: frames.map((frame) => ({ ...frame, offset: 900 * offset++ })) }];
    });
    const { findings } = runDetectors(new DetectInput(replayEvents(events)), [deliveryStall]);
    expect(findings).toMatchObject([{ severity }]);
    expect(findings[0]?.verdict.startsWith(words)).toBe(true);
    expect(findings[0]?.verdict).toContain(`on while ${waiting}, 35.7 smoothed RTTs`);
    const [length] = findings[0]?.evidence ?? [];
    expect(length?.name).toBe(`time in which nothing new was acknowledged while ${waiting}`);
  });

  test('or their ACKs', () => {
    const [finding, ...more] = find(dead({ where: 'acks-lost' }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'delivery-stall', variant: 'not-answered' });
    expect(finding?.verdict).toMatch(/in time; all of them were acknowledged later\.$/);
  });

  test('data was lost where half of the packets are, or else their ACKs', () => {
    // Of the 23 packets so many are forgotten: 12 and 11 were lost.
    const variant = (forgotten: number) => {
      let left = forgotten;
      const events = stalledSender(dead()).filter(
        ([, name]) => name !== 'recovery:packet_lost' || left-- <= 0,
      );
      const [finding] = runDetectors(new DetectInput(replayEvents(events)), [deliveryStall]).findings;
      return [finding?.variant, finding?.evidence.find(({ id }) => id === 'lost')?.holds];
    };
    expect([variant(11), variant(12)]).toEqual([
      ['data-lost', true],
      ['not-answered', false],
    ]);
  });

  test('what no ACK names and no loss is declared of is told apart', () => {
    const forgotten = stalledSender(dead())
      .filter(([, name]) => name === 'recovery:packet_lost')
      .slice(0, 8);
    const events = stalledSender(dead()).filter(
      (event) => !forgotten.some((one) => JSON.stringify(one) === JSON.stringify(event)),
    );
    const [finding] = runDetectors(new DetectInput(replayEvents(events)), [
      hostStall,
      deliveryStall,
    ]).findings;
    expect(finding?.verdict).toMatch(
      / the 23 packets in flight or sent meanwhile in time; 15 of them were lost, 8 never acknowledged\.$/,
    );
  });

  test('an ACK alone is due no answer: without the third probe nothing waits for longer than 300 ms', () => {
    const probesMs = [55, 148, 333, 702];
    /** The third probe is sent as it is, or holds an ACK alone. */
    const found = (frame: object) => {
      const events = stalledSender(dead({ where: 'acks-lost', probesMs })).map((event): TimedEvent => {
        const [timeMs, name, data] = event;
        return name === 'quic:packet_sent' && timeMs === 833
          ? [timeMs, name, { ...data, frames: [frame] }]
          : event;
      });
      return runDetectors(new DetectInput(replayEvents(events)), [deliveryStall]).findings;
    };
    expect(found({ frame_type: 'ack', acked_ranges: [[0, 0]] })).toEqual([]);
    expect(found({ frame_type: 'ping' })).toHaveLength(1);
  });

  test('of several the longest is told', () => {
    const stop = { where: 'data-lost', forMs: 697 } as const;
    const stops = [
      { ...stop, atMs: 500, probesMs: [55, 148, 333, 702] },
      { ...stop, atMs: 3000, probesMs: [55, 148, 333, 705] },
    ];
    const [finding] = find({ untilMs: 4500, stops });
    expect(finding?.verdict).toMatch(/; the longest of 2 such stalls\.$/);
    expect(finding?.startUs).toBeGreaterThan(3_000_000);
  });

  test('is one for longer than 300 ms, without the wait of the last PTO', () => {
    expect(kinds(dead({ probesMs: [55, 148, 305, 702] }))).toBe('none');
    expect(kinds(dead({ probesMs: [55, 148, 312, 702] }))).toBe('delivery-stall data-lost');
  });

  test('and for longer than three smoothed RTTs', () => {
    const far = { rttMs: 120, windowPairs: 60, untilMs: 4000 };
    const until = (lastMs: number) => kinds(dead({ atMs: 1000, probesMs: [150, lastMs, 1200] }, far));
    expect(until(410)).toBe('none');
    expect(until(430)).toBe('delivery-stall data-lost');
  });

  test('leaves more answers missing than losses do', () => {
    // Without any loss around it five missing answers are needed: one for the window, one for each probe but the last.
    const one = { windowPairs: 1, untilMs: 4000 };
    const probesMs = [55, 148, 333, 702, 1440];
    expect(kinds(dead({}, one))).toBe('none');
    expect(kinds(dead({ probesMs }, one))).toBe('delivery-stall data-lost');
    // With a fifth of the packets lost the same five are nothing.
    expect(kinds(dead({ probesMs }, { ...one, lossEvery: 5 }))).toBe('none');
    expect(kinds(dead({}, { lossEvery: 50 }))).toBe('delivery-stall data-lost');
  });
});

describe('held ACKs', () => {
  const held = (forMs: number) =>
    kinds({ stops: [{ where: 'receiver', atMs: 500, forMs, probesMs: [55, 148] }] });

  test('are a stop of a host for up to 300 ms, and a delivery stall beyond', () => {
    expect(held(297)).toBe('host-stall receiver-or-path');
    expect(held(300)).toBe('delivery-stall held');
  });

  test('are told with the words of both', () => {
    const [finding] = find({ stops: [{ where: 'receiver', atMs: 500, forMs: 310, probesMs: [55, 148] }] });
    expect(finding?.verdict).toMatch(/after it was sent: the receiver, or the path, held its ACKs\.$/);
  });
});

test('a path that never answers again', () => {
  const events = stalledSender(dead()).filter(
    ([timeMs, name]) => timeMs < 1222 || name.endsWith('packet_sent'),
  );
  const until = events.filter(([timeMs]) => timeMs <= 1202);
  const { findings } = runDetectors(new DetectInput(replayEvents(until)), [hostStall, deliveryStall]);
  expect(findings.map(({ id }) => id)).toEqual(['delivery-stall']);
  expect(findings[0]?.verdict).toMatch(/in time; nothing was acknowledged any more\.$/);
});

test('a pause with nothing in flight is none', () => {
  const pause = stalledSender({ untilMs: 500 }).map(([timeMs, ...event]) => [timeMs, ...event] as const);
  const last = pause.at(-1)?.[0] as number;
  const later = stalledSender({ untilMs: 300 }).filter(([, name]) => name.endsWith('metrics_updated'));
  const state = replayEvents([...pause, ...later.map(([, ...event]) => [last + 5000, ...event] as const)]);
  expect(runDetectors(new DetectInput(state), [hostStall, deliveryStall]).findings).toEqual([]);
});
