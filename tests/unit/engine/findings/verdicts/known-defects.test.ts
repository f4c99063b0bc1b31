/** What is said of a version: only what the log names, and never more than the table holds. */
import { describe, expect, test } from 'vitest';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import { KNOWN_DEFECTS, knownDefectOf } from '../../../../../src/engine/findings/verdicts/known-defects.ts';
import { IDLE_RULES } from '../../../../../src/engine/sender/congestion/index.ts';
import { readLog } from '../../../../support/read-log.ts';

const SPIRAL = { id: 'death-spiral', cause: 'shift-from-last-send', variant: 'oscillating' };
const quiche = (version: string | null) => knownDefectOf(SPIRAL, { name: 'quiche', version });

describe('the known defect of a sender', () => {
  test.each([
    ['0.24.9', 'affected'],
    ['0.26.0', 'affected'],
    ['0.26.1', 'fixed'],
    ['0.30.0', 'fixed'],
    ['1.0.0', 'fixed'],
  ])('quiche %s is %s: the fix came with 0.26.1', (version, standing) => {
    expect(quiche(version)).toMatchObject({
      version,
      standing,
      versions: 'before 0.26.1',
      fixedIn: '0.26.1',
    });
  });

  test('before the fix the version is said to be affected, and where it was fixed', () => {
    expect(quiche('0.26.0')?.words).toBe('quiche 0.26.0 is affected; fixed in 0.26.1, pull request 2370.');
  });

  test('with the fix the trace outranks the table', () => {
    expect(quiche('0.30.0')?.words).toBe(
      'quiche 0.30.0 has the fix of 0.26.1; this sender behaves as if it were off (pull request 2370).',
    );
  });

  // An amount in a title, an address, a branch: none of them is a release.
  test.each([null, '3.5', '0.26', '10.0.0.1', '(devel)', 'v0.26.0-rc1'])(
    'the version %s is no release, and nothing is said of it',
    (version) => {
      expect(quiche(version)).toMatchObject({
        version: null,
        standing: 'not-known',
        words: 'quiche before 0.26.1 is affected (pull request 2370); the log does not name the version.',
      });
    },
  );

  test('where no fixed version is known, none is said', () => {
    expect(knownDefectOf(SPIRAL, { name: 'quicly', version: '1.2.3' })).toMatchObject({
      standing: 'not-known',
      fixedIn: null,
      words: 'CUBIC of quicly is known for it (pull request 380); no version with a fix is known.',
    });
  });

  test('another cause, no cause, another stack and an unnamed one have none', () => {
    expect(knownDefectOf({ ...SPIRAL, cause: 'reset' }, { name: 'quiche', version: '0.26.0' })).toBeNull();
    expect(knownDefectOf({ ...SPIRAL, cause: null }, { name: 'quiche', version: '0.26.0' })).toBeNull();
    expect(knownDefectOf(SPIRAL, { name: 'quic-go', version: '0.26.0' })).toBeNull();
    expect(knownDefectOf(SPIRAL, undefined)).toBeNull();
  });

  test('a finding that is the sign of one needs no cause, and is that of its own implementation only', () => {
    const missed = { id: 'persistent-congestion-missed', cause: null, variant: null };
    expect(knownDefectOf(missed, { name: 'quiche', version: '0.30.0' })).toMatchObject({
      version: '0.30.0',
      standing: 'not-known',
      words: 'quiche is known for it (issue 2680); no version with a fix is known.',
    });
    expect(knownDefectOf(missed, { name: 'quic-go', version: '0.30.0' })).toBeNull();
    expect(
      knownDefectOf({ ...missed, id: 'persistent-congestion' }, { name: 'quiche', version: null }),
    ).toBeNull();
  });

  test.each([
    [
      'quiche',
      'state-dwell',
      'probe-rtt-at-floor',
      'quiche is known for it (issue 2698); no version with a fix is known.',
    ],
    [
      's2n-quic',
      'stuck-window',
      null,
      'CUBIC of s2n-quic is known for it (pull request 947); no version with a fix is known.',
    ],
    [
      'zquic',
      'multiple-reductions',
      null,
      'zquic is known for it (pull request 175); no version with a fix is known.',
    ],
  ])('that of %s is shown by %s of its variant only', (name, id, variant, words) => {
    const shown = (of: string | null, writer = name) =>
      knownDefectOf({ id, cause: null, variant: of }, { name: writer, version: '1.2.3' });
    expect(shown(variant)?.words).toBe(words);
    expect(shown('another')).toBeNull();
    expect(shown(variant === null ? 'sparse-acks' : null)).toBeNull();
    expect(shown(variant, 'quic-go')).toBeNull();
  });

  test('each entry of the table is shown by an idle rule of the models or by the finding of a rule', () => {
    const ids = DETECTORS.map(({ id }) => id);
    for (const { idleRule, finding, variant } of KNOWN_DEFECTS) {
      expect([idleRule, finding].filter((sign) => sign !== null)).toHaveLength(1);
      if (idleRule !== null) expect(IDLE_RULES).toContain(idleRule);
      if (finding !== null) expect(ids).toContain(finding);
      if (variant !== null) expect(finding).not.toBeNull();
    }
  });
});

describe('the implementation that a log names', () => {
  const writerOf = (header: object): unknown =>
    readLog(
      `\x1e${JSON.stringify({ qlog_version: '0.3', qlog_format: 'JSON-SEQ', ...header })}\n\x1e${JSON.stringify({ time: 1, name: 'recovery:metrics_updated', data: { congestion_window: 12_000 } })}\n`,
    ).log?.writer;

  test('is read from title or description, whatever follows the version', () => {
    const title = 'quiche 0.30.0 rate-cubic-fixed-s03';
    const trace = { vantage_point: { type: 'server' } };
    expect(writerOf({ title, trace })).toEqual({ name: 'quiche', version: '0.30.0' });
    expect(writerOf({ trace: { ...trace, description: title } })).toEqual({
      name: 'quiche',
      version: '0.30.0',
    });
  });

  test.each(['zquic', 's2n-quic'])('is %s where its title says so', (name) => {
    const trace = { vantage_point: { type: 'server' } };
    expect(writerOf({ title: `${name} 0.3.1`, trace })).toEqual({ name, version: '0.3.1' });
  });

  test('has no version where none stands after its name', () => {
    const title = 'quiche-client against a server of 0.26.0';
    expect(writerOf({ title, trace: { vantage_point: { type: 'client' } } })).toEqual({
      name: 'quiche',
      version: null,
    });
  });

  test('is not known where the header only looks like that of a stack', () => {
    const trace = { vantage_point: { type: 'unknown' }, configuration: { time_offset: 0 } };
    expect(writerOf({ trace })).toBeUndefined();
    expect(writerOf({ trace: { vantage_point: { type: 'server' } } })).toBeUndefined();
  });
});
