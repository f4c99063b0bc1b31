/** When a sender pauses, judged on views made by hand: each limit met and just missed. */
import { describe, expect, test } from 'vitest';
import { PauseSpans, SenderPauses } from '../../../../../src/engine/sender/transport/sender-pauses.ts';
import { PacketFlag } from '../../../../../src/qlog-schema/index.ts';

type View = Parameters<SenderPauses['update']>[1];

const ROOM: View = {
  inFlightBytes: 0,
  windowBytes: 10_000,
  datagramBytes: 1000,
  smoothedRttUs: Number.NaN,
  pacingBytesPerSecond: Number.NaN,
};

/** Pauses as they are written, with their times; one that is open has no end. @param established whether the handshake is complete at first. */
function spansOf(
  play: (pauses: SenderPauses) => void,
  established = true,
): readonly (readonly [startUs: number, endUs: number | undefined])[] {
  const spans = new PauseSpans();
  const pauses = new SenderPauses(spans);
  if (established) pauses.established(0);
  play(pauses);
  const ends = spans.endUs.view();
  return [...spans.startUs.view()].map((startUs, i) => [startUs, ends[i]]);
}

/** Whether a view is a pause; room is judged when a packet leaves after so long. */
const isPause = (view: Partial<View>, lengthUs: number, before: (pauses: SenderPauses) => void = () => {}) =>
  spansOf((pauses) => {
    before(pauses);
    pauses.update(0, { ...ROOM, ...view });
    pauses.sending(lengthUs, 1000, false);
  }).length > 0;

describe('at one time', () => {
  const LONG_US = 1e6;

  test.each([
    [9000, true],
    [9001, false],
  ])('with %i of 10,000 bytes in flight it may pause: %s', (inFlightBytes, may) => {
    expect(isPause({ inFlightBytes }, LONG_US)).toBe(may);
  });

  test.each([
    [499, 9499, true],
    [500, 9499, false],
    [499, 9500, false],
    [1200, 9499, false],
  ])(
    'after a last packet of %i bytes and with %i in flight it may pause: %s',
    (bytes, inFlightBytes, may) => {
      // It could have been filled: the application had no more.
      expect(isPause({ inFlightBytes }, LONG_US, (pauses) => pauses.sending(0, bytes, false))).toBe(may);
    },
  );

  test.each([
    [0, true],
    [1, false],
  ])('without a window and %i bytes in flight it may pause: %s', (inFlightBytes, may) => {
    expect(isPause({ inFlightBytes, windowBytes: Number.NaN }, LONG_US)).toBe(may);
  });

  test('flow control counts at once if the window has space, not if it is full', () => {
    const blocked = (pauses: SenderPauses): void => pauses.blocked(true);
    expect(isPause({}, 0, blocked)).toBe(true);
    expect(isPause({ inFlightBytes: 9001 }, 0, blocked)).toBe(false);
    expect(isPause({ windowBytes: Number.NaN, inFlightBytes: 1 }, 0, blocked)).toBe(true);
  });
});

describe('room', () => {
  // 1,000 bytes at 100,000 bytes per second: 10 ms.
  const PACED = { pacingBytesPerSecond: 100_000 };

  test.each([
    // 1,000 · 100 ms ÷ (1.25 · 10,000): 8 ms.
    ['a logged rate', PACED, 21_000],
    ['the rate of RFC 9002 §7.7', { smoothedRttUs: 100_000 }, 17_000],
    ['a logged rate before it', { smoothedRttUs: 100_000, pacingBytesPerSecond: 1_000_000 }, 3000],
    ['that rate where the logged one is 0', { smoothedRttUs: 100_000, pacingBytesPerSecond: 0 }, 17_000],
    ['a rate below a byte per second', { pacingBytesPerSecond: 0.5 }, 4e9 + 1000],
    ['no gap where neither is known', {}, 1000],
    ['no gap without a window', { smoothedRttUs: 100_000, windowBytes: Number.NaN }, 1000],
    ['no gap for an RTT of 0', { smoothedRttUs: 0 }, 1000],
    ['a gap below a microsecond', { smoothedRttUs: 5, datagramBytes: 1250 }, 1001],
  ])('is paced by %s', (_, view, mostUs) => {
    expect([isPause(view, mostUs), isPause(view, mostUs + 1)]).toEqual([false, true]);
  });

  test('inside a burst ends no pause up to half a gap', () => {
    const endUs = (gapUs: number) =>
      spansOf((pauses) => {
        pauses.update(0, { ...ROOM, ...PACED });
        pauses.sending(30_000, 1000, false);
        pauses.update(30_000, { ...ROOM, ...PACED });
        pauses.sending(30_000 + gapUs, 1000, false);
      })[0]?.[1];
    expect([endUs(5000), endUs(5001)]).toEqual([undefined, 30_000]);
  });

  test('begins once and is classified by the last state of the sender', () => {
    const spans = spansOf((pauses) => {
      pauses.update(0, { ...ROOM, pacingBytesPerSecond: 1_000_000 });
      pauses.update(15_000, { ...ROOM, ...PACED });
      pauses.sending(21_000, 1000, false);
      pauses.update(21_000, { ...ROOM, ...PACED });
      pauses.end(60_000);
    });
    expect(spans).toEqual([[21_000, undefined]]);
  });

  test('ends where the window is full', () => {
    const spans = spansOf((pauses) => {
      pauses.update(0, ROOM);
      pauses.sending(20_000, 1000, false);
      pauses.update(20_001, { ...ROOM, inFlightBytes: 9500 });
      pauses.update(20_002, { ...ROOM, inFlightBytes: 9600 });
    });
    expect(spans).toEqual([[0, 20_001]]);
  });
});

