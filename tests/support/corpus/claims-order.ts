/** The order of findings: by what they cost by the account, a failed connection first, a cause before what it explains. */
import { expect } from 'vitest';
import { isFailedConnection } from '../../../src/engine/base/text/severities.ts';
import type { Finding } from '../../../src/engine/findings/finding/finding';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';

/** Rules whose alarms prove what a sender does wrong: they stand before what cost up to a fifth more. */
const PROVED_DEFECTS: ReadonlySet<string> = new Set(
  (
    'death-spiral stuck-window state-dwell recovery-without-loss multiple-reductions persistent-congestion-missed ' +
    'cut-factor probe-missing idle-inflation inflight-overshoot accounting-mismatch'
  ).split(' '),
);

interface Place {
  readonly isFailed: boolean;
  readonly costUs: number;
  readonly heldUs: number;
}

function placeOf(finding: Finding): Place {
  const { cost, severity, id } = finding;
  const isKnown = cost !== null && cost.lostUs !== null && cost.provedShare >= 0.5;
  const more = severity !== 'info' && PROVED_DEFECTS.has(id) ? 1.2 : 1;
  return {
    isFailed: isFailedConnection(finding),
    costUs: (cost === null ? 0 : isKnown ? (cost.lostUs ?? 0) : cost.heldUs) * more,
    heldUs: cost?.heldUs ?? 0,
  };
}

/** It stands before the other one by itself, whatever explains what. */
function isBefore(a: Place, b: Place): boolean {
  if (a.isFailed !== b.isFailed) return a.isFailed;
  if (a.costUs !== b.costUs) return a.costUs > b.costUs;
  return a.heldUs > b.heldUs;
}

/** Stands where it does because it explains one of these, or what explains one of them. */
function explainsOne({ key }: Finding, effects: readonly Finding[]): boolean {
  return effects.some(
    (effect) =>
      effect.explainedBy?.key === key ||
      effects.some((between) => between.explainedBy?.key === key && explainsOne(between, [effect])),
  );
}

export const ORDER_CLAIMS: readonly Claim[] = [
  claim('findings stand in the order of what they cost', ENTRIES, 102, ({ connections }) => {
    for (const { analysis } of connections) {
      const { findings } = analysis.verdicts;
      const wrong = findings.flatMap((finding, i) => {
        const lighter = findings.slice(0, i).filter((one) => isBefore(placeOf(finding), placeOf(one)));
        // What explains it, or one that stands before it by itself, is drawn before that one.
        const upTo = findings.slice(0, i + 1);
        return lighter
          .filter((one) => !explainsOne(one, upTo.slice(upTo.indexOf(one) + 1)))
          .map(({ key }) => `${key} before ${finding.key}`);
      });
      expect(wrong).toEqual([]);
      for (const [i, { explainedBy }] of findings.entries()) {
        if (explainedBy === undefined) continue;
        const cause = findings.findIndex(({ key }) => key === explainedBy.key);
        expect([cause >= 0, cause < i]).toEqual([true, true]);
      }
    }
  }),
  claim(
    'what is charged to a finding is time of the account, within the finding',
    ENTRIES,
    102,
    (subject) => {
      for (const { analysis } of subject.connections) {
        const { account, verdicts } = analysis;
        const isAccounted = account !== null && account.main !== null;
        const sum = (of: (part: { heldUs: number; lostUs: number | null }) => number): number =>
          (account?.parts ?? []).reduce((all, part) => all + of(part), 0);
        for (const { key, startUs, endUs, cost } of verdicts.findings) {
          if (cost === null) continue;
          expect(isAccounted, key).toBe(true);
          expect(cost.heldUs, key).toBeLessThanOrEqual(endUs - startUs + 1);
          expect(cost.heldUs, key).toBeLessThanOrEqual(sum(({ heldUs }) => heldUs) + 1);
          expect(cost.lostUs === null, key).toBe(account?.parts.every(({ lostUs }) => lostUs === null));
          expect(cost.lostUs ?? 0, key).toBeLessThanOrEqual(cost.heldUs + 1);
          expect(cost.lostUs ?? 0, key).toBeLessThanOrEqual(sum(({ lostUs }) => lostUs ?? 0) + 1);
        }
      }
    },
  ),
];
