/** Probe timeouts: by counter, timer, trigger and silence, in a row, spurious or not. */
import { describe, expect, it } from 'vitest';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const timer = (timeMs: number, event_type: string, timer_type = 'pto'): TimedEvent => [
  timeMs,
  'recovery:loss_timer_updated',
  { timer_type, event_type },
];

const probe = (timeMs: number, packet_number: number): TimedEvent => {
  const [time, name, data] = send(timeMs, packet_number);
  return [time, name, { ...data, trigger: 'pto_probe' }];
};

// RTT 20 ms: the timeout of 1-RTT packets is 20 + 4·10 + 25 = 85 ms.
const start = [send(0, 0), acknowledge(20, [[0]])];

describe('methods', () => {
  it('use the logged count first: an increase is a PTO, with the number of consecutive ones', () => {
    const { ptos } = replayEvents([
      ...start,
      send(30, 1),
      metrics(120, { pto_count: 1 }),
      send(120, 2),
      metrics(300, { pto_count: 2 }),
      send(300, 3),
      acknowledge(310, [[3]]),
      metrics(310, { pto_count: 0 }),
      metrics(500, { pto_count: 1 }),
    ]);
    expect(ptos.method).toBe('counted');
    expect([...ptos.timesUs]).toEqual([120_000, 300_000, 500_000]);
    expect([...ptos.consecutive]).toEqual([1, 2, 1]);
  });

  it('use an expired PTO timer next, and no other timer', () => {
    const { ptos } = replayEvents([
      send(0, 0),
      timer(1, 'set'),
      timer(90, 'expired', 'loss_timeout'),
      timer(100, 'expired'),
      timer(300, 'expired'),
    ]);
    expect([ptos.method, [...ptos.timesUs], [...ptos.consecutive]]).toEqual([
      'timer',
      [100_000, 300_000],
      [1, 2],
    ]);
  });

  it('use a logged trigger then; two probes at once are one PTO', () => {
    const { ptos } = replayEvents([...start, send(30, 1), probe(40, 2), probe(40, 3), probe(80, 4)]);
    expect([ptos.method, [...ptos.timesUs]]).toEqual(['probe', [40_000, 80_000]]);
  });

  it.each<[method: string, first: readonly TimedEvent[], again: readonly TimedEvent[]]>([
    ['timer', [timer(120, 'expired'), timer(300, 'expired')], [timer(420, 'expired')]],
    ['probe', [probe(120, 2), probe(300, 3)], [probe(420, 4)]],
    ['silence', [send(120, 2), send(300, 3)], [send(2500, 4)]],
  ])('count anew in a row after an ACK of something new: %s', (method, first, again) => {
    const { ptos } = replayEvents([...start, send(30, 1), ...first, acknowledge(310, [[1]]), ...again]);
    expect(ptos.method).toBe(method);
    expect([...ptos.consecutive]).toEqual([1, 2, 1]);
  });

  it('infer one from a pause as long as the timeout, doubled for the next', () => {
    const { ptos } = replayEvents([...start, send(30, 1), send(116, 2), send(280, 3), send(290, 4)]);
    expect(ptos.method).toBe('silence');
    // 116 − 30 ≥ 85 ms; 280 − 116 < 170 ms.
    expect([...ptos.timesUs]).toEqual([116_000]);
    const doubled = replayEvents([...start, send(30, 1), send(116, 2), send(287, 3)]).ptos;
    expect([...doubled.consecutive]).toEqual([1, 2]);
  });

  it('infer none when nothing is outstanding, or right after an ACK', () => {
    expect(replayEvents([...start, send(300, 1)]).ptos.timesUs.length).toBe(0);
    const answered = [...start, send(30, 1), send(31, 2), acknowledge(200, [[1]]), send(200.1, 3)];
    expect(replayEvents(answered).ptos.timesUs.length).toBe(0);
  });
});

describe('spurious PTOs', () => {
  const doubting = [...start, send(30, 1), metrics(120, { pto_count: 1 }), send(120, 2)];

  it('are those of which all doubted packets are acknowledged later', () => {
    const { ptos } = replayEvents([...doubting, acknowledge(121, [[1]])]);
    expect(ptos.summary).toEqual({ method: 'counted', count: 1, spurious: 1, mostConsecutive: 1 });
  });

  it('are also those whose packet was declared lost before its ACK came', () => {
    const late = [acknowledge(140, [[2]]), lost(141, 1), send(142, 3), acknowledge(160, [[1]])];
    expect(replayEvents([...doubting, ...late]).ptos.summary.spurious).toBe(1);
  });

  it('are none where one of the doubted packets never arrived', () => {
    const { ptos } = replayEvents([...doubting, acknowledge(140, [[2]]), lost(141, 1)]);
    expect(ptos.summary.spurious).toBe(0);
    expect([[...ptos.doubted], [...ptos.arrived]]).toEqual([[1], [0]]);
  });
});