describe('a pause that no pacer explains', () => {
  test('is the handshake as well, until that is complete', () => {
    const spans = spansOf((pauses) => {
      pauses.saysLimited(false);
      pauses.update(0, ROOM);
      pauses.established(60_000);
      pauses.update(60_000, ROOM);
      pauses.sending(90_000, 1000, false);
    }, false);
    expect(spans).toEqual([[0, 60_000]]);
  });

  test.each([
    ['repeats what was in flight', true, 1000, 0],
    ['repeats data, with nothing in flight before', true, 0, 1],
    ['sends new data', false, 1000, 1],
  ])('ended by a packet that %s', (_, repeats, inFlightBytes, count) => {
    const spans = spansOf((pauses) => {
      pauses.update(0, { ...ROOM, inFlightBytes });
      // A loss may be declared before the packet is sent.
      pauses.update(80_000, ROOM);
      pauses.sending(90_000, 1000, repeats);
    });
    expect(spans).toHaveLength(count);
  });

  test.each([
    [PacketFlag.streamBlocked, 21_000, 0],
    [PacketFlag.streamBlocked, 21_001, 1],
    [PacketFlag.flowBlocked, 21_000, 1],
    [0, 21_001, 1],
  ])('with blocked streams as by flag %i, of %i µs: %i', (flags, gapUs, count) => {
    const view = { ...ROOM, pacingBytesPerSecond: 100_000 };
    const spans = spansOf((pauses) => {
      // What is blocked is no pause of the application.
      pauses.saysLimited(false);
      if (flags === 0) pauses.saysLimited(true);
      pauses.credit(0, flags);
      pauses.update(0, view);
      pauses.sending(gapUs, 1000, false);
    });
    expect(spans).toHaveLength(count);
  });

  // Four gaps of 10 ms for each of three packets.
  test.each([
    [121_000, 0],
    [121_001, 1],
  ])('after a burst of three, of %i µs: %i', (gapUs, count) => {
    const view = { ...ROOM, windowBytes: 100_000, pacingBytesPerSecond: 100_000, inFlightBytes: 3000 };
    const spans = spansOf((pauses) => {
      for (const timeUs of [0, 0, 0]) {
        pauses.sending(timeUs, 1000, false);
        pauses.update(timeUs, view);
      }
      pauses.sending(gapUs, 1000, false);
    });
    expect(spans).toHaveLength(count);
  });
});

describe('a pause of the application', () => {
  // 1,000 bytes at 100,000 bytes per second: 10 ms.
  const PACED = { pacingBytesPerSecond: 100_000, windowBytes: 100_000 };
  const MORE = { ...ROOM, ...PACED };

  /** Pauses after a burst of so many packets and a gap, in which so much stays in flight. */
  const pausesAfter = (burst: number, gapUs: number, inFlightBytes: number, smoothedRttUs = Number.NaN) => {
    const pauses = new SenderPauses(new PauseSpans());
    for (let i = 0; i < burst; i++) {
      pauses.sending(0, 1000, false);
      pauses.update(0, { ...MORE, inFlightBytes: (i + 1) * 1000 });
    }
    pauses.update(0, { ...MORE, inFlightBytes, smoothedRttUs });
    pauses.sending(gapUs, 1000, false);
    return pauses.count;
  };

  test.each([
    [21_000, 0],
    [21_001, 1],
  ])('of %i µs with nothing left in flight counts %i', (gapUs, count) => {
    expect(pausesAfter(9, gapUs, 0)).toBe(count);
  });

  test.each([
    [1, 41_000, 0],
    [1, 41_001, 1],
    [3, 121_000, 0],
    [3, 121_001, 1],
  ])('after a burst of %i, of %i µs counts %i', (burst, gapUs, count) => {
    expect(pausesAfter(burst, gapUs, 1000)).toBe(count);
  });

  test.each([
    [51_000, 0],
    [51_001, 1],
  ])('of %i µs after a long burst counts %i: a round trip is longer than any pacing', (gapUs, count) => {
    expect(pausesAfter(9, gapUs, 1000, 50_000)).toBe(count);
  });

  test('begins a new burst', () => {
    const pauses = new SenderPauses(new PauseSpans());
    const send = (timeUs: number): void => {
      pauses.sending(timeUs, 1000, false);
      pauses.update(timeUs, { ...MORE, inFlightBytes: 1000 });
    };
    for (const timeUs of [0, 0, 0, 130_000]) send(timeUs);
    expect(pauses.count).toBe(1);
    send(171_001);
    expect(pauses.count).toBe(2);
  });

  test('is none while flow control or the window holds the sender', () => {
    const pauses = new SenderPauses(new PauseSpans());
    pauses.update(0, { ...MORE, inFlightBytes: 100_000 });
    pauses.blocked(true);
    pauses.update(500_000, MORE);
    pauses.blocked(false);
    pauses.update(900_000, MORE);
    pauses.sending(900_000, 1000, false);
    expect(pauses.count).toBe(0);
  });
});
