/** Stops of this host and of the receiver; each limit with a pair just below and just above. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { deliveryStall } from '../../../../../src/engine/findings/rules/delivery-stall.ts';
import { hostStall } from '../../../../../src/engine/findings/rules/host-stall.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';
import { type StalledSender, type Stop, stalledSender } from '../../../../support/stalled-sender.ts';

const find = (options: StalledSender) =>
  runDetectors(new DetectInput(replayEvents(stalledSender(options))), [hostStall, deliveryStall]).findings;

/** Variants of the findings, `none` for no finding. */
const kinds = (options: StalledSender): string =>
  find(options)
    .map(({ id, variant }) => `${id} ${variant}`)
    .join(', ') || 'none';

const stopped = (stop: Partial<Stop>, options: StalledSender = {}): StalledSender => ({
  ...options,
  stops: [{ where: 'this-host', atMs: 500, forMs: 60, ...stop }],
});

test('a sender without a stop has none', () => {
  expect(kinds({})).toBe('none');
});

describe('this host', () => {
  test('no packet is sent or received, then the ACKs of that time are read at once', () => {
    const [finding, ...more] = find(stopped({}));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'host-stall', variant: 'this-host', severity: 'warning' });
    expect(finding?.verdict).toMatch(
      /^This host stopped for 6\d\.\d ms at 0\.(49|50)\d s: no packet is sent or received, and 10 ACKs are read at once then, one for 1\.0 × the usual bytes\.$/,
    );
    expect(finding?.label).toMatch(/^this host stopped for 6\d\.\d ms$/);
    expect(finding?.evidence.find(({ id }) => id === 'reaction')?.value).toBeCloseTo(10, 3);
  });

  test('or a PTO was due and did not fire', () => {
    const [finding] = find(stopped({ forMs: 200 }, { windowPairs: 1 }));
    expect(finding?.verdict).toMatch(
      /no packet is sent or received, though a probe \(PTO\) was due \d\d\.\d ms after the last packet\.$/,
    );
  });

  test('again and again is told once, with the longest', () => {
    const stops = [200, 400, 600].map((atMs, i) => ({ where: 'this-host', atMs, forMs: 60 + i }) as const);
    const [finding, ...more] = find({ stops });
    expect(more).toEqual([]);
    expect(finding?.verdict).toMatch(
      /^This host stopped 3 times, for 1\d\d ms in all, the longest 6\d\.\d ms at 0\.\d{3} s:/,
    );
  });

  test('stops for 50 ms or longer', () => {
    // The last packet is sent 1.8 ms before the stop.
    expect(kinds(stopped({ forMs: 48 }))).toBe('none');
    expect(kinds(stopped({ forMs: 49 }))).toBe('host-stall this-host');
  });

  test('or for three smoothed RTTs where that is less', () => {
    const near = { rttMs: 12, windowPairs: 6 };
    expect(kinds(stopped({ forMs: 34 }, near))).toBe('none');
    expect(kinds(stopped({ forMs: 35 }, near))).toBe('host-stall this-host');
  });

  test('reads three ACKs or more at once: fewer may be those of one burst', () => {
    expect(kinds(stopped({ forMs: 76 }, { windowPairs: 2 }))).toBe('host-stall any-host-or-path');
    expect(kinds(stopped({ forMs: 76 }, { windowPairs: 3 }))).toBe('host-stall this-host');
  });

  test('whose ACKs are for no more than one and a half times the usual bytes', () => {
    expect(kinds(stopped({ pairsPerAck: 1 }))).toBe('host-stall this-host');
    expect(kinds(stopped({ pairsPerAck: 2 }))).toBe('host-stall receiver-or-path');
    // Packets of so many bytes in the window that the stop holds; the usual ACK is for two of 1,000 bytes.
    const variant = (bytes: number, options: StalledSender, forMs: number) => {
      const events = stalledSender(stopped({ forMs }, options)).map((event): TimedEvent => {
        const [timeMs, name, data] = event;
        const isHeld = name === 'quic:packet_sent' && timeMs >= 475 && timeMs < 505;
        return isHeld ? [timeMs, name, { ...data, raw: { length: bytes } }] : event;
      });
      return runDetectors(new DetectInput(replayEvents(events)), [hostStall]).findings[0]?.variant;
    };
    expect([1500, 1501].map((bytes) => variant(bytes, {}, 60))).toEqual(['this-host', 'receiver-or-path']);
    // Fewer ACKs than three, which do not tell this host from the others.
    expect([1500, 1501].map((bytes) => variant(bytes, { windowPairs: 2 }, 76))).toEqual([
      'any-host-or-path',
      'receiver-or-path',
    ]);
  });

  test('is quiet for four fifths of the gap', () => {
    const far = { rttMs: 40, windowPairs: 20 };
    expect(kinds(stopped({ forMs: 100, noiseMs: 18 }, far))).toBe('host-stall this-host');
    expect(kinds(stopped({ forMs: 100, noiseMs: 23 }, far))).toBe('host-stall receiver-or-path');
  });

  test('is late by a quarter of the PTO where its ACKs do not show it', () => {
    // A PTO of 226 ms: a quarter of it is 56.5 ms.
    const late = (forMs: number) =>
      kinds(
        stopped({ atMs: 2000, forMs, pairsPerAck: 100 }, { rttMs: 200, windowPairs: 100, untilMs: 6000 }),
      );
    expect(late(280)).toBe('none');
    expect(late(281)).toBe('host-stall this-host');
  });

  test('is a warning from a twentieth of the time on', () => {
    const severity = (untilMs: number) => find(stopped({}, { untilMs }))[0]?.severity;
    expect(severity(1220)).toBe('warning');
    expect(severity(1250)).toBe('info');
  });
});

