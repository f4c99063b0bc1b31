/**
 * The models on real traces: the best group names the controller of the recording, the boundary leads the sends in
 * a spiral, and its predicted exits are the real ones.
 */
import { expect } from 'vitest';
import type { Series } from '../../../src/engine/base/columns/series.ts';
import { controllerWords, idleRulesOf } from '../../../src/engine/base/text/controller-words.ts';
import type { ModelReport } from '../../../src/engine/sender/congestion/index.ts';
import { type Claim, claim } from './claim.ts';
import { LABELS, OTHERS, PATHS, type QuicheLabel } from './list.ts';
import type { Subject } from './subject.ts';

const DEFECT = 'cubic-shift-from-last-send';
const FIX = 'cubic-shift-from-last-activity';
const DEFECT_RULE = 'shift-from-last-send';
const RENO = 'newreno-beta-0.7';

const SENDERS = LABELS.filter(({ is_sender }) => is_sender);
const SPIRALS = SENDERS.filter(({ spiral }) => spiral);
/** Runs with the fix on in which congestion avoidance was reached. */
const FIXED = SENDERS.filter(
  ({ cc, fix, file }) => cc === 'cubic' && fix === 'on' && !file.startsWith('applimited-chunks'),
);
const DEFECTIVE = SENDERS.filter(({ case: kind }) => ['a', 'a0', 'old', 'old26'].includes(kind));

const modelsOf = ({ main }: Subject): ModelReport => main.analysis.models;

type Spiral = NonNullable<QuicheLabel['spiral']>;

function spiralOf({ entry }: Subject): Spiral {
  const spiral = entry.quiche?.spiral;
  if (!spiral) throw new Error('a spiral without its label');
  return spiral;
}

const isRefuted = ({ candidates }: ModelReport, id: string): boolean =>
  candidates.some((candidate) => candidate.id === id && candidate.refuted > 0);

const groupOf = ({ groups }: ModelReport, id: string): readonly string[] =>
  groups.find((ids) => ids.some((one) => one === id)) ?? [];

const BEST_CLAIMS: readonly Claim[] = [
  claim('a spiral is CUBIC shift-from-last-send, and no CUBIC of another rule', SPIRALS, 20, (subject) => {
    const { best, fits, candidates } = modelsOf(subject);
    expect(fits).toBe(true);
    // NewReno of the same reductions stands beside it where the spiral is short, so that it fits nearly as well.
    const beside = candidates.filter(({ id, fit }) => id === RENO && fit > (candidates[0]?.fit ?? 0) - 0.1);
    expect(best).toEqual([DEFECT, ...beside.map(({ id }) => id)]);
  }),

  claim('in a spiral no other rule predicts what the defective one does', SPIRALS, 20, (subject) => {
    expect(groupOf(modelsOf(subject), DEFECT)).toEqual([DEFECT]);
  }),

  claim('a fixed run is a CUBIC without the defect', FIXED, 5, (subject) => {
    const report = modelsOf(subject);
    expect(report.best).toContain(FIX);
    // Where the trace tells the two apart at all, the defect is out.
    const tells = !groupOf(report, DEFECT).includes(FIX);
    if (tells) expect(report.best).not.toContain(DEFECT);
  }),

  claim(
    'the rule of the defect and that of its fix are told apart, or said to be indistinguishable',
    [...FIXED, ...DEFECTIVE],
    23,
    (subject) => {
      const report = modelsOf(subject);
      const words = controllerWords(report);
      const both = report.best.includes(DEFECT) && report.best.includes(FIX);
      const rules = idleRulesOf(report.best).join();
      expect(/from last send or from last activity\).*, indistinguishable here,/.test(words)).toBe(both);
      expect(/idle counted from last send\)/.test(words)).toBe(rules === DEFECT_RULE);
      expect(/idle not counted from last send/.test(words)).toBe(!both && report.best.includes(FIX));
      // Of one group are those of which the windows are nowhere apart: its CUBICs are named all or none.
      for (const ids of report.groups) {
        const group = ids.filter((id) => id.startsWith('cubic'));
        const named = group.filter((id) => report.best.includes(id));
        const refuted = group.filter((id) => isRefuted(report, id));
        if (refuted.length === 0) expect([0, group.length], group.join(' ')).toContain(named.length);
      }
    },
  ),

  claim(
    'NewReno is NewReno, and no CUBIC',
    SENDERS.filter(({ cc }) => cc === 'reno'),
    3,
    (subject) => {
      const report = modelsOf(subject);
      expect(report.best).toEqual(['newreno']);
      expect(groupOf(report, 'newreno')).toEqual(['newreno']);
      expect(report.fits).toBe(true);
    },
  ),

  claim(
    'BBR fits no candidate',
    SENDERS.filter(({ cc }) => cc.startsWith('bbr')),
    2,
    (subject) => {
      const report = modelsOf(subject);
      expect(report).toMatchObject({ fits: false, best: [], unnamed: 'estimate' });
      expect(controllerWords(report)).toMatch(/^no model fits \(best \d+ %\): .* \(BBR, Copa\)$/);
    },
  ),

  claim(
    'a receiver is not judged',
    LABELS.filter((label) => !label.is_sender),
    3,
    (subject) => expect(modelsOf(subject).notJudged).toMatch(/^a receiver/),
  ),

  claim('a defective build is named where it shows the defect', DEFECTIVE, 18, (subject) => {
    expect(modelsOf(subject).best).toContain(DEFECT);
  }),

  claim(
    'a NewReno of another stack is nearest to NewReno, and named where it follows it for 85 % at least',
    OTHERS.filter(({ file }) => /reno.*server/.test(file)),
    2,
    (subject) => {
      const { best, candidates } = modelsOf(subject);
      expect(candidates[0]?.id).toBe('newreno');
      expect(best).toEqual((candidates[0]?.fit ?? 0) < 0.85 ? [] : ['newreno']);
    },
  ),

  claim(
    'a sender that grows like Reno and reduces to 0.7 is that, or a CUBIC whose Reno-friendly region grows like Reno',
    [...OTHERS, ...PATHS].filter(({ file }) => /(quic-go.*|ngtcp2.*cubic.*)_server/.test(file)),
    15,
    (subject) => {
      const { best, fits, candidates } = modelsOf(subject);
      // Small windows that are logged with the growth after their reduction are not predicted: nothing is told.
      if (!fits) return expect(best).toEqual([]);
      // A part in slow start shows no reduction: nothing tells one controller from another.
      if (candidates[0]?.reductions === 0) return expect(best).toContain('newreno-beta-0.7');
      expect(best.slice(0, 2)).toEqual(['newreno-beta-0.7', 'cubic-alpha-1']);
      expect(best.filter((id) => id === 'newreno' || id === 'cubic-2008')).toEqual([]);
    },
  ),

  claim(
    'a CUBIC of another stack that none of the models follows is none of them',
    OTHERS.filter(({ file }) => /(noq|quinn).*cubic.*server/.test(file)),
    2,
    (subject) => {
      const report = modelsOf(subject);
      expect(report).toMatchObject({ fits: false, best: [], unnamed: 'low-fit' });
      expect(controllerWords(report)).toMatch(/^no model fits \(best \d+ %\)$/);
    },
  ),
];

