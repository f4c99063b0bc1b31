/**
 * Facts that change the meaning of rows which were fed: another run begins, and what is judged is what the whole gives
 * (`judgeInPieces` holds it against that).
 */
import { describe, expect, test } from 'vitest';
import { FeedCollector, SenderJudge } from '../../../../../src/engine/sender/congestion/index.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { contain } from '../../../../support/containers.ts';
import { judgeInPieces } from '../../../../support/fed-judge.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

/** Round trips of 20 ms: bursts of packets, each acknowledged whole, and what the metrics say after it. */
class Rounds {
  readonly events: TimedEvent[] = [];
  #nowMs = 0;
  #number = 0;

  add(event: (nowMs: number) => TimedEvent): this {
    this.events.push(event(this.#nowMs));
    return this;
  }

  log(data: object): this {
    return this.add((nowMs) => metrics(nowMs, data));
  }

  go(rounds: number, { packets = 3, bytes = 1200, log = null as object | null } = {}): this {
    for (let i = 0; i < rounds; i++) {
      const first = this.#number;
      for (let packet = 0; packet < packets; packet++)
        this.add((nowMs) => send(nowMs, this.#number++, { bytes }));
      this.#nowMs += 20;
      this.add((nowMs) => acknowledge(nowMs, [[first, this.#number - 1]]));
      if (log !== null) this.log(log);
      this.#nowMs++;
    }
    return this;
  }

  /** A burst of which the newest packets alone are acknowledged. */
  gap(): this {
    for (let packet = 0; packet < 6; packet++)
      this.add((nowMs) => send(nowMs, this.#number++, { bytes: 1200 }));
    this.#nowMs += 20;
    return this.add((nowMs) => acknowledge(nowMs, [[this.newest - 1, this.newest]]));
  }

  get newest(): number {
    return this.#number - 1;
  }

  /** Runs, where every record is fed as it is read. */
  get runs(): number {
    const records = this.events.map(([time, name, data]) =>
      utf8(`\x1e${JSON.stringify({ time, name, data })}\n`),
    );
    return judgeInPieces([utf8(contain('JSON-SEQ', [])), ...records], [100_000]);
  }
}

const WINDOW = { congestion_window: 5000, ssthresh: 4000 };

describe('a run through the rows of a trace', () => {
  test('stands while nothing changes what the rows mean', () => {
    const rounds = new Rounds().log(WINDOW).go(20, { log: { min_rtt: 20, smoothed_rtt: 20 } });
    expect(rounds.gap().log({ congestion_window: 2500, ssthresh: 2500 }).go(5).runs).toBe(1);
    expect(new Rounds().log(WINDOW).go(1).runs).toBe(1);
  });

  // As little room as a datagram of 1452 bytes needs, and one of 1200 does not: the use of the window differs.
  test('begins again where a larger datagram is acknowledged', () => {
    const rounds = new Rounds().log(WINDOW).go(10).go(10, { bytes: 1452, packets: 2 });
    expect(rounds.runs).toBeGreaterThan(1);
  });

  test('begins again where the first window is logged late', () => {
    expect(new Rounds().go(10).log(WINDOW).go(10).runs).toBeGreaterThan(1);
  });

  test('begins again where logged RTTs turn out to be in another unit', () => {
    const rounds = new Rounds().log(WINDOW).go(20, { log: { smoothed_rtt: 20_000, min_rtt: 20_000 } });
    expect(rounds.log({ congestion_window: 2500, ssthresh: 2500 }).go(3).runs).toBeGreaterThan(1);
  });

  test('begins again where the first minimum of the RTT is logged after smoothed ones', () => {
    const rounds = new Rounds().log(WINDOW).go(10, { log: { smoothed_rtt: 21 } });
    expect(rounds.go(10, { log: { min_rtt: 20 } }).runs).toBeGreaterThan(1);
  });

  test('begins again where better evidence withdraws losses', () => {
    // The gap of an ACK counts as a loss until the log tells losses.
    const rounds = new Rounds().log(WINDOW).go(4).gap().go(4);
    expect(rounds.add((nowMs) => lost(nowMs, rounds.newest)).go(20).runs).toBeGreaterThan(1);
  });

  test('begins again where a state before the first one is told late, and a loss may have been answered by it', () => {
    const states = { old: 'recovery', new: 'congestion_avoidance' };
    const late = (rounds: Rounds): number =>
      rounds
        .log(WINDOW)
        .go(5)
        .add((nowMs) => [nowMs, 'recovery:congestion_state_updated', states])
        .go(5).runs;
    expect(late(new Rounds().add((nowMs) => send(nowMs, 0)).add((nowMs) => lost(nowMs, 0)))).toBeGreaterThan(
      1,
    );
    expect(late(new Rounds())).toBe(1);
  });

  test('begins again only where the rows have doubled, and at the end', () => {
    const rounds = new Rounds().log(WINDOW);
    for (let bytes = 1201; bytes <= 1400; bytes++) rounds.go(1, { bytes });
    expect(rounds.events.length).toBeGreaterThan(800);
    expect(rounds.runs).toBeLessThan(13);
    expect(rounds.runs).toBeGreaterThan(5);
  });

  test('begins again where the log fills its window less than its first ACKs showed', () => {
    // Avoidance to the byte for long, then growth with room.
    const rounds = new Rounds().log({ congestion_window: 3600, ssthresh: 1200 });
    rounds.go(3500);
    for (let bytes = 20_000; bytes < 1_000_000; bytes += 1200)
      rounds.go(8, { log: { congestion_window: bytes } });
    const records = rounds.events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
    const text = utf8(contain('JSON-SEQ', records));
    const pieces = Array.from({ length: 20 }, (_, i) => {
      const size = Math.ceil(text.length / 20);
      return text.subarray(i * size, (i + 1) * size);
    });
    const runs = judgeInPieces(pieces, [3000]);
    expect(runs).toBeGreaterThan(1);
    expect(runs).toBeLessThan(5);
  });
});

describe('the collector', () => {
  const state = replayEvents(new Rounds().log(WINDOW).go(10).events);

  test('keeps the rows of the newest time until a later one has come, or the trace has ended', () => {
    const collector = new FeedCollector(state);
    const first = collector.take();
    const lastUs = state.lastUs;
    expect(first?.rows.timeUs.every((timeUs) => timeUs < lastUs)).toBe(true);
    expect(collector.take()).toBeNull();
    collector.finish();
    expect([...(collector.take()?.rows.timeUs ?? [])].every((timeUs) => timeUs === lastUs)).toBe(true);
    expect(collector.take()).toBeNull();
  });

  test('cuts no rows of one time apart', () => {
    const collector = new FeedCollector(state);
    collector.finish();
    let untilUs = -1;
    let rows = 0;
    for (let feed = collector.take(2); feed !== null; feed = collector.take(2)) {
      expect(feed.rows.timeUs[0]).toBeGreaterThan(untilUs);
      untilUs = feed.rows.timeUs.at(-1) as number;
      rows += feed.rows.timeUs.length;
    }
    expect(rows).toBe(state.events.length);
  });

  test('gives nothing of a trace without events, which is judged as one without a window', () => {
    const collector = new FeedCollector(new TransportState());
    collector.finish();
    expect(collector.take()).toBeNull();
    expect(new SenderJudge().end(collector.end())?.models.notJudged).toBe('no window logged');
  });

  test('does not begin again for a run that is over', () => {
    const collector = new FeedCollector(state);
    collector.finish();
    collector.take();
    collector.again(1);
    expect(collector.take()?.run).toBe(2);
    collector.again(1);
    expect(collector.take()).toBeNull();
    expect(collector.runs).toBe(2);
  });
});
