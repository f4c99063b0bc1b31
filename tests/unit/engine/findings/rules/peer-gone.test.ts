/** A peer that is heard no more with data on its way: by the idle timeout, by PTOs, and what is only silent. */
import { describe, expect, test } from 'vitest';
import { idleTimeout } from '../../../../../src/engine/findings/rules/idle-timeout.ts';
import { peerGone } from '../../../../../src/engine/findings/rules/peer-gone.ts';
import { ptoStorm } from '../../../../../src/engine/findings/rules/pto-storm.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const TIMEOUT = 1500;
const judge = (made: MadeConnection) => runDetectors(made.input(), [peerGone]);
const find = (made: MadeConnection) => judge(made).findings;

const connected = (timeout: number | null = TIMEOUT) => {
  const made = new MadeConnection('server');
  if (timeout !== null) made.parameters('local', { max_idle_timeout: timeout });
  return made
    .serverHandshake(RTT)
    .sent('1RTT', { frames: [stream(0, 1000)] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 1)] });
};
const sending = (made: MadeConnection, packets = 2) => {
  for (let i = 0; i < packets; i++) made.sent('1RTT', { frames: [stream(1000 + 1000 * i, 1000)] });
  return made;
};
const goesOn = (made: MadeConnection) =>
  made.event('recovery:metrics_updated', { congestion_window: 12_000 });
const timedOut = (made: MadeConnection) =>
  made.event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' });
const probed = (made: MadeConnection, ptos: number) => {
  for (let count = 1; count <= ptos; count++)
    made
      .wait(100 * 2 ** count)
      .event('recovery:metrics_updated', { pto_count: count })
      .sent('1RTT', { bytes: 30 });
  return goesOn(made.wait(10));
};

/** One PTO, a packet that acknowledges nothing new, and so many PTOs after it. */
const heardOnce = (ptos: number) => {
  const made = sending(connected(null));
  for (let count = 1; count <= 1 + ptos; count++) {
    made
      .wait(100 * 2 ** count)
      .event('recovery:metrics_updated', { pto_count: count })
      .sent('1RTT', { bytes: 30 });
    if (count === 1) made.wait(5).received('1RTT', { bytes: 40, frames: [{ frame_type: 'ping' }] });
  }
  return goesOn(made.wait(10));
};

describe('probes', () => {
  test('are counted as a storm of them counts them: those after the last packet received, of all in a row', () => {
    const { findings } = runDetectors(heardOnce(4).input(), [ptoStorm, peerGone]);
    const rowOf = (id: string) =>
      findings.flatMap(({ evidence }) => evidence).find((row) => row.id === id)?.value;
    expect([rowOf('consecutive'), rowOf('ptos')]).toEqual([5, 4]);
    expect(findings.find(({ id }) => id === 'pto-storm')?.verdict).toMatch(
      /^5 probes in a row without an answer \(PTOs\), 4 of them behind the last packet received, within /,
    );
    const silent = runDetectors(probed(sending(connected(null)), 4).input(), [ptoStorm, peerGone]).findings;
    expect(silent.find(({ id }) => id === 'pto-storm')?.verdict).toMatch(
      /^4 probes in a row without an answer \(PTOs\) within /,
    );
  });

  test('that a log counts and does not hold each are counted by both', () => {
    const made = sending(connected(null));
    for (const pto_count of [2, 3, 5])
      made
        .wait(200 * pto_count)
        .event('recovery:metrics_updated', { pto_count })
        .sent('1RTT', { bytes: 30 });
    const { findings } = runDetectors(goesOn(made.wait(10)).input(), [ptoStorm, peerGone]);
    const values = findings.flatMap(({ evidence }) =>
      evidence.filter(({ id }) => id === 'consecutive' || id === 'ptos').map(({ value }) => value),
    );
    expect(values).toEqual([5, 5]);
  });
});

