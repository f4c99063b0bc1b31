import { describe, expect, test } from 'vitest';
import { finding } from '../../../../../src/engine/findings/finding/build-finding.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { inOrder } from '../../../../../src/engine/findings/verdicts/order.ts';

function found(id: string, fromMs: number, toMs: number, parts: Partial<Finding> = {}): Finding {
  return {
    ...finding(
      { id, title: `title of ${id}` },
      {
        severity: 'warning',
        interval: { startUs: fromMs * 1000, endUs: toMs * 1000 },
        verdict: '',
        confidence: 1,
        evidence: [],
        closeUp: null,
        why: '',
        next: '',
        panels: [],
      },
    ),
    ...parts,
  };
}

const ids = (findings: readonly Finding[]): readonly string[] => findings.map(({ id }) => id);

test('of a trace without an account the most severe stand first, then the longest, the earliest', () => {
  const findings = [
    found('late', 500, 600),
    found('early', 0, 100),
    found('long', 0, 800),
    found('info', 0, 999, { severity: 'info' }),
    found('critical', 0, 1, { severity: 'critical' }),
  ];
  expect(ids(inOrder(findings))).toEqual(['critical', 'long', 'early', 'late', 'info']);
});

const charged = (
  id: string,
  heldMs: number,
  lostMs: number | null,
  { provedShare = 1, ...parts }: Partial<Finding> & { provedShare?: number } = {},
): Finding =>
  found(id, 0, 900, {
    ...parts,
    cost: { heldUs: heldMs * 1000, lostUs: lostMs === null ? null : lostMs * 1000, provedShare },
  });

describe('with an account', () => {
  test('the time lost decides, whatever the severity; of equals the time held', () => {
    const findings = [
      charged('little', 900, 10, { severity: 'critical' }),
      charged('held', 300, 200),
      charged('most', 250, 250, { severity: 'info' }),
      charged('held-longer', 400, 200),
      found('none', 0, 900, { severity: 'critical' }),
    ];
    expect(ids(inOrder(findings))).toEqual(['most', 'held-longer', 'held', 'little', 'none']);
  });

  test('without a rate the time held does', () => {
    expect(ids(inOrder([charged('a', 10, null), charged('b', 20, null)]))).toEqual(['b', 'a']);
  });

  test('so it does where the rate is not proved for half of what is lost', () => {
    const least = (provedShare: number): Finding => charged('least', 300, 10, { provedShare });
    expect(ids(inOrder([charged('proved', 200, 200), least(0.49)]))).toEqual(['least', 'proved']);
    expect(ids(inOrder([least(0.5), charged('proved', 200, 200)]))).toEqual(['proved', 'least']);
  });

  test.each([
    ['up to a fifth more', 120, ['stuck-window', 'pto-storm']],
    ['more than that', 121, ['pto-storm', 'stuck-window']],
  ])('a proved defect stands before what cost %s', (_, lostMs, due) => {
    const ordered = inOrder([charged('pto-storm', 500, lostMs), charged('stuck-window', 500, 100)]);
    expect(ids(ordered)).toEqual(due);
  });

  test('a note of a defect proves none', () => {
    const note = charged('stuck-window', 500, 100, { severity: 'info' });
    expect(ids(inOrder([note, charged('pto-storm', 500, 101)]))).toEqual(['pto-storm', 'stuck-window']);
  });

  test('a connection that failed stands first, and before it what explains it', () => {
    const gone = charged('peer-gone', 5, 5, { severity: 'critical' });
    const hole = charged('mtu-black-hole', 1, 1, { severity: 'critical' });
    const ordered = inOrder([charged('host-stall', 900, 900), gone, hole]);
    expect(ids(ordered)).toEqual(['mtu-black-hole', 'peer-gone', 'host-stall']);
  });
});

test('a connection that failed stands before what cost most, where it is as severe', () => {
  const cost = { heldUs: 5, lostUs: 5, provedShare: 1 };
  const spiral = found('death-spiral', 0, 900, { severity: 'critical', cost });
  for (const id of ['closed-with-error', 'handshake-failed', 'mtu-black-hole', 'peer-gone']) {
    expect(ids(inOrder([spiral, found(id, 900, 900, { severity: 'critical' })]))).toEqual([
      id,
      'death-spiral',
    ]);
    expect(ids(inOrder([spiral, found(id, 900, 900)]))).toEqual(['death-spiral', id]);
  }
});

