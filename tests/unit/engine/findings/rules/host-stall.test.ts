/** Stops of this host and of the receiver; each limit with a pair just below and just above. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { deliveryStall } from '../../../../../src/engine/findings/rules/delivery-stall.ts';
import { hostStall } from '../../../../../src/engine/findings/rules/host-stall.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { metrics, replayEvents, request, send, type TimedEvent } from '../../../../support/replay-events.ts';
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

/** The peer's packet of a number, with an ACK of all packets up to the newest. */
const acked = (timeMs: number, number: number, newest: number): TimedEvent => {
  const header = { packet_type: '1RTT', packet_number: number };
  const frames = [{ frame_type: 'ack', acked_ranges: [[0, newest]] }];
  return [timeMs, 'quic:packet_received', { header, raw: { length: 60 }, frames }];
};

/** Variant of the finding where other events follow twenty pairs, one each 4 ms, that are acknowledged after 2 ms. */
function afterPairs(events: readonly TimedEvent[]): string {
  const pairs = Array.from({ length: 20 }, (_, i) => [
    send(4 * i, 2 * i),
    send(4 * i + 0.01, 2 * i + 1),
    acked(4 * i + 2, i + 1, 2 * i + 1),
  ]).flat();
  const first = [metrics(0, { congestion_window: 100_000, smoothed_rtt: 2 }), request(0)];
  const state = replayEvents([...first, ...pairs, ...events]);
  return runDetectors(new DetectInput(state), [hostStall]).findings[0]?.variant ?? 'none';
}

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

  test('reads two ACKs or more at once: one may have come then', () => {
    expect(kinds(stopped({ forMs: 76 }, { windowPairs: 1 }))).toBe('host-stall any-host-or-path');
    expect(kinds(stopped({ forMs: 76 }, { windowPairs: 2 }))).toBe('host-stall this-host');
  });

  test('whose ACKs are for no more than one and a half times the usual bytes', () => {
    // No PTO is due in the stop.
    const far = { rttMs: 40, windowPairs: 20 };
    expect(kinds(stopped({ pairsPerAck: 1 }, far))).toBe('host-stall this-host');
    expect(kinds(stopped({ pairsPerAck: 2 }, far))).toBe('host-stall receiver-or-path');
    // Packets of so many bytes in the window that the stop holds; the usual ACK is for two of 1,000 bytes.
    const variant = (bytes: number) => {
      const events = stalledSender(stopped({}, far)).map((event): TimedEvent => {
        const [timeMs, name, data] = event;
        const isHeld = name === 'quic:packet_sent' && timeMs >= 455 && timeMs < 505;
        return isHeld ? [timeMs, name, { ...data, raw: { length: bytes } }] : event;
      });
      return runDetectors(new DetectInput(replayEvents(events)), [hostStall]).findings[0]?.variant;
    };
    expect([1500, 1501].map(variant)).toEqual(['this-host', 'receiver-or-path']);
  });

  test('is quiet for four fifths of the gap', () => {
    const far = { rttMs: 40, windowPairs: 20 };
    expect(kinds(stopped({ forMs: 100, noiseMs: 18 }, far))).toBe('host-stall this-host');
    expect(kinds(stopped({ forMs: 100, noiseMs: 23 }, far))).toBe('host-stall receiver-or-path');
    // A pause before, in which nothing was due, is no part of it.
    const noise = send(210, 0, {
      type: 'handshake',
      frames: [{ frame_type: 'ack', acked_ranges: [[0, 0]] }],
    });
    const paused = [send(180, 40), send(180.01, 41)];
    expect(afterPairs([...paused, acked(240, 21, 41)])).toBe('any-host-or-path');
    expect(afterPairs([...paused, noise, acked(240, 21, 41)])).toBe('receiver-or-path');
  });

  test('has a timer that was due, two PTOs and 10 ms after the last packet, where its ACKs do not show it', () => {
    // A PTO of 226 ms; the last packet is sent 1.7 ms before the stop.
    const late = (forMs: number) =>
      kinds(
        stopped({ atMs: 2000, forMs, pairsPerAck: 100 }, { rttMs: 200, windowPairs: 100, untilMs: 6000 }),
      );
    expect(late(460)).toBe('host-stall any-host-or-path');
    expect(late(461)).toBe('host-stall this-host');
    // Whether the sender has the PTO of RFC 9002 is not known; here it is 66 ms.
    const due = (forMs: number) =>
      kinds(stopped({ forMs, pairsPerAck: 100 }, { rttMs: 40, windowPairs: 20 }));
    expect([64, 65].map(due)).toEqual(['host-stall receiver-or-path', 'host-stall any-host-or-path']);
  });

  test('each probe before it doubles that time, and shows that this host ran', () => {
    // A PTO of 46 ms, and a probe 47 ms after the start: the next one is due 92 ms later.
    const late = (forMs: number) =>
      kinds(stopped({ where: 'path-holds', atMs: 500, forMs, probesMs: [47] }, { untilMs: 1500 }));
    expect([238, 243].map(late)).toEqual(['host-stall receiver-or-path', 'host-stall this-host']);
  });

  test('reads what waited within two milliseconds of the first packet', () => {
    // This host sends a packet of the handshake first: a full window lets no other out.
    const held = (noiseMs: number, windowBytes: number) =>
      kinds(stopped({ where: 'path-holds', noiseMs }, { windowBytes }));
    expect([58.1, 57.9].map((noiseMs) => held(noiseMs, 20_000))).toEqual([
      'host-stall this-host',
      'host-stall receiver-or-path',
    ]);
    // With room in the window the silence may be this host's.
    expect(held(57.9, 100_000)).toBe('host-stall any-host-or-path');
  });

  test('reads ACKs that came apart: where they come as far apart as ever they were held elsewhere', () => {
    const spread = (stepMs: number) => {
      let acks = 0;
      const events = stalledSender(stopped({ where: 'path-holds' }, { rttMs: 40, windowPairs: 20 })).map(
        (event): TimedEvent => {
          const [timeMs, name, data] = event;
          return name === 'quic:packet_received' && timeMs === 560
            ? [timeMs + stepMs * acks++, name, data]
            : event;
        },
      );
      const inOrder = events.sort(([a], [b]) => a - b);
      return runDetectors(new DetectInput(replayEvents(inOrder)), [hostStall]).findings[0]?.variant;
    };
    expect(spread(0.2)).toBe('this-host');
    expect(spread(2)).toBe('receiver-or-path');
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
    const [finding, ...more] = find(receiver({ ackDelayMs: 90, probesMs: [] }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'host-stall', variant: 'receiver' });
    expect(finding?.verdict).toBe(
      'The receiver stopped for 91.8 ms at 0.508 s: no ACK of new data comes, then one that the receiver says it held for 90.0 ms (ack_delay).',
    );
  });

  test('for four fifths of the gap', () => {
    expect(kinds(receiver({ ackDelayMs: 73, probesMs: [] }))).toBe('none');
    expect(kinds(receiver({ ackDelayMs: 74, probesMs: [] }))).toBe('host-stall receiver');
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

  test('holds an ACK for longer than its max_ack_delay', () => {
    const near = { rttMs: 4, windowPairs: 2 };
    expect(kinds(receiver({ forMs: 26, ackDelayMs: 26, probesMs: [] }, near))).toBe('none');
    expect(kinds(receiver({ forMs: 27, ackDelayMs: 27, probesMs: [] }, near))).toBe('host-stall receiver');
  });

  test('and for 2 ms more where one packet alone waits for the timer of a delayed ACK', () => {
    const alone = (ackedMs: number) => afterPairs([send(80, 40), acked(ackedMs, 21, 40)]);
    expect([108.99, 109].map(alone)).toEqual(['none', 'any-host-or-path']);
  });

  test('is not told by an ack_delay that is longer than its packet was under way: another unit', () => {
    expect(kinds(receiver({ ackDelayMs: 90_000 }))).toBe('host-stall receiver-or-path');
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

  test('but a few that are missing explain no silence in which more than twice as many were due', () => {
    // One ACK for ten pairs: nine more were due.
    const missing = (packets: number) => {
      const events = stalledSender(receiver({})).map((event): TimedEvent => {
        const [timeMs, name, data] = event;
        if (name !== 'quic:packet_received' || timeMs < 590) return event;
        const { header } = data as { readonly header: { readonly packet_number: number } };
        const packet_number = header.packet_number + packets;
        return [timeMs, name, { ...data, header: { ...header, packet_number } }];
      });
      const { findings } = runDetectors(new DetectInput(replayEvents(events)), [hostStall]);
      return findings[0]?.variant ?? 'none';
    };
    expect([3, 4, 5, 6].map(missing)).toEqual(['receiver-or-path', 'receiver-or-path', 'none', 'none']);
  });
  test('is told again and again, with those that its ack_delay tells', () => {
    const stops = [
      { atMs: 300, probesMs: [55] },
      { atMs: 600, ackDelayMs: 90 },
    ].map((stop) => ({
      where: 'receiver' as const,
      forMs: 90,
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

test('a jump of the clock that dates the records is no stop: the log itself gives the RTT of the next ACK', () => {
  const jumped = (latestMs: number | null) => {
    const events = stalledSender({}).map(
      ([timeMs, name, data]): TimedEvent => [timeMs < 500 ? timeMs : timeMs + 100, name, data],
    );
    const ackMs = events.find(
      ([timeMs, name]) => timeMs >= 600 && name === 'quic:packet_received',
    )?.[0] as number;
    if (latestMs !== null) events.push(metrics(ackMs + 0.1, { latest_rtt: latestMs }));
    const inOrder = events.sort(([a], [b]) => a - b);
    return runDetectors(new DetectInput(replayEvents(inOrder)), [hostStall]).findings.length;
  };
  expect([20, 120, null].map(jumped)).toEqual([0, 1, 1]);
});

test('a receiver alone is not judged', () => {
  const events = stalledSender({}).filter(([, name]) => !name.endsWith('packet_sent'));
  const { notJudged } = runDetectors(new DetectInput(replayEvents(events)), [hostStall]);
  expect(notJudged).toMatchObject([{ id: 'host-stall' }]);
});
