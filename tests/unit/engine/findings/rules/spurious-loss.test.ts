/** Spurious losses: packets declared lost and acknowledged later, with the cuts of the window that they cost. */
import { describe, expect, test } from 'vitest';
import { spuriousLoss } from '../../../../../src/engine/findings/rules/spurious-loss.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { RawSender } from '../../../../support/raw-sender.ts';
import { readLog } from '../../../../support/read-log.ts';

const RTT = 20;
const verdictsOf = (sender: RawSender) => runDetectors(readLog(sender.text()), [spuriousLoss]);

/**
 * Flights of ten packets; the second packet of each is declared lost with the first ACK.
 * @param late how many of the flights acknowledge it 5 ms afterwards.
 * @param cuts the stack halves and raises its window at each loss, or at so many.
 */
function flights(count: number, late: number, cuts: boolean | number): RawSender {
  const sender = new RawSender().metrics({ congestion_window: 27_000, smoothed_rtt: RTT, min_rtt: RTT });
  for (let i = 0; i < count; i++) {
    const first = i * 10;
    sender.send(10).wait(RTT);
    sender.ack([first, first], [first + 2, first + 9]).lost(first + 1);
    const isCut = typeof cuts === 'number' ? i < cuts : cuts;
    if (isCut) sender.metrics({ congestion_window: 13_500 });
    sender.wait(5);
    // A new packet ends the recovery period, and the late one comes or does not.
    if (i < late) sender.ack([first + 1, first + 1]);
    if (isCut) sender.metrics({ congestion_window: 27_000 });
  }
  return sender;
}

describe('spurious losses', () => {
  test('that reduced the window are a warning with both figures', () => {
    const [finding] = verdictsOf(flights(30, 10, true)).findings;
    expect(finding?.severity).toBe('warning');
    expect(finding?.verdict).toBe(
      '10 of 30 packets declared lost (33.3 %) were acknowledged 5.00 ms afterwards (median); 10 of 30 window cuts ' +
        'answered spurious losses alone.',
    );
  });

  test('of an even number have the mean of the two in the middle as median', () => {
    const sender = new RawSender().metrics({ congestion_window: 27_000, smoothed_rtt: RTT, min_rtt: RTT });
    for (let i = 0; i < 20; i++) {
      const first = i * 10;
      sender.send(10).wait(RTT);
      sender.ack([first, first], [first + 2, first + 9]).lost(first + 1);
      // Ten come 5 ms late, ten 15 ms.
      sender.wait(i % 2 === 0 ? 5 : 15).ack([first + 1, first + 1]);
    }
    expect(verdictsOf(sender).findings[0]?.verdict).toContain('20 of 20 packets');
    expect(verdictsOf(sender).findings[0]?.verdict).toContain('acknowledged 10.0 ms afterwards (median)');
  });

  test('are not the reason of a reduction that a real loss also caused', () => {
    const sender = new RawSender().metrics({ congestion_window: 27_000 });
    for (let i = 0; i < 30; i++) {
      const first = i * 10;
      sender
        .send(10)
        .wait(RTT)
        .ack([first, first], [first + 3, first + 9]);
      sender
        .lost(first + 1)
        .lost(first + 2)
        .metrics({ congestion_window: 13_500 })
        .wait(5);
      sender.ack([first + 1, first + 1]).metrics({ congestion_window: 27_000 });
    }
    const [finding] = verdictsOf(sender).findings;
    expect(finding?.severity).toBe('info');
    expect(finding?.verdict).toContain('; 0 of 30 window cuts answered spurious losses alone');
  });

  test('begin with the first spurious loss and end with the ACK of the last', () => {
    const [finding] = verdictsOf(flights(30, 10, true)).findings;
    // Flights of 25 ms, the loss told after 20 of them, from 0.125 ms on.
    expect([finding?.startUs, finding?.endUs]).toEqual([20_125, 250_125]);
  });

  test('that reduced no window are an info', () => {
    const [finding] = verdictsOf(flights(30, 10, false)).findings;
    expect(finding?.severity).toBe('info');
    expect(finding?.verdict).not.toContain('window cut');
  });

  test('count below twenty losses where all of them are, and there are two', () => {
    expect(verdictsOf(flights(19, 18, true)).findings).toEqual([]);
    expect(verdictsOf(flights(1, 1, true)).findings).toEqual([]);
    const [finding] = verdictsOf(flights(2, 2, true)).findings;
    expect(finding?.severity).toBe('warning');
    expect(finding?.verdict).toBe(
      '2 of 2 packets declared lost (100.0 %) were acknowledged 5.00 ms afterwards (median); 2 of 2 window cuts answered ' +
        'spurious losses alone.',
    );
  });

  test('are few if few are late, and few losses are no evidence', () => {
    expect(verdictsOf(flights(30, 2, true)).findings[0]?.severity).toBe('info');
    expect(verdictsOf(flights(30, 1, true)).findings).toEqual([]);
    expect(verdictsOf(flights(19, 10, true)).findings).toEqual([]);
    expect(verdictsOf(flights(30, 0, true)).findings).toEqual([]);
  });
});

describe('each limit, met and just missed', () => {
  const severityOf = (sender: RawSender) => verdictsOf(sender).findings[0]?.severity;

  test('more than one in a hundred', () => {
    expect([severityOf(flights(200, 2, true)), severityOf(flights(199, 2, true))]).toEqual([
      undefined,
      'info',
    ]);
  });

  test('a tenth for a warning', () => {
    expect([severityOf(flights(101, 10, true)), severityOf(flights(100, 10, true))]).toEqual([
      'info',
      'warning',
    ]);
  });

  test('two window cuts for a warning', () => {
    expect([severityOf(flights(20, 10, 1)), severityOf(flights(20, 10, 2))]).toEqual(['info', 'warning']);
  });
});

describe('not usable', () => {
  test('are inferred losses', () => {
    const sender = new RawSender().metrics({ congestion_window: 27_000 });
    sender.send(10).wait(RTT).ack([0, 0], [5, 9]).wait(5).ack([1, 4]);
    expect(verdictsOf(sender).notJudged[0]?.reason).toContain('losses are inferred here');
  });

  test('is a log whose ACKs cover more than one in twenty of them before', () => {
    const contradicting = (losses: number): number => {
      const sender = new RawSender().metrics({ congestion_window: 27_000 });
      for (let i = 0; i < losses; i++) {
        sender.send(10).wait(RTT);
        if (i < 2) sender.ack([i * 10, i * 10 + 9]);
        else sender.ack([i * 10, i * 10 + 3], [i * 10 + 5, i * 10 + 9]);
        sender.lost(i * 10 + 4);
      }
      return verdictsOf(sender).notJudged.length;
    };
    expect([contradicting(40), contradicting(39)]).toEqual([0, 1]);
  });

  test('is a log whose ACKs cover packets before they are declared lost', () => {
    const sender = new RawSender().metrics({ congestion_window: 27_000 });
    for (let i = 0; i < 30; i++) {
      sender
        .send(10)
        .wait(RTT)
        .ack([i * 10, i * 10 + 9])
        .lost(i * 10 + 4);
    }
    const { notJudged, findings } = verdictsOf(sender);
    expect(findings).toEqual([]);
    expect(notJudged[0]?.reason).toContain('acknowledges 30 of 30 lost packets before');
  });
});