describe('the receiver', () => {
  const receiver = (stop: Partial<Stop>, options: StalledSender = {}) =>
    stopped({ where: 'receiver', forMs: 90, probesMs: [55], ...stop }, options);

  test('is told by an ACK that reports the stop', () => {
    const [finding, ...more] = find(receiver({ ackDelayMs: 90 }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'host-stall', variant: 'receiver' });
    expect(finding?.verdict).toBe(
      'The receiver stopped for 91.8 ms at 0.508 s: no ACK of new data comes, then one that the receiver says it held for 90.0 ms (ack_delay).',
    );
  });

  test('for four fifths of the gap', () => {
    expect(kinds(receiver({ ackDelayMs: 73 }))).toBe('none');
    expect(kinds(receiver({ ackDelayMs: 74 }))).toBe('host-stall receiver');
  });

  test('or the path, where all packets are acknowledged at once', () => {
    const [finding, ...more] = find(receiver({}));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'host-stall', variant: 'receiver-or-path' });
    expect(finding?.verdict).toMatch(
      /^The receiver stopped, or the path held its ACKs, for 91\.8 ms at 0\.508 s: /,
    );
  });

  test('and later than one and a half RTTs after the newest of them', () => {
    // The probe is sent 55 ms after the start, and its RTT was 20 ms.
    expect(kinds(receiver({ forMs: 74 }))).toBe('none');
    expect(kinds(receiver({ forMs: 76 }))).toBe('host-stall receiver-or-path');
  });

  test('stops for longer than its max_ack_delay', () => {
    const near = { rttMs: 4, windowPairs: 2 };
    expect(kinds(receiver({ forMs: 24, ackDelayMs: 24, probesMs: [] }, near))).toBe('none');
    expect(kinds(receiver({ forMs: 26, ackDelayMs: 26, probesMs: [] }, near))).toBe('host-stall receiver');
  });

  test('is late by three of its usual gaps: else it acknowledges as late all the time', () => {
    // An ACK comes each 60 ms, but for one.
    const each = (fromMs: number, untilMs: number): Stop[] =>
      Array.from({ length: (untilMs - fromMs) / 60 }, (_, i) => ({
        where: 'receiver',
        atMs: fromMs + 60 * i,
        forMs: 60,
      }));
    const late = (forMs: number) =>
      kinds({
        windowPairs: 40,
        untilMs: 1400,
        stops: [...each(0, 720), { where: 'receiver', atMs: 720, forMs }, ...each(720 + forMs, 1440 + forMs)],
      });
    expect([60, 179, 181].map(late)).toEqual(['none', 'none', 'host-stall any-host-or-path']);
  });

  test('and not where its ACKs were lost', () => {
    expect(kinds(stopped({ where: 'acks-lost', forMs: 60, probesMs: [55] }))).toBe('none');
  });

  test('is told again and again, with those that its ack_delay tells', () => {
    const stops = [{ atMs: 300 }, { atMs: 600, ackDelayMs: 90 }].map((stop) => ({
      where: 'receiver' as const,
      forMs: 90,
      probesMs: [55],
      ...stop,
    }));
    const [finding, ...more] = find({ stops });
    expect(more).toEqual([]);
    expect(finding?.verdict).toMatch(
      /^The receiver stopped, or the path held its ACKs, twice, for 18\d ms in all, .*; 1 of them was the receiver's, as the ACK says \(ack_delay\)\.$/,
    );
    // At its place the label says of the longest stop alone who it was.
    expect(finding?.label).toMatch(/^the receiver stopped( or the path held its ACKs)? for 9\d\.\d ms$/);
  });
});

test('a receiver alone is not judged', () => {
  const events = stalledSender({}).filter(([, name]) => !name.endsWith('packet_sent'));
  const { notJudged } = runDetectors(new DetectInput(replayEvents(events)), [hostStall]);
  expect(notJudged).toMatchObject([{ id: 'host-stall' }]);
});
