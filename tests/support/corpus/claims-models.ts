/**
 * The models on real traces: the best group names the controller of the recording, the boundary leads the sends in
 * a spiral, and its predicted exits are the real ones.
 */
import { expect } from 'vitest';
import type { ModelReport } from '../../../src/engine/congestion/index.ts';
import { type Claim, claim } from './claim.ts';
import { LABELS, OTHERS, type QuicheLabel } from './list.ts';
import type { Subject } from './subject.ts';

const DEFECT = 'cubic-shift-from-last-send';
const WITHOUT_DEFECT = /^cubic-(none|reset|shift-clamped|shift-from-last-activity|threshold)$/;

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

const groupOf = ({ groups }: ModelReport, id: string): readonly string[] =>
  groups.find((ids) => ids.some((one) => one === id)) ?? [];

const BEST_CLAIMS: readonly Claim[] = [
  claim('a spiral is CUBIC shift-from-last-send alone, and not NewReno', SPIRALS, 20, (subject) => {
    const report = modelsOf(subject);
    expect(report.best).toEqual([DEFECT]);
    expect(report.fits).toBe(true);
  }),

  claim('in a spiral no other rule predicts what the defective one does', SPIRALS, 20, (subject) => {
    expect(groupOf(modelsOf(subject), DEFECT)).toEqual([DEFECT]);
  }),

  claim('a fixed run is a CUBIC without the defect', FIXED, 5, (subject) => {
    const report = modelsOf(subject);
    expect(report.best.some((id) => WITHOUT_DEFECT.test(id))).toBe(true);
    // Where the trace tells the two apart at all, the defect is out.
    const tells = !groupOf(report, DEFECT).includes('cubic-shift-from-last-activity');
    if (tells) expect(report.best).not.toContain(DEFECT);
  }),

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
    (subject) => expect(modelsOf(subject).fits).toBe(false),
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

  // How a window is cut tells the family even where quirks of a stack keep its growth from fitting.
  claim(
    'a NewReno of another stack is NewReno',
    OTHERS.filter(({ file }) => /reno.*server/.test(file)),
    2,
    (subject) => expect(modelsOf(subject).best).toEqual(['newreno']),
  ),

  claim(
    'a CUBIC of another stack is one of RFC 9438',
    OTHERS.filter(({ file }) => /(ngtcp2|noq|quinn).*cubic.*server|quic-go.*server/.test(file)),
    6,
    (subject) => {
      const { best } = modelsOf(subject);
      expect(best.length).toBeGreaterThan(0);
      expect(best.filter((id) => id === 'newreno' || id === 'cubic-2008')).toEqual([]);
    },
  ),
];

const BOUNDARY_CLAIMS: readonly Claim[] = [
  claim('the boundary leads the sends of a spiral under the defective rule only', SPIRALS, 20, (subject) => {
    const { defective, fixed } = subject.main.input.leads;
    const spiral = spiralOf(subject);
    const inside = ({ timesUs, values }: { timesUs: Float64Array; values: Float64Array }): number[] =>
      [...values].filter((_, i) => {
        const timeMs = (timesUs[i] as number) / 1000;
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
