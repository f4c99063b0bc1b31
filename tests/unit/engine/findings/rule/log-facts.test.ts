/**
 * Each fact about the file on its own, at the least of it that is a fault: what "Limits of this log" says of it, and
 * whether the bytes in flight may still be held against the packets.
 */
import { describe, expect, test } from 'vitest';
import { DetectInput, type LogFacts } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { accountingMismatch } from '../../../../../src/engine/findings/rules/accounting-mismatch.ts';
import { logQuality } from '../../../../../src/engine/findings/rules/log-quality.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { RawSender } from '../../../../support/raw-sender.ts';
import { readLog } from '../../../../support/read-log.ts';

const RTT = 20.0123;
const DATAGRAM = 1350;

/** A sender that logs all it should; one packet is lost and told of. Its claims are a quarter of its flight or right. */
function sender(claim: (inFlightBytes: number) => number = (bytes) => bytes): RawSender {
  const raw = new RawSender().metrics({ congestion_window: 27_000, bytes_in_flight: 0, pto_count: 0 });
  for (let i = 0; i < 60; i++) {
    const first = i * 10;
    for (let packet = 1; packet <= 10; packet++) {
      raw.send().wait(0.0123);
      raw.metrics({ bytes_in_flight: claim(packet * DATAGRAM) });
    }
    raw.wait(RTT).metrics({ smoothed_rtt: RTT, latest_rtt: RTT, min_rtt: RTT });
    if (i === 0) raw.ack([first, first + 8]).lost(first + 9);
    else raw.ack([first, first + 9]);
    raw.metrics({ bytes_in_flight: claim(0) }).wait(1.0077);
  }
  return raw;
}

const sound = readLog(sender().text());
const wrong = readLog(sender((bytes) => bytes / 4).text());

function withFacts({ state, log }: DetectInput, facts: Partial<LogFacts>): DetectInput {
  if (log === null) throw new Error('nothing is known of the file');
  return new DetectInput(state, { ...log, ...facts });
}

describe('limits of this log', () => {
  const rowsOf = (facts: Partial<LogFacts>) => {
    const [finding] = runDetectors(withFacts(sound, facts), [logQuality]).remarks;
    return {
      verdict: finding?.verdict ?? '',
      rows: (finding?.evidence ?? []).map(({ id, value }) => [id, value]),
    };
  };

  test('a good one has none', () => {
    expect(rowsOf({}).rows).toEqual([]);
  });

  test.each<[facts: Partial<LogFacts>, id: string, value: number, words: string]>([
    [{ skippedRecords: 1 }, 'skipped', 1, '1 record could not be read'],
    [{ skippedRecords: 1, truncatedRecords: 1 }, 'cut', 1, '1 record cut in the middle'],
    [{ brokenOff: true }, 'broken-off', 1, 'the file broke off before its end'],
    [{ repairedRecords: 1 }, 'repaired', 1, '1 record read only after a repair'],
    [{ replacedCharacters: 1 }, 'characters', 1, '1 character that is no UTF-8'],
    [{ replacedCharacters: 2 }, 'characters', 2, '2 characters that are no UTF-8'],
    [{ headerMissing: true }, 'header', 1, 'no qlog header'],
    [{ droppedRanges: 1 }, 'numbers', 1, '1 impossible packet number'],
    [{ unusableNumbers: 1 }, 'numbers', 1, '1 impossible packet number'],
    [{ droppedRanges: 2, unusableNumbers: 3 }, 'numbers', 5, '5 impossible packet numbers'],
    [{ droppedFrames: 1 }, 'frames', 1, '1 frame left out'],
    [{ clockStepUs: 11, clockReason: 'coarse' }, 'clock', 11, 'coarse, in steps of 11 µs'],
    [{ timeDescribedLate: true }, 'time-late', 1, 'first times placed by a guess'],
    [{ absentTimes: 1 }, 'absent-times', 1, '1 event without a time'],
    [{ sentUnsized: 1 }, 'sent-sizes', 1, '1 sent packet without a size'],
    [{ receivedUnsized: 1 }, 'received-sizes', 1, '1 received packet without a size'],
    [{ ackPackets: 0 }, 'acks', 0, 'no ACK ranges logged'],
  ])('%o is one fault, told in words', (facts, id, value, words) => {
    const { rows, verdict } = rowsOf(facts);
    expect(rows).toEqual([[id, value]]);
    expect(verdict).toMatch(/^1 fault in the log of [\d,]+ events: /);
    expect(verdict).toContain(words);
  });

  test('a truncated record is not also counted as unreadable', () => {
    expect(rowsOf({ skippedRecords: 5, truncatedRecords: 2 }).rows).toEqual([
      ['skipped', 3],
      ['cut', 2],
    ]);
  });

  test('a clock in steps of 10 µs is fine, and so is a log that received nothing', () => {
    expect(rowsOf({ clockStepUs: 10, clockReason: 'coarse' }).rows).toEqual([]);
    expect(rowsOf({ ackPackets: 0, receivedPackets: 0 }).rows).toEqual([]);
    expect(rowsOf({ ackPackets: 0, sentPackets: 0 }).rows).toEqual([]);
  });
});

describe('bytes in flight that do not add up', () => {
  const reasonOf = (facts: Partial<LogFacts>): string | undefined => {
    const { findings, notJudged } = runDetectors(withFacts(wrong, facts), [accountingMismatch]);
    expect(findings.length + notJudged.length).toBe(1);
    return notJudged[0]?.reason;
  };

  test('are reported if the log is good, or only its clock and its header are not', () => {
    expect(reasonOf({})).toBeUndefined();
    expect(reasonOf({ clockStepUs: 1000, headerMissing: true, receivedUnsized: 9 })).toBeUndefined();
  });

  test.each<[facts: Partial<LogFacts>, reason: string]>([
    [{ skippedRecords: 1 }, '1 record could not be read'],
    [{ skippedRecords: 2, droppedRanges: 1 }, '2 records could not be read'],
    [{ droppedRanges: 1 }, '1 ACK range could not be read'],
    [{ sentUnsized: 1 }, '1 sent packet without a size'],
  ])('are not judged with %o', (facts, reason) => {
    expect(reasonOf(facts)).toBe(reason);
  });

  test.each<[what: string, change: (raw: RawSender) => RawSender, reason: string]>([
    [
      'a packet that is sent out of order',
      (raw) =>
        raw.event('transport:packet_sent', {
          header: { packet_type: '1RTT', packet_number: 5 },
          raw: { length: DATAGRAM },
          frames: [{ frame_type: 'ping' }],
        }),
      '1 sent packet out of order, left out',
    ],
  ])('are not judged after %s', (_, change, reason) => {
    const raw = change(sender((bytes) => bytes / 4));
    const { findings, notJudged } = runDetectors(readLog(raw.text()), [accountingMismatch]);
    expect(findings).toEqual([]);
    expect(notJudged[0]?.reason).toBe(reason);
  });
});
