/** What limits a sender, judged on views made by hand: each limit met and just missed. */
import { describe, expect, test } from 'vitest';
import { StateTimeline } from '../../../../../src/engine/base/columns/state-timeline.ts';
import {
  LIMITS,
  SenderLimits,
  type SenderView,
} from '../../../../../src/engine/sender/transport/sender-limits.ts';
import { PacketFlag } from '../../../../../src/qlog-schema/index.ts';

const ROOM: SenderView = {
  inFlightBytes: 0,
  windowBytes: 10_000,
  datagramBytes: 1000,
  smoothedRttUs: Number.NaN,
  pacingBytesPerSecond: Number.NaN,
};

/** Limits as they are written, with their times. @param established whether the handshake is complete at first. */
function limitsOf(
  play: (limits: SenderLimits) => void,
  established = true,
): readonly (readonly [number, string | undefined])[] {
  const timeline = new StateTimeline();
  const limits = new SenderLimits(timeline);
  if (established) limits.established(0);
  play(limits);
  return [...timeline.timesUs].map((timeUs, i) => [timeUs, timeline.names[timeline.states[i] as number]]);
}

/** What an instant of this view is; room is judged when a packet leaves at once. */
const at = (view: Partial<SenderView>, before: (limits: SenderLimits) => void = () => {}) =>
  limitsOf((limits) => {
    before(limits);
    limits.update(0, { ...ROOM, ...view });
    limits.end(0);
  })[0]?.[1];

describe('at one time', () => {
  test.each([
    [9000, LIMITS.pacing],
    [9001, LIMITS.window],
  ])('with %i of 10,000 bytes in flight: %s', (inFlightBytes, limit) => {
    expect(at({ inFlightBytes })).toBe(limit);
  });

  test.each([
    [499, 9499, LIMITS.pacing],
    [500, 9499, LIMITS.window],
    [499, 9500, LIMITS.window],
    [1200, 9499, LIMITS.window],
  ])('after a last packet of %i bytes and with %i in flight: %s', (bytes, inFlightBytes, limit) => {
    // It could have been filled: the application had no more.
    expect(at({ inFlightBytes }, (limits) => limits.sending(0, bytes, true))).toBe(limit);
  });

  test.each([
    [0, LIMITS.pacing],
    [1, LIMITS.unknown],
  ])('without a window and %i bytes in flight: %s', (inFlightBytes, limit) => {
    expect(at({ inFlightBytes, windowBytes: Number.NaN })).toBe(limit);
  });

  test('flow control counts if the window has space, not if it is full', () => {
    const blocked = (limits: SenderLimits): void => limits.blocked(true);
    expect(at({}, blocked)).toBe(LIMITS.flowControl);
    expect(at({ inFlightBytes: 9001 }, blocked)).toBe(LIMITS.window);
    expect(at({ windowBytes: Number.NaN, inFlightBytes: 1 }, blocked)).toBe(LIMITS.flowControl);
  });

  test.each([
    [2000, 1000, LIMITS.pacing],
    [2001, 1000, LIMITS.amplification],
    [2001, 1001, LIMITS.pacing],
    [9000, 0, LIMITS.pacing],
  ])('a server that sent %i and received %i bytes: %s', (sent, received, limit) => {
    const server = (validated: boolean) => (limits: SenderLimits) => {
      limits.unvalidated();
      limits.received(received);
      limits.sending(0, sent, true);
      if (validated) limits.validated();
    };
    expect(at({}, server(false))).toBe(limit);
    expect(at({}, server(true))).toBe(LIMITS.pacing);
  });
});

/** Room from 0 on, ended by a packet at `lengthUs`; before it the window was full, or nothing was known. */
const roomFor = (lengthUs: number, view: Partial<SenderView>, first = true) =>
  limitsOf((limits) => {
    if (!first) limits.update(-1, { ...ROOM, inFlightBytes: 10_000 });
    limits.update(0, { ...ROOM, ...view });
    limits.sending(lengthUs, 1000, true);
  });
const limitFor = (lengthUs: number, view: Partial<SenderView>): string | undefined =>
  roomFor(lengthUs, view)[0]?.[1];

