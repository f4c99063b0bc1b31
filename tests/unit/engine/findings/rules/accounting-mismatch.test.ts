/** Logged against rebuilt bytes in flight: a leak is found, a log that is one ACK out of step is not. */
import { describe, expect, test } from 'vitest';
import { accountingMismatch } from '../../../../../src/engine/findings/rules/accounting-mismatch.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { RawSender } from '../../../../support/raw-sender.ts';
import { readLog } from '../../../../support/read-log.ts';
import { expectStraddle } from '../../../../support/straddle.ts';

const RTT = 20;
const DATAGRAM = 1350;
const verdictsOf = (text: string) => runDetectors(readLog(text), [accountingMismatch]);

interface Books {
  /** What the stack logs as in flight, from what is. */
  readonly claim: (inFlightBytes: number, timeMs: number) => number;
  /** The ACK's metrics stand before the ACK, as quic-go has them. */
  readonly early?: boolean;
  readonly lossTold?: boolean;
  /** As logged. */
  readonly rttMs?: number;
}

/** Flights of ten packets, one a round trip, with the books of a stack; one packet is lost and told of. */
function flights(
  { claim, early = false, lossTold = true, rttMs = RTT }: Books,
  count = 100,
  sender = new RawSender(),
): RawSender {
  const log = (bytes: number): void => {
    sender.metrics({ bytes_in_flight: claim(bytes, sender.nowMs) });
  };
  sender.metrics({ congestion_window: 27_000 });
  for (let i = 0; i < count; i++) {
    for (let packet = 1; packet <= 10; packet++) {
      sender.send().wait(0.01);
      log(packet * DATAGRAM);
    }
    sender.wait(RTT);
    const first = i * 10;
    if (early) log(0);
    if (i === 0 && lossTold) {
      sender.ack([first, first + 8]).lost(first + 9);
    } else sender.ack([first, first + 9]);
    sender.metrics({ smoothed_rtt: rttMs });
    if (!early) log(0);
    sender.wait(1);
  }
  return sender;
}

describe('bytes in flight that do not add up', () => {
  test('are a warning if the stack never subtracts bytes', () => {
    const leak = flights({ claim: (bytes, timeMs) => bytes + (timeMs > 500 ? 5 * DATAGRAM : 0) });
    const [finding, ...more] = verdictsOf(leak.text()).findings;
    expect(more).toEqual([]);
    expect(finding?.severity).toBe('warning');
    expect(finding?.startUs).toBeGreaterThan(500_000);
    expect(finding?.verdict).toContain(
      'The stack counts bytes that its packets, ACKs and losses do not leave in flight',
    );
    expect(finding?.verdict).toContain('up to 6,750 B (5 packets) apart for 1.60 s without a break');
  });

  test('are not judged in a log that begins in the middle: what was in flight then is not in it', () => {
    const begun = (numbered: number) =>
      verdictsOf(
        flights({ claim: (bytes) => bytes + 5 * DATAGRAM })
          .text()
          // As if so many packets of both sides had been sent before.
          .replace(/"packet_number":(\d+)/g, (_, number) => `"packet_number":${Number(number) + numbered}`)
          .replace(
            /"acked_ranges":(\[\[.*?\]\])/g,
            (_, ranges) =>
              `"acked_ranges":${ranges.replace(/\d+/g, (number: string) => `${Number(number) + numbered}`)}`,
          ),
      );
    expect(begun(0).findings).toHaveLength(1);
    expect(begun(400).findings).toEqual([]);
    expect(begun(400).notJudged[0]?.reason).toContain('begins in the middle of the connection');
  });

  test('are a warning if the stack counts too little', () => {
    const [finding] = verdictsOf(flights({ claim: (bytes) => bytes / 4 }).text()).findings;
    expect(finding?.verdict).toContain('The stack counts less than');
  });

  test('are no finding if they agree, or differ by two datagrams', () => {
    expect(verdictsOf(flights({ claim: (bytes) => bytes }).text()).findings).toEqual([]);
    const apart = verdictsOf(flights({ claim: (bytes) => bytes + 2 * DATAGRAM }).text());
    expect(apart.findings).toEqual([]);
    expect(apart.notFound[0]?.reason).toContain('equal at 0 of 1,100 logged values');
  });

  test('are no finding if the log has the value before the ACK that it includes', () => {
    const { findings, notFound } = verdictsOf(flights({ claim: (bytes) => bytes, early: true }).text());
    expect(findings).toEqual([]);
    // Ten datagrams apart at each ACK, until the next packet is sent 1 ms later.
    expect(notFound[0]?.reason).toContain('over 2 datagrams apart for 1.01 ms at most');
  });
});