test('a handshake that failed explains the close that ended it, and a peer that is gone the timers that expired', () => {
  const closed = found('closed-with-error', 50, 50, { severity: 'critical' });
  const failed = found('handshake-failed', 0, 50, { severity: 'critical' });
  const ordered = inOrder([closed, failed]);
  expect(ids(ordered)).toEqual(['handshake-failed', 'closed-with-error']);
  expect(ordered.map(({ explainedBy }) => explainedBy?.key)).toEqual([undefined, 'handshake-failed.1']);
  const gone = found('peer-gone', 0, 900, { severity: 'critical' });
  const [, ...effects] = inOrder([found('pto-storm', 100, 900), found('delivery-stall', 0, 900), gone]);
  expect(effects.map(({ explainedBy }) => explainedBy?.key)).toEqual(['peer-gone.1', 'peer-gone.1']);
});

test('a path that drops large packets explains the peer that seems gone, and what that does', () => {
  const hole = found('mtu-black-hole', 100, 800, { severity: 'critical' });
  const gone = found('peer-gone', 200, 900, { severity: 'critical' });
  const ordered = inOrder([gone, found('pto-storm', 200, 900), hole]);
  expect(ids(ordered)).toEqual(['mtu-black-hole', 'peer-gone', 'pto-storm']);
  expect(ordered.map(({ explainedBy }) => explainedBy?.key)).toEqual([
    undefined,
    'mtu-black-hole.1',
    'mtu-black-hole.1',
  ]);
});

test('a cause stands before what it explains, which names it', () => {
  const ordered = inOrder([found('persistent-congestion', 0, 900), found('pto-storm', 0, 800)]);
  expect(ids(ordered)).toEqual(['pto-storm', 'persistent-congestion']);
  expect(ordered[0]).not.toHaveProperty('explainedBy');
  expect(ordered[1]?.explainedBy).toEqual({ key: 'pto-storm.1', title: 'title of pto-storm' });
});

test('of a chain the first cause explains each effect', () => {
  const chain = [
    found('persistent-congestion', 0, 900),
    found('pto-storm', 0, 800),
    found('policed', 0, 700),
  ];
  const ordered = inOrder(chain);
  expect(ids(ordered)).toEqual(['policed', 'persistent-congestion', 'pto-storm']);
  expect(ordered.map(({ explainedBy }) => explainedBy?.key)).toEqual([undefined, 'policed.1', 'policed.1']);
});

test.each([
  ['half of its time', 500, 'pto-storm.1'],
  ['less than half of its time', 501, undefined],
])('a finding that stands in a cause for %s', (_, fromMs, key) => {
  const [, effect] = inOrder([found('pto-storm', fromMs, 1000), found('persistent-congestion', 0, 1000)])
    .concat()
    .sort((a, b) => b.id.localeCompare(a.id));
  expect(effect?.explainedBy?.key).toBe(key);
});

test('a moment is explained by what holds then', () => {
  const moment = found('persistent-congestion', 500, 500);
  expect(inOrder([found('pto-storm', 0, 1000), moment])[1]?.explainedBy?.key).toBe('pto-storm.1');
  expect(inOrder([found('pto-storm', 0, 499), moment])[1]).not.toHaveProperty('explainedBy');
});

test('the boundary ahead between losses is the defect of a spiral anywhere in the trace', () => {
  const ordered = inOrder([
    found('recovery-without-loss', 0, 100),
    found('death-spiral', 500, 600, { severity: 'critical' }),
  ]);
  expect(ordered.map(({ explainedBy }) => explainedBy?.key)).toEqual([undefined, 'death-spiral.1']);
});

test('what is more severe than a cause is not explained by it', () => {
  const ordered = inOrder([
    found('recovery-without-loss', 0, 100),
    found('death-spiral', 0, 100, { severity: 'info' }),
  ]);
  expect(ids(ordered)).toEqual(['recovery-without-loss', 'death-spiral']);
  expect(ordered[0]).not.toHaveProperty('explainedBy');
});
