/** Changes of the path: told, and an alarm where delivery broke at them. */
import { describe, expect, test } from 'vitest';
import { pathChanged } from '../../../../../src/engine/findings/rules/path-changed.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const judge = (made: MadeConnection) => runDetectors(made.input(), [pathChanged]);
const find = (made: MadeConnection) => judge(made).findings;

interface Move {
  /** Packets of a server before the change, and how many of them are lost. */
  readonly before?: number;
  readonly lost?: number;
  /** From the change to the first ACK of what was sent after it. */
  readonly silentMs?: number;
}

/** A server whose client comes from another address: it asks, and the client answers. */
function moved({ before = 10, lost = 0, silentMs = RTT }: Move = {}): MadeConnection {
  const made = new MadeConnection('server')
    .serverHandshake(RTT)
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0)] });
  for (let i = 0; i < before; i++) made.sent('1RTT', { frames: [stream(i * 1000, 1000)] });
  made
    .wait(10)
    .sent('1RTT', { frames: [{ frame_type: 'path_challenge', data: 'aa11' }] })
    .wait(silentMs)
    .received('1RTT', { frames: [{ frame_type: 'path_response', data: 'aa11' }, ack(1 + lost, before + 1)] });
  for (let number = 1; number <= lost; number++)
    made.event('recovery:packet_lost', { header: { packet_type: '1RTT', packet_number: number } });
  return made
    .wait(RTT)
    .sent('1RTT')
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(before + 2)] });
}

describe('a path that changes', () => {
  test('is told, and is no alarm where all goes on', () => {
    const [finding, ...more] = find(moved());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'info',
      variant: 'rebinding',
      startUs: 70_000,
      endUs: 100_000,
    });
    expect(finding?.verdict).toBe(
      'The address of the peer (the client) changed without a sign that it moved on purpose (rebinding) at 0.070 s, validated ' +
        '30.0 ms later; of the 12 ack-eliciting packets sent from a round trip before it to three behind it 0 were lost, ' +
        'and the first one sent behind it was acknowledged after 30.0 ms, at round trips of 30.0 ms (RFC 9000 §9).',
    );
  });
});

describe('each limit has a pair', () => {
  test.each([
    [4, 'warning'],
    [3, 'info'],
  ])('%i packets lost', (lost, severity) => {
    // With the PATH_CHALLENGE and another one half of them, or more.
    expect(find(moved({ before: lost, lost }))[0]?.severity).toBe(severity);
  });

  test.each([
    [7, 'info'],
    [6, 'warning'],
  ])('half of the packets lost: 4 of %i and two', (before, severity) => {
    expect(find(moved({ before, lost: 4 }))[0]?.severity).toBe(severity);
  });

  test.each([
    [295, 'info'],
    [305, 'warning'],
  ])('no answer for 300 ms: %i ms', (silentMs, severity) => {
    expect(find(moved({ before: 10, lost: 1, silentMs }))[0]?.severity).toBe(severity);
  });
});

test('without a loss no wait is an alarm: the application may have had nothing to send', () => {
  expect(find(moved({ silentMs: 900 }))[0]?.severity).toBe('info');
});

test('a path that stays is none', () => {
  const made = new MadeConnection('server')
    .serverHandshake(RTT)
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0)] });
  expect(judge(made)).toEqual({ findings: [], remarks: [], notJudged: [], notFound: [] });
});

test('is not judged where the log begins later, or several paths are used at once', () => {
  const input = moved().input();
  input.state.beginsMidway = true;
  expect(runDetectors(input, [pathChanged]).notJudged).toMatchObject([
    { reason: expect.stringContaining('the log begins in the middle') },
  ]);
  const several = moved().input();
  several.state.pathCount = 2;
  expect(runDetectors(several, [pathChanged]).notJudged).toMatchObject([
    { reason: expect.stringContaining('its paths are not distinguished') },
  ]);
});