describe('a difference for half a second of three', () => {
  /** Flights that agree, then so many values over half a second that are five datagrams off, then flights again. */
  const stretch = (values: number, lengthMs = 500, rttMs = RTT): RawSender => {
    const sender = flights({ claim: (bytes) => bytes, rttMs }, 60);
    for (let i = 0; i < values; i++)
      sender.metrics({ bytes_in_flight: 5 * DATAGRAM + i }).wait(lengthMs / values);
    sender.metrics({ bytes_in_flight: 0 }).wait(1);
    for (let i = 600; i < 1200; i += 10) {
      sender
        .send(10)
        .metrics({ bytes_in_flight: 10 * DATAGRAM })
        .wait(RTT)
        .ack([i, i + 9]);
      sender.metrics({ bytes_in_flight: 0 }).wait(1);
    }
    return sender;
  };

  test('is reported from ten logged values on, including the one that ends it; fewer are a pause', () => {
    expect(verdictsOf(stretch(8).text()).findings).toEqual([]);
    const [finding] = verdictsOf(stretch(9).text()).findings;
    expect(finding?.verdict).toContain('apart for 500 ms without a break');
    expect(finding?.evidence.find(({ id }) => id === 'share')?.holds).toBe(false);
  });

  test('must last for ten round trips, and for 0.1 s', () => {
    const found = (lengthMs: number, rttMs: number) =>
      verdictsOf(stretch(12, lengthMs, rttMs).text()).findings.length;
    expect([found(199, 20), found(201, 20)]).toEqual([0, 1]);
    expect([found(99, 5), found(101, 5)]).toEqual([0, 1]);
  });
});

test('differences with interruptions are found where they last for more than half of the time', () => {
  // Of a hundred flights of 21.1 ms, spread evenly.
  const apart = (share: number) => {
    const isApart = (flight: number): boolean =>
      Math.floor(flight * share) < Math.floor((flight + 1) * share);
    const claim = (bytes: number, timeMs: number) =>
      bytes + (isApart(Math.floor(timeMs / 21.1)) ? 5 * DATAGRAM : 0);
    const { findings, notFound } = verdictsOf(flights({ claim }).text());
    const rows = findings[0]?.evidence ?? notFound[0]?.evidence;
    return { value: rows?.find(({ id }) => id === 'share')?.value ?? Number.NaN, found: findings.length > 0 };
  };
  expectStraddle(0.5, [0.46, 0.48, 0.49, 0.51, 0.52, 0.54].map(apart), (value) => value > 0.5);
});

describe('the rebuilt flight is no evidence', () => {
  const leak: Books = { claim: (bytes) => bytes + 5 * DATAGRAM };

  test('if losses are inferred', () => {
    expect(verdictsOf(flights({ ...leak, lossTold: false }).text()).notJudged[0]?.reason).toContain(
      'losses are inferred',
    );
  });

  test('if records could not be read', () => {
    const text = flights(leak).text().replace('"packet_number":11}', '"packet_number":11');
    expect(verdictsOf(text).notJudged[0]?.reason).toBe('1 record could not be read');
  });

  test.each(['initial', 'handshake'])('where a packet of the %s never leaves the flight', (packet_type) => {
    const sender = new RawSender().event('transport:packet_sent', {
      header: { packet_type, packet_number: 0 },
      raw: { length: 3 * DATAGRAM },
      frames: [{ frame_type: 'crypto', offset: 0, length: 3 * DATAGRAM }],
    });
    const { findings, notJudged } = verdictsOf(flights(leak, 100, sender).text());
    expect(findings).toEqual([]);
    expect(notJudged[0]?.reason).toBe(
      'packets of the handshake are neither acknowledged nor dropped with their keys in the log',
    );
  });
});