const BOUNDARY_CLAIMS: readonly Claim[] = [
  claim('the boundary leads the sends of a spiral under the defective rule only', SPIRALS, 20, (subject) => {
    const { defective, fixed } = subject.main.input.leads;
    const spiral = spiralOf(subject);
    const inside = ({ timesUs, values }: Series): number[] =>
      [...values].filter((_, i) => {
        const timeMs = timesUs.at(i) / 1000;
        return timeMs > spiral.start_ms + 50 && timeMs < spiral.end_ms - 50;
      });
    expect(inside(defective.lead).length).toBeGreaterThan(20);
    expect(inside(defective.lead).every((leadUs) => leadUs > 0)).toBe(true);
    expect(inside(fixed.lead).every((leadUs) => leadUs < 0)).toBe(true);
  }),

  claim(
    'the predicted exit of a spiral is within 25 ms',
    SPIRALS.filter(({ spiral }) => spiral?.exit === 'lead used up'),
    5,
    (subject) => {
      const { stretches } = subject.main.input.leads.defective;
      const { start_ms, end_ms } = spiralOf(subject);
      const stretch = stretches.find(
        ({ startUs, endUs }) => startUs / 1000 < end_ms && endUs / 1000 > start_ms + 100,
      );
      expect(Math.abs((stretch?.predictedExitUs ?? Number.NaN) / 1000 - end_ms)).toBeLessThan(25);
    },
  ),

  claim(
    'the lead at the start of a spiral is the one that was measured',
    SPIRALS.filter(({ spiral }) => typeof spiral?.lead_at_start_ms === 'number'),
    17,
    (subject) => {
      const { stretches } = subject.main.input.leads.defective;
      const { start_ms, lead_at_start_ms } = spiralOf(subject);
      const stretch = stretches.find(({ startUs }) => Math.abs(startUs / 1000 - start_ms) < 5);
      expect((stretch?.leadAtStartUs ?? Number.NaN) / 1000).toBeCloseTo(lead_at_start_ms ?? 0, 1);
    },
  ),
];

export const MODEL_CLAIMS: readonly Claim[] = [...BEST_CLAIMS, ...BOUNDARY_CLAIMS];