describe('room', () => {
  // 1,000 bytes at 100,000 bytes per second: 10 ms.
  const PACED = { pacingBytesPerSecond: 100_000 };

  test.each([
    [21_000, LIMITS.pacing],
    [21_001, LIMITS.application],
  ])('of %i µs, with a datagram each 10 ms: %s', (lengthUs, limit) => {
    expect(limitFor(lengthUs, PACED)).toBe(limit);
  });

  test.each([
    [5000, []],
    [5001, [[0, LIMITS.pacing]]],
  ])('of %i µs inside a burst changes nothing up to half a gap', (lengthUs, written) => {
    expect(roomFor(lengthUs, PACED, false)).toEqual([[-1, LIMITS.window], ...written]);
  });

  test('of any length is classified if nothing was before', () => {
    expect(roomFor(1, PACED)).toEqual([[0, LIMITS.pacing]]);
  });

  test.each([
    // 1,000 · 100 ms ÷ (1.25 · 10,000): 8 ms.
    ['the rate of RFC 9002 §7.7', { smoothedRttUs: 100_000 }, 17_000],
    ['a logged rate before it', { smoothedRttUs: 100_000, pacingBytesPerSecond: 1_000_000 }, 3000],
    ['that rate where the logged one is 0', { smoothedRttUs: 100_000, pacingBytesPerSecond: 0 }, 17_000],
    ['a rate below a byte per second', { pacingBytesPerSecond: 0.5 }, 4e9 + 1000],
    ['no gap where neither is known', {}, 1000],
    ['no gap without a window', { smoothedRttUs: 100_000, windowBytes: Number.NaN }, 1000],
    ['no gap for an RTT of 0', { smoothedRttUs: 0 }, 1000],
    ['a gap below a microsecond', { smoothedRttUs: 5, datagramBytes: 1250 }, 1001],
  ])('is paced by %s', (_, view, mostUs) => {
    expect(limitFor(mostUs, view)).toBe(LIMITS.pacing);
    expect(limitFor(mostUs + 1, view)).toBe(LIMITS.application);
  });

  test('without a window there is no gap', () => {
    expect(limitFor(1001, { smoothedRttUs: 100_000, windowBytes: 0, datagramBytes: 0 })).toBe(
      LIMITS.application,
    );
  });

  test('begins once and is classified by the last state of the sender', () => {
    const written = limitsOf((limits) => {
      limits.update(0, { ...ROOM, pacingBytesPerSecond: 1_000_000 });
      limits.update(15_000, { ...ROOM, ...PACED });
      limits.sending(21_000, 1000, true);
      limits.update(21_000, { ...ROOM, ...PACED });
      limits.end(60_000);
    });
    expect(written).toEqual([
      [0, LIMITS.pacing],
      [21_000, LIMITS.application],
    ]);
  });

  test('is not ended by a packet that is not in flight', () => {
    const written = limitsOf((limits) => {
      limits.update(0, { ...ROOM, ...PACED });
      limits.sending(10, 50, false);
      limits.end(30_000);
    });
    expect(written).toEqual([[0, LIMITS.application]]);
  });

  test('is written once while it stays the same', () => {
    const written = limitsOf((limits) => {
      for (const timeUs of [0, 10_000, 20_000]) {
        limits.sending(timeUs, 1000, true);
        limits.update(timeUs, { ...ROOM, ...PACED });
      }
      limits.update(20_001, { ...ROOM, inFlightBytes: 9500 });
      limits.update(20_002, { ...ROOM, inFlightBytes: 9600 });
    });
    expect(written).toEqual([
      [0, LIMITS.pacing],
      [20_001, LIMITS.window],
    ]);
  });
});

