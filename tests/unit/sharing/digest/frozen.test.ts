/** Digests of every version open for good: none is ever taken out of `frozen-digests.json`, and none is changed. */
import { describe, expect, test } from 'vitest';
import { extremesOf } from '../../../../src/drawing/panels/build/answer-values.ts';
import { answerFrom, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { DIGEST_VERSION, type Digest } from '../../../../src/sharing/digest/digest.ts';
import { isDigestFile } from '../../../../src/sharing/digest/magic.ts';
import { decodeDigest, decodeFile, fromBase64url, toBase64url } from '../../../../src/sharing/digest/pack.ts';
import { accountSentence } from '../../../../src/sharing/report/words/account-words.ts';
import { endingFigure } from '../../../../src/sharing/report/words/summary-words.ts';
import { lossCounts } from '../../../support/loss-counts.ts';
import frozen from './frozen-digests.json' with { type: 'json' };

function read(one: (typeof frozen)[number]): Digest {
  const bytes = fromBase64url(one.file ?? one.digest ?? '') as Uint8Array;
  const found = one.file === undefined ? decodeDigest(bytes) : decodeFile(bytes);
  if ('reason' in found) throw new Error(found.reason);
  return found.digest;
}

describe('frozen digests', () => {
  test.each(frozen)('version $version: $about', (one) => {
    const digest = read(one);
    const { facts } = one;
    expect(digest.name).toBe(facts.name);
    expect(digest.findings.map(({ key }) => key)).toEqual(facts.findings);
    expect(digest.findings.flatMap(({ knownDefect }) => knownDefect?.words ?? [])).toEqual(facts.known ?? []);
    expect(digest.findings[0]?.course?.arrivedBytes).toBe(facts.arrivedBytes);
    expect(digest.findings[0]?.label).toBe(facts.label);
    const none = digest.findings.map(() => null);
    expect(digest.findings.map(({ cost }) => cost)).toEqual(facts.costs ?? none);
    expect(digest.findings.map(({ closedLoop }) => closedLoop?.us ?? null)).toEqual(facts.soonerUs ?? none);
    expect(endingFigure(digest.summary)).toBe(facts.ending ?? '');
    // Kinds that a version does not have are none.
    expect(digest.summary.lossKinds?.counts).toEqual(facts.lossKinds && lossCounts(facts.lossKinds));
    expect(digest.summary.marks).toEqual(facts.marks);
    expect(digest.summary.account).toEqual(facts.account);
    expect(digest.models?.unnamed).toBe(facts.unnamed);
    expect(digest.closeUps.map(({ key }) => key)).toEqual(facts.closeUps ?? []);
    expect(digest.findings.map(({ closeUp }) => closeUp?.steps.length ?? 0)).toEqual(
      facts.steps ?? digest.findings.map(() => 0),
    );
    expect(digest.notes.map(({ id }) => id)).toEqual(facts.notes);
    expect(digest.panels.held).toEqual(facts.held);
    expect(digest.model?.id ?? null).toBe(facts.model);
    expect(digest.link).toBe(facts.link ?? '');
    const { outline } = digest;
    expect(
      outline && {
        points: outline.arrived.timesUs.length,
        bytes: outline.arrived.bytes.at(-1),
        lastLossUs: outline.landmarks.lastLossUs,
      },
    ).toEqual(facts.outline ?? null);
    expect(
      digest.others.map(({ ref, digest: other }) => ({
        ref,
        held: other.panels.held,
        packetsLost: other.summary.packetsLost,
        completedUs: other.outline?.completedUs,
      })),
    ).toEqual(facts.others ?? []);
    const { streams, requests, connectivity } = digest;
    const carried = {
      streams: streams && [streams.total, ...streams.rows.map(({ id }) => id)],
      requests: requests && [requests.total, ...requests.rows.map(({ endUs }) => endUs)],
      handshakeUs: connectivity?.handshakeUs ?? null,
      totals: digest.traffic?.streams?.gapUs ?? null,
      shared: digest.blocks[0]?.streamShares?.ids.length ?? null,
    };
    const nothing = { streams: null, requests: null, handshakeUs: null, totals: null, shared: null };
    expect(carried).toEqual(facts.carried ?? nothing);
    const rows = [...(streams?.rows ?? []), ...(requests?.rows ?? [])];
    const heldOf = rows.flatMap(({ held }) => (held === null ? [] : [held.parts]));
    expect(heldOf).toEqual(facts.heldRows ?? []);
    const snapshot = snapshotOf(digest, 1000);
    expect(snapshot.summary.packetsLost).toBe(facts.packetsLost);
    expect(accountSentence(snapshot)).toBe(facts.account?.sentence ?? 'made by an older version: no account');
    const { visible, blocks } = digest;
    const answer = answerFrom(digest, {
      connection: 0,
      window: blocks[0]!.window,
      visible,
      series: ['cwnd'],
      parts: ['account', 'limits', 'ptos', 'recovery'],
      model: digest.model,
    });
    const cwnd = extremesOf(answer, 'cwnd', 3e6, visible.toUs);
    expect(cwnd && [cwnd.min, cwnd.max]).toEqual(facts.cwnd);
    expect(answer.parts.model?.id ?? null).toBe(facts.model);
    expect(answer.parts.account?.names).toEqual(facts.lane);
    if (facts.rounded === undefined) return;
    const { byUpTo, exact = [] } = answer.series[0]?.rounded ?? {};
    expect({ byUpTo, exact: [...exact].filter(Number.isFinite).sort((a, b) => a - b) }).toEqual(
      facts.rounded,
    );
  });

  test('every version that was ever written is among them', () => {
    const versions = new Set(frozen.map(({ version }) => version));
    for (let version = 1; version <= DIGEST_VERSION; version++) expect(versions).toContain(version);
  });
});

describe('versions', () => {
  const bytes = fromBase64url(frozen[0]?.digest ?? '') as Uint8Array;

  test('one of a newer version is named as that', () => {
    const newer = bytes.slice();
    newer[0] = DIGEST_VERSION + 1;
    expect(decodeDigest(newer)).toEqual({
      reason: `it was made by a newer qlogscope (digests of version ${DIGEST_VERSION + 1}, this one reads up to ${DIGEST_VERSION})`,
    });
  });

  test('one that never was is not known', () => {
    const older = bytes.slice();
    older[0] = 0;
    expect(decodeDigest(older)).toEqual({ reason: 'there is no digest of version 0' });
  });
});

describe('the bytes around', () => {
  test('base64url comes back as it was, and nothing else is taken for it', () => {
    const all = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7) % 256);
    expect(fromBase64url(toBase64url(all))).toEqual(all);
    for (const text of ['', 'a b', '<img>', 'A', 'AA==', 'ü']) expect(fromBase64url(text)).toBeNull();
  });

  test('a file is known by its first bytes', () => {
    const file = fromBase64url(frozen[2]?.file ?? '') as Uint8Array;
    expect(isDigestFile(file)).toBe(true);
    expect(isDigestFile(file.subarray(0, 7))).toBe(false);
    expect(isDigestFile(new TextEncoder().encode('\x1e{"qlog_version"'))).toBe(false);
    expect(decodeFile(new Uint8Array(2_000_000))).toEqual({ reason: 'it is larger than any digest' });
    expect(decodeFile(file.subarray(0, 8))).toHaveProperty('reason');
  });
});
