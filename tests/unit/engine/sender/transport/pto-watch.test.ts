/** When a silence, a probe, a timer or a count is a PTO: each time met and just missed. */
import { describe, expect, it } from 'vitest';
import { emptyOutcome, InFlightLedger } from '../../../../../src/engine/sender/transport/ledger.ts';
import { PtoLog } from '../../../../../src/engine/sender/transport/pto-log.ts';
import { PtoWatch } from '../../../../../src/engine/sender/transport/pto-watch.ts';
import { RttEstimator } from '../../../../../src/engine/sender/transport/rtt-estimator.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';

const { initial, handshake, application, none } = PacketSpace;
/** RTT 20 ms: 20 + 4·10 ms, and 25 ms of max_ack_delay for 1-RTT packets. */
const TIMEOUT_US = 85_000;
const HANDSHAKE_TIMEOUT_US = 60_000;

class Sender {
  readonly log = new PtoLog();
  readonly ledger = new InFlightLedger();
  readonly rtt = new RttEstimator();
  readonly watch = new PtoWatch(this.log, this.ledger, this.rtt);
  readonly #sent = [0, 0, 0];

  constructor(rttUs = 20_000) {
    this.rtt.sample(rttUs);
  }

  send(nowUs: number, space: number = application, isProbe = false): this {
    this.watch.sending(space, nowUs, isProbe);
    this.ledger.space(space)?.send(this.#sent[space]!++, 1000, nowUs, true);
    return this;
  }

  ack(nowUs: number, packetNumber: number, space: number = application): this {
    this.ledger.space(space)?.ackRange(packetNumber, packetNumber, emptyOutcome());
    this.watch.acked(nowUs);
    return this;
  }

  get found() {
    return [...this.log.timesUs].map((timeUs, i) => [timeUs, this.log.consecutive[i]]);
  }
}

describe('a silence', () => {
  it.each([
    [TIMEOUT_US - 1, application, 0],
    [TIMEOUT_US, application, 1],
    [HANDSHAKE_TIMEOUT_US - 1, handshake, 0],
    [HANDSHAKE_TIMEOUT_US, handshake, 1],
    [HANDSHAKE_TIMEOUT_US, initial, 1],
  ])('of %i µs in space %i: %i', (lengthUs, space, found) => {
    const sender = new Sender().send(0, space).send(lengthUs, space);
    expect(sender.found).toEqual(found === 0 ? [] : [[lengthUs, 1]]);
    expect(sender.log.method).toBe('silence');
  });

  it('is no PTO if nothing is outstanding, times are truncated, or the packet has no space', () => {
    expect(new Sender().send(0).ack(1, 0).send(900_000).found).toEqual([]);
    const cut = new Sender().send(0);
    cut.watch.timesUsable = false;
    expect(cut.send(900_000).found).toEqual([]);
    expect(new Sender().send(0, none).send(900_000, none).found).toEqual([]);
  });

  it.each([
    [999, 0],
    [1000, 1],
  ])('that ends %i µs after an ACK: %i', (behindUs, found) => {
    expect(
      new Sender()
        .send(0)
        .send(1)
        .ack(200_000, 1)
        .send(200_000 + behindUs).found.length,
    ).toBe(found);
  });

  it('restarts the count after a key discard', () => {
    const sender = new Sender().send(0).send(TIMEOUT_US);
    sender.watch.discarded();
    expect(sender.send(2 * TIMEOUT_US).found).toEqual([
      [TIMEOUT_US, 1],
      [2 * TIMEOUT_US, 1],
    ]);
  });

  it('must be twice as long each time, up to 2¹⁶ timeouts', () => {
    const sender = new Sender().send(0);
    let nowUs = 0;
    for (let i = 0; i < 19; i++) {
      const mostUs = TIMEOUT_US * 2 ** Math.min(i, 16);
      nowUs += mostUs;
      sender.send(nowUs);
      expect(sender.found.at(-1), `${i}`).toEqual([nowUs, i + 1]);
    }
    const short = new Sender()
      .send(0)
      .send(TIMEOUT_US)
      .send(3 * TIMEOUT_US - 1);
    expect(short.found.length).toBe(1);
  });
});

describe('probes', () => {
  it.each([
    [20_000, 9999, 1],
    [20_000, 10_000, 2],
    [1000, 999, 1],
    [1000, 1000, 2],
  ])('with an RTT of %i µs, %i µs apart are %i PTOs', (rttUs, apartUs, found) => {
    const sender = new Sender(rttUs)
      .send(0)
      .send(50, application, true)
      .send(50 + apartUs, application, true);
    expect(sender.log.method).toBe('probe');
    expect(sender.found).toEqual(
      [
        [50, 1],
        [50 + apartUs, 2],
      ].slice(0, found),
    );
  });
});

describe('a logged count', () => {
  it('is a PTO when it increases, not when it stays or decreases', () => {
    const sender = new Sender().send(0).send(0).send(0);
    for (const [timeUs, count] of [
      [1, 0],
      [2, 1],
      [3, 1],
      [6, 2],
      [7, 1],
      [8, 2],
    ] as const)
      sender.watch.counted(timeUs, count);
    const { log } = sender;
    expect(log.method).toBe('counted');
    expect([...log.timesUs]).toEqual([2, 6, 8]);
    expect([...log.consecutive]).toEqual([1, 2, 2]);
  });

  it('that never increases shows that there was none', () => {
    const { watch, log } = new Sender().send(0).send(TIMEOUT_US);
    watch.counted(900_000, 0);
    expect([log.method, log.timesUs.length]).toEqual(['counted', 0]);
  });

  it.each([
    [0, 1, 1],
    [0, 2, 0],
    [2, 3, 1],
    [2, 4, 0],
  ])('may rise by one more than packet numbers do: after %i packets to %i: %i', (packets, count, found) => {
    const sender = new Sender();
    sender.watch.counted(0, 0);
    for (let i = 0; i < packets; i++) sender.send(1);
    sender.watch.counted(2, count);
    expect(sender.log.timesUs.length).toBe(found);
  });

  it('is followed again after a damaged one', () => {
    const sender = new Sender().send(0);
    sender.watch.counted(1, 1);
    sender.send(2).watch.counted(3, 2_764_472_320);
    sender.watch.counted(4, 2);
    expect([...sender.log.consecutive]).toEqual([1, 2]);
  });

  it('counts the packets that the log misses, and those before it began', () => {
    const sender = new Sender();
    sender.ledger.application.send(900, 1000, 0, true);
    sender.watch.counted(1, 3);
    expect([...sender.log.consecutive]).toEqual([3]);
  });
});
