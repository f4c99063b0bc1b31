/** Handshakes that never completed: why, how long they lasted, and attempts and logs that only look alike. */
import { describe, expect, test } from 'vitest';
import { handshakeFailed } from '../../../../../src/engine/findings/rules/handshake-failed.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { MadeConnection } from '../../../../support/made-connection.ts';

const RTT = 30;
const CRYPTO = { frame_type: 'crypto', offset: 0, length: 300 };
const judge = (made: MadeConnection) => runDetectors(made.input(), [handshakeFailed]);
const find = (made: MadeConnection) => judge(made).findings;

const initial = (made = new MadeConnection('client')) => made.sent('initial', { frames: [CRYPTO] });
const negotiated = () => initial().wait(RTT).received('version_negotiation', { bytes: 40 });
const chosen = (made: MadeConnection) =>
  made.event('transport:version_information', { client_versions: ['1', '2'], chosen_version: '6b3343cf' });
const mismatch = (made: MadeConnection) =>
  made.event('transport:connection_closed', { owner: 'local', trigger: 'version_mismatch' });
const goesOn = (made: MadeConnection) =>
  made.event('recovery:metrics_updated', { congestion_window: 12_000 });
/** PTOs as quic-go logs them, each with a probe. */
const probed = (made: MadeConnection, ptos: number) => {
  for (let count = 1; count <= ptos; count++) {
    made.wait(100 * 2 ** count).event('recovery:metrics_updated', { pto_count: count });
    initial(made);
  }
  return made;
};

describe('a handshake that never completed', () => {
  test.each<[string, MadeConnection, string, RegExp]>([
    [
      'no common version, and the log ends there',
      negotiated(),
      'no-common-version',
      /^The server knows none of the versions that the client offers: no version in common \(RFC 9000 §6\.2\), 30\.0 ms after the first packet/,
    ],
    ['no common version, by the record', mismatch(negotiated()), 'no-common-version', /no version in common/],
    [
      'the peer closed it',
      initial().wait(RTT).close('remote', 'transport', 0x178, 'initial'),
      'close',
      /^The peer \(the server\) closed it with the transport error CRYPTO_ERROR, no_application_protocol \(0x178\), 30\.0 ms after the first packet; 1 packet with handshake data was never acknowledged: the handshake never completed/,
    ],
    [
      'the peer closed it, and the log says what was offered',
      initial(
        new MadeConnection('client').event('transport:alpn_information', {
          client_alpns: [{ string_value: 'h3' }, { string_value: 'of-somebody' }],
          server_alpns: [{ string_value: 'hq-interop' }],
        }),
      )
        .wait(RTT)
        .close('remote', 'transport', 0x178, 'initial'),
      'close',
      /no_application_protocol \(0x178\); the client offers h3, others that are not registered, the server has hq-interop \(ALPN\), 30\.0 ms after/,
    ],
    [
      'this side gave it up, and nothing had come',
      initial()
        .wait(3000)
        .event('transport:connection_closed', { owner: 'local', trigger: 'handshake_timeout' }),
      'handshake-timeout',
      /^Nothing was received at all for 3\.00 s, though 1 packet asked for an answer, and it was given up, 3\.00 s after/,
    ],
    [
      'this side closed it without an error',
      initial().wait(400).close('local', 'application', 0, 'initial'),
      'close',
      /^This side \(the client\) closed it with the application error/,
    ],
    [
      'a Stateless Reset',
      initial()
        .wait(RTT)
        .event('transport:packet_received', {
          header: { packet_type: 'stateless_reset' },
          raw: { length: 43 },
        }),
      'stateless-reset',
      /answered with a Stateless Reset/,
    ],
    [
      'an end without a reason',
      initial().wait(RTT).event('transport:connection_closed', {}),
      'not-logged',
      /^The connection ended, and no record says why; nothing was received at all for 30\.0 ms before that/,
    ],
    [
      'a server that its client leaves',
      new MadeConnection('server')
        .received('initial', { frames: [CRYPTO] })
        .sent('initial', { frames: [CRYPTO] })
        .wait(9000)
        .event('transport:connection_closed', { owner: 'local', trigger: 'handshake_timeout' }),
      'handshake-timeout',
      /^Nothing more was received for 9\.00 s/,
    ],
  ])('%s', (_, made, variant, words) => {
    const [finding, ...more] = find(made);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', variant, startUs: 0 });
    expect(finding?.verdict).toMatch(words);
  });

  test('by a close says in its label by whom and with which code', () => {
    const [finding] = find(initial().wait(RTT).close('remote', 'transport', 0x178, 'initial'));
    expect(finding?.label).toBe(
      'closed by the server, CRYPTO_ERROR no_application_protocol (0x178), before the handshake was complete',
    );
  });

  test('a retry with another version that does not connect either failed', () => {
    const again = initial(chosen(negotiated())).wait(RTT).close('remote', 'transport', 2, 'initial');
    expect(find(again)[0]?.variant).toBe('close');
  });

  test.each([
    [2, 0],
    [3, 1],
  ])('%i PTOs in a row without any answer and without an end: %i', (ptos, count) => {
    const found = find(goesOn(probed(initial(), ptos)));
    expect(found).toHaveLength(count);
    for (const { variant } of found) expect(variant).toBe('unanswered');
  });

  test('is ended by the idle timeout where that is known and the log goes on', () => {
    const deaf = () => initial(new MadeConnection('client').parameters('local', { max_idle_timeout: 2000 }));
    expect(find(goesOn(deaf().wait(1900)))).toEqual([]);
    expect(find(goesOn(deaf().wait(2000)))[0]).toMatchObject({ variant: 'idle-timeout', confidence: 0.9 });
  });
});

