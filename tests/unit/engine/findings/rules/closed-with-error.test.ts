/** Closes with a code: which codes are errors, of whom, who closed and when; and ends that are none. */
import { describe, expect, test } from 'vitest';
import { closedWithError, isNoError } from '../../../../../src/engine/findings/rules/closed-with-error.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { MadeConnection } from '../../../../support/made-connection.ts';
import { readLog } from '../../../../support/read-log.ts';

const RTT = 30;
const judge = (made: MadeConnection) => runDetectors(made.input(), [closedWithError]);
const find = (made: MadeConnection) => judge(made).findings;
const client = () => new MadeConnection('client').clientHandshake(RTT).wait(100);

describe('a close with an error', () => {
  test('of this side stands at its time', () => {
    const made = client().close('local', 'application', 0x10a);
    const [finding, ...more] = find(made);
    expect(more).toEqual([]);
    const timeUs = made.nowMs * 1000;
    expect(finding).toMatchObject({
      severity: 'warning',
      startUs: timeUs,
      endUs: timeUs,
      variant: 'application',
    });
    expect(finding?.verdict).toMatch(
      /^This side \(the client\) closed the connection with the application error 0x10a( \(\w+\))? 160 ms after the log begins; 1 stream was open \(RFC 9114 §8\.1\)\.$/,
    );
  });

  test('of the peer names the peer', () => {
    const [finding] = find(client().close('remote', 'transport', 0xa));
    expect(finding).toMatchObject({ severity: 'critical', variant: 'transport' });
    expect(finding?.verdict).toContain(
      'The peer (the server) closed the connection with the transport error 0xa (PROTOCOL_VIOLATION)',
    );
  });

  test('before any 1-RTT packet of the client says that the handshake was not complete', () => {
    const failed = new MadeConnection('client').sent('initial').wait(RTT);
    const [finding] = find(failed.close('remote', 'transport', 0x178, 'initial'));
    expect(finding?.verdict).toContain(
      '30.0 ms after the log begins, before the handshake was complete (RFC 9000 §20.1).',
    );
    expect(finding?.evidence.find(({ id }) => id === 'handshake')).toMatchObject({ value: 0, holds: true });
  });

  test('is not said to be before the handshake where the log begins later', () => {
    const late = new MadeConnection('client').received('1RTT').wait(RTT).close('remote', 'transport', 1);
    expect(find(late)[0]?.verdict).not.toContain('handshake');
  });

  test('of which only the application knows the meaning is a warning', () => {
    const [finding] = find(client().close('local', 'application', 7));
    expect(finding?.severity).toBe('warning');
    expect(finding?.verdict).toContain('the error 0x7 of its application');
  });

  test('with a code of HTTP/3 by an application that is another one does not get its name', () => {
    const other = (chosen: string) =>
      new MadeConnection('client')
        .event('transport:alpn_information', { chosen_alpn: { string_value: chosen } })
        .clientHandshake(RTT)
        .close('local', 'application', 0x10a);
    const [own, others] = ['h3', 'hq-interop'].map((alpn) => find(other(alpn))[0]);
    expect([own?.severity, others?.severity]).toEqual(['warning', 'warning']);
    expect(own?.verdict).toContain('0x10a (H3_MISSING_SETTINGS)');
    expect(others?.verdict).toContain('the error 0x10a of its application');
  });

  test('whose owner the log does not say is a warning', () => {
    const frames = [{ frame_type: 'connection_close', raw_error_code: 298 }];
    const [finding] = find(client().sent('1RTT', { bytes: 40, frames }));
    expect(finding).toMatchObject({ severity: 'warning', variant: 'unknown' });
    expect(finding?.verdict).toContain('0x12a, of which the log does not say whose it is');
  });

  test('of the application, hidden because the handshake was not complete, is one of the application (RFC 9000 §10.2.3)', () => {
    expect(find(client().close('local', 'transport', 0xc))[0]?.severity).toBe('warning');
  });
});

test('a Stateless Reset of the peer is an alarm', () => {
  const reset = client().event('transport:packet_received', {
    header: { packet_type: 'stateless_reset' },
    raw: { length: 43 },
  });
  const [finding] = find(reset);
  expect(finding).toMatchObject({ severity: 'warning', variant: 'stateless-reset' });
  expect(finding?.verdict).toContain(
    'The peer (the server) answered with a Stateless Reset 160 ms after the log begins',
  );
});

// The next code on either side of what is no error: RFC 9000 §20.1, RFC 9114 §8.1.
test.each<[space: 'transport' | 'application' | 'unknown', code: number, fine: boolean]>([
  ['transport', 0, true],
  ['transport', 1, false],
  ['transport', 0x100, true],
  ['transport', 0x101, false],
  ['application', 0, true],
  ['application', 0xff, false],
  ['application', 0x100, true],
  ['application', 0x101, false],
  // Reserved to be ignored: 0x1f × N + 0x21.
  ['application', 0x1f * 8 + 0x21, true],
  ['application', 0x1f * 8 + 0x22, false],
  ['unknown', 0x100, true],
  ['unknown', 0x178, false],
])('the code %s %i is fine: %s', (space, code, fine) => {
  expect(isNoError({ space, code })).toBe(fine);
});

describe('no error', () => {
  test.each<[string, MadeConnection]>([
    ['NO_ERROR', client().close('local', 'transport', 0)],
    ['H3_NO_ERROR', client().close('remote', 'application', 0x100)],
    [
      'a version that the server does not speak: told by another rule',
      new MadeConnection('client').sent('initial').wait(RTT).event('transport:connection_closed', {
        owner: 'local',
        trigger: 'version_mismatch',
      }),
    ],
    [
      'the idle timeout',
      client().event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' }),
    ],
  ])('%s', (_, made) => {
    expect(judge(made)).toEqual({ findings: [], remarks: [], notJudged: [], notFound: [] });
  });

  test('is not taken from a log that does not say how it ended, or with which code', () => {
    expect(judge(client()).notJudged).toMatchObject([{ reason: 'no record says how the connection ended' }]);
    const nameless = client().event('transport:connection_closed', { owner: 'remote' });
    expect(judge(nameless).notJudged).toMatchObject([
      { reason: 'the log does not say with which code the connection was closed' },
    ]);
  });
});

test('a log whose events all have one time has no close-up', () => {
  const text = new MadeConnection('server').sent('1RTT').close('local', 'transport', 1).text();
  const [finding] = runDetectors(readLog(text), [closedWithError]).findings;
  expect(finding?.closeUp).toBeNull();
});