describe('a pause that no pacer explains', () => {
  test('is the handshake until that is complete, and then the application', () => {
    const written = limitsOf((limits) => {
      limits.update(0, ROOM);
      limits.established(60_000);
      limits.update(60_000, ROOM);
      limits.sending(90_000, 1000, true);
    }, false);
    expect(written).toEqual([
      [0, LIMITS.handshake],
      [60_000, LIMITS.application],
    ]);
  });

  test.each([
    ['repeats what was in flight', true, 1000, LIMITS.lossDetection],
    ['repeats data, with nothing in flight before', true, 0, LIMITS.application],
    ['sends new data', false, 1000, LIMITS.application],
  ])('ended by a packet that %s', (_, repeats, inFlightBytes, limit) => {
    const written = limitsOf((limits) => {
      limits.update(0, { ...ROOM, inFlightBytes });
      // A loss may be declared before the packet is sent.
      limits.update(80_000, ROOM);
      limits.sending(90_000, 1000, true, repeats);
    });
    expect(written).toEqual([[0, limit]]);
  });

  test.each([
    [PacketFlag.streamBlocked, 21_000, LIMITS.pacing],
    [PacketFlag.streamBlocked, 21_001, LIMITS.flowControl],
    [PacketFlag.flowBlocked, 21_000, LIMITS.flowControl],
    [0, 21_001, LIMITS.application],
  ])('with blocked streams as by flag %i, of %i µs: %s', (flags, gapUs, limit) => {
    const view = { ...ROOM, pacingBytesPerSecond: 100_000 };
    const written = limitsOf((limits) => {
      limits.credit(0, flags);
      limits.update(0, view);
      limits.sending(gapUs, 1000, true);
    });
    expect(written).toEqual([[0, limit]]);
  });

  test('ends where credit comes: what follows is the application', () => {
    const written = limitsOf((limits) => {
      limits.credit(0, PacketFlag.streamBlocked);
      limits.update(0, ROOM);
      limits.credit(50_000, 0);
      limits.update(50_000, ROOM);
      limits.sending(90_000, 1000, true);
    });
    expect(written).toEqual([
      [0, LIMITS.flowControl],
      [50_000, LIMITS.application],
    ]);
  });

  // Four gaps of 10 ms for each of three packets.
  test.each([
    [121_000, LIMITS.pacing],
    [121_001, LIMITS.application],
  ])('after a burst of three, of %i µs: %s', (gapUs, limit) => {
    const view = { ...ROOM, windowBytes: 100_000, pacingBytesPerSecond: 100_000, inFlightBytes: 3000 };
    const written = limitsOf((limits) => {
      for (const timeUs of [0, 0, 0]) {
        limits.sending(timeUs, 1000, true);
        limits.update(timeUs, view);
      }
      limits.sending(gapUs, 1000, true);
    });
    expect(written.at(-1)?.[1]).toBe(limit);
  });
});

describe('a pause of the application', () => {
  // 1,000 bytes at 100,000 bytes per second: 10 ms.
  const PACED = { pacingBytesPerSecond: 100_000, windowBytes: 100_000 };
  const MORE = { ...ROOM, ...PACED };

  /** Pauses after a burst of so many packets and a gap, in which so much stays in flight. */
  const pausesAfter = (burst: number, gapUs: number, inFlightBytes: number, smoothedRttUs = Number.NaN) => {
    const limits = new SenderLimits(new StateTimeline());
    for (let i = 0; i < burst; i++) {
      limits.sending(0, 1000, true);
      limits.update(0, { ...MORE, inFlightBytes: (i + 1) * 1000 });
    }
    limits.update(0, { ...MORE, inFlightBytes, smoothedRttUs });
    limits.sending(gapUs, 1000, true);
    return limits.pauses;
  };

  test.each([
    [21_000, 0],
    [21_001, 1],
  ])('of %i µs with nothing left in flight counts %i', (gapUs, pauses) => {
    expect(pausesAfter(9, gapUs, 0)).toBe(pauses);
  });

  test.each([
    [1, 41_000, 0],
    [1, 41_001, 1],
    [3, 121_000, 0],
    [3, 121_001, 1],
  ])('after a burst of %i, of %i µs counts %i', (burst, gapUs, pauses) => {
    expect(pausesAfter(burst, gapUs, 1000)).toBe(pauses);
  });

  test.each([
    [51_000, 0],
    [51_001, 1],
  ])('of %i µs after a long burst counts %i: a round trip is longer than any pacing', (gapUs, pauses) => {
    expect(pausesAfter(9, gapUs, 1000, 50_000)).toBe(pauses);
  });

  test('begins a new burst', () => {
    const limits = new SenderLimits(new StateTimeline());
    const send = (timeUs: number): void => {
      limits.sending(timeUs, 1000, true);
      limits.update(timeUs, { ...MORE, inFlightBytes: 1000 });
    };
    for (const timeUs of [0, 0, 0, 130_000]) send(timeUs);
    expect(limits.pauses).toBe(1);
    send(171_001);
    expect(limits.pauses).toBe(2);
  });

  test('is none while flow control or the window holds the sender', () => {
    const limits = new SenderLimits(new StateTimeline());
    limits.update(0, { ...MORE, inFlightBytes: 100_000 });
    limits.blocked(true);
    limits.update(500_000, MORE);
    limits.blocked(false);
    limits.update(900_000, MORE);
    limits.sending(900_000, 1000, true);
    expect(limits.pauses).toBe(0);
  });
});