describe('a peer that is gone', () => {
  test('by the logged timeout: for how long, what was sent, what was outstanding', () => {
    const made = sending(connected());
    const startUs = made.nowMs * 1000;
    const [finding, ...more] = find(timedOut(made.wait(TIMEOUT)));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'critical',
      variant: 'idle-timeout',
      startUs,
      endUs: startUs + TIMEOUT * 1000,
      confidence: 1,
    });
    expect(finding?.verdict).toBe(
      'Nothing was received for the last 1.50 s; 2 packets sent in that time were not answered; 2 packets with data were never acknowledged, 2,400 B in flight, and 1 stream was open: the connection was given up by the idle timeout of 1.50 s (RFC 9000 §10.1).',
    );
  });

  // Within 5 % of the timeout less 10 ms.
  test.each([
    [1450, 0],
    [1500, 1],
  ])('by a log that goes on for %f ms: %i', (ms, count) => {
    const found = find(goesOn(sending(connected()).wait(ms)));
    expect(found).toHaveLength(count);
    for (const { verdict } of found) expect(verdict).toContain('the log goes on without a word of the peer');
  });

  // Later than its time the end has another reason, but the silence is as long.
  test.each([
    [1450, 0],
    [1495, 1],
    [1560, 1],
  ])('by an end without a reason after %f ms: %i', (ms, count) => {
    const made = sending(connected(1500)).wait(ms).event('connectivity:connection_closed', {});
    expect(find(made)).toHaveLength(count);
  });

  test.each([
    [2, 0],
    [3, 1],
  ])('by %i PTOs in a row where no timeout is known: %i', (ptos, count) => {
    const found = find(probed(sending(connected(null)), ptos));
    expect(found).toHaveLength(count);
    for (const { variant, verdict } of found) {
      expect(variant).toBe('ptos');
      expect(verdict).toContain('3 probe timeouts had passed in a row');
    }
  });

  test('though this side closes by itself in the end', () => {
    const made = probed(sending(connected(null)), 4).close('local', 'application', 0x100);
    expect(find(made)[0]?.verdict).toContain('and this side closed the connection');
  });

  test('with packets outstanding from before the last one received, and no probe', () => {
    const made = sending(connected(), 5)
      .wait(1)
      .received('1RTT', { bytes: 40, frames: [ack(0, 2)] });
    expect(find(timedOut(made.wait(TIMEOUT)))).toHaveLength(1);
  });

  test('also where the stack forgets its packets with its last keys', () => {
    const made = sending(connected()).wait(TIMEOUT);
    made.event('security:key_retired', { key_type: 'server_1rtt_secret', trigger: 'tls' });
    expect(find(goesOn(made.wait(1)))).toHaveLength(1);
  });

  test('is told in place of the idle timeout', () => {
    const input = timedOut(sending(connected()).wait(TIMEOUT)).input();
    expect(runDetectors(input, [peerGone, idleTimeout]).findings.map(({ id }) => id)).toEqual(['peer-gone']);
  });
});

describe('a peer that is not gone', () => {
  test.each<[string, MadeConnection]>([
    ['nothing was outstanding', timedOut(connected().wait(TIMEOUT))],
    ['PINGs alone were in vain', timedOut(connected().wait(100).sent('1RTT', { bytes: 30 }).wait(TIMEOUT))],
    ['one packet crosses the end of its timer', timedOut(sending(connected(), 1).wait(TIMEOUT))],
    ['it closes', sending(connected()).wait(9000).close('remote', 'application', 0x100)],
    [
      'it is heard again',
      sending(connected())
        .wait(9000)
        .received('1RTT', { bytes: 40, frames: [ack(2, 3)] }),
    ],
    [
      'it answers the close of this side',
      probed(sending(connected(null)), 4)
        .close('local', 'application', 0x100)
        .wait(RTT)
        .received('1RTT', { bytes: 40, frames: [ack(2, 3)] }),
    ],
    ['three PTOs pass, but a timeout is known', probed(sending(connected(30_000)), 4)],
    ['the log ends first', sending(connected()).wait(200).sent('1RTT')],
    ['this side closes at once', sending(connected()).wait(10).close('local', 'application', 0x100)],
  ])('%s', (_, made) => {
    expect(judge(made)).toEqual({ findings: [], remarks: [], notJudged: [], notFound: [] });
  });

  test('a log that begins late with sent packets alone has none', () => {
    const late = new MadeConnection('server').parameters('local', { max_idle_timeout: TIMEOUT });
    const { findings, notJudged } = judge(timedOut(sending(late, 4).wait(TIMEOUT)));
    expect(findings).toEqual([]);
    expect(notJudged).toMatchObject([{ reason: 'no received packets are logged' }]);
  });

  test('nor has one without ACKs', () => {
    const made = new MadeConnection('server').parameters('local', { max_idle_timeout: TIMEOUT });
    made.sent('1RTT').received('1RTT');
    expect(judge(timedOut(sending(made, 4).wait(TIMEOUT))).notJudged).toMatchObject([
      { reason: 'no ACKs are logged: what waits for one is not known' },
    ]);
  });

  // ACKs are among the records that are not kept.
  test('nor has a log of which every tenth record is kept', () => {
    const made = connected();
    for (let number = 10; number <= 200; number += 10)
      made.wait(5).sent('1RTT', { number, frames: [stream(number * 1000, 1000)] });
    made.received('1RTT', { bytes: 40, frames: [ack(0, 100)] });
    const { findings, notJudged } = judge(timedOut(made.wait(TIMEOUT)));
    expect(findings).toEqual([]);
    expect(notJudged[0]?.reason).toContain('are not in the log, by their numbers');
  });

  test('nor has a range without its end', () => {
    const input = goesOn(sending(connected()).wait(9000)).input();
    input.state.isPart = true;
    expect(runDetectors(input, [peerGone])).toMatchObject({ findings: [], notJudged: [{}] });
  });
});