describe('no failure', () => {
  test.each<[string, MadeConnection]>([
    ['an attempt that chose a version for the next one', mismatch(chosen(negotiated()))],
    ['the same in a log without received packets', mismatch(chosen(initial().wait(RTT)))],
    [
      'a retry with another version that connects',
      chosen(negotiated()).clientHandshake(RTT).wait(50).close('local', 'application', 0x100),
    ],
    ['a log that ends while the handshake goes on', goesOn(initial().wait(RTT))],
    ['a handshake that is complete', new MadeConnection('server').serverHandshake(RTT)],
    [
      'an error after the handshake',
      new MadeConnection('client').clientHandshake(RTT).close('remote', 'transport', 1),
    ],
  ])('%s', (_, made) => {
    expect(judge(made)).toEqual({ findings: [], remarks: [], notJudged: [], notFound: [] });
  });

  test.each<[string, MadeConnection, string]>([
    [
      'without received packets of a server',
      new MadeConnection('server').sent('initial').sent('handshake'),
      '',
    ],
    [
      'of one direction',
      initial()
        .wait(RTT)
        .sent('handshake', { frames: [CRYPTO] })
        .event('transport:connection_closed', {}),
      'no received packets are logged',
    ],
    ['without any packet of it', new MadeConnection('client').sent('1RTT').received('1RTT'), ''],
  ])('is told of a log %s', (_, made, reason) => {
    const { findings, notJudged } = judge(made);
    expect(findings).toEqual([]);
    expect(notJudged[0]?.reason).toContain(reason);
  });

  test('is told of a range that begins later, or has no end', () => {
    for (const [beginsMidway, made] of [
      [true, initial().wait(RTT).close('remote', 'transport', 1, 'initial')],
      [false, probed(initial(), 4)],
    ] as const) {
      const input = made.input();
      Object.assign(input.state, { isPart: true, beginsMidway });
      expect(runDetectors(input, [handshakeFailed])).toMatchObject({ findings: [], notJudged: [{}] });
    }
  });
});

test('what to do about a missing protocol says whether this log names what was offered', () => {
  const nextOf = (made: MadeConnection): string | undefined =>
    find(initial(made).wait(RTT).close('remote', 'transport', 0x178, 'initial'))[0]?.next;
  const silent = nextOf(new MadeConnection('client'));
  expect(silent).toMatch(
    /a protocol that the other one has \(ALPN\); which were offered this log does not say/,
  );
  const offered = { client_alpns: [{ string_value: 'h3' }] };
  const said = nextOf(new MadeConnection('client').event('transport:alpn_information', offered));
  expect(said).toMatch(/a protocol that the other one has \(ALPN\)\.$/);
});
