/**
 * The models on real traces: the best group names the controller of the recording, the boundary leads the sends in
 * a spiral, and its predicted exits are the real ones.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/app/examples.ts';
import { boundaryLeads, fitTrace, senderTrace } from '../../src/models/index.ts';
import { loadTrace } from '../support/load.ts';

interface ModelLabel {
  readonly file: string;
  readonly case: string;
  readonly cc: string;
  readonly is_sender: boolean;
  /** `on` where the idle rule of the fix was used. */
  readonly fix: string;
  readonly spiral?: {
    readonly start_ms: number;
    readonly end_ms: number;
    readonly lead_at_start_ms?: number | null;
    readonly exit?: string | null;
  } | null;
}

const here = new URL('./', import.meta.url);
const labels = JSON.parse(readFileSync(new URL('manifest.json', here), 'utf8')) as readonly ModelLabel[];
const examples = new Set(EXAMPLES.map((example) => example.file));
const senders = labels.filter((label) => label.is_sender);
const spirals = senders.filter(({ spiral }) => spiral);

function traceOf({ file }: ModelLabel) {
  const folder = examples.has(file) ? '../../public/examples/' : 'traces/';
  return senderTrace(loadTrace(new URL(folder + file, here).pathname).pipeline.state);
}

/** Runs with the fix on in which congestion avoidance was reached. */
const fixed = senders.filter(
  ({ cc, fix, file }) => cc === 'cubic' && fix === 'on' && !file.startsWith('applimited-chunks'),
);
const withoutDefect = /^cubic-(none|reset|shift-clamped|shift-from-last-activity|threshold)$/;

describe('the best group', () => {
  test.each(spirals)('$file: a spiral is CUBIC shift-from-last-send, and not NewReno', (label) => {
    const report = fitTrace(traceOf(label));
    expect(report.best).toContain('cubic-shift-from-last-send');
    expect(report.best).not.toContain('newreno');
    expect(report.fits).toBe(true);
  });

  test.each(spirals)('$file: no other rule explains a spiral', (label) => {
    expect(fitTrace(traceOf(label)).best).toEqual(['cubic-shift-from-last-send']);
  });

  test.each(fixed)('$file: a fixed run is a CUBIC without the defect', (label) => {
    const report = fitTrace(traceOf(label));
    expect(report.best.some((id) => withoutDefect.test(id))).toBe(true);
    const group = report.groups.find((ids) => ids.includes('cubic-shift-from-last-send')) ?? [];
    // Where the trace tells the two apart at all, the defect is out.
    const tells = !group.includes('cubic-shift-from-last-activity');
    if (tells) expect(report.best).not.toContain('cubic-shift-from-last-send');
  });

  test.each(senders.filter(({ cc }) => cc === 'reno'))('$file: NewReno is NewReno, and no CUBIC', (label) => {
    const report = fitTrace(traceOf(label));
    expect(report.best).toEqual(['newreno']);
    expect(report.fits).toBe(true);
  });

  test.each(senders.filter(({ cc }) => cc.startsWith('bbr')))('$file: BBR fits no candidate', (label) => {
    expect(fitTrace(traceOf(label)).fits).toBe(false);
  });

  test.each(labels.filter((label) => !label.is_sender))('$file: a receiver is not judged', (label) => {
    expect(fitTrace(traceOf(label)).notJudged).toMatch(/^a receiver/);
  });

  test('the defect is named on every run of a defective build that shows it at all', () => {
    const defective = senders.filter(({ case: kind }) => ['a', 'a0', 'old', 'old26'].includes(kind));
    for (const label of defective) {
      expect(fitTrace(traceOf(label)).best, label.file).toContain('cubic-shift-from-last-send');
    }
  });
});

describe('the controllers of other stacks', () => {
  const folder = new URL('other/', here);
  const others = (
    JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as readonly { readonly file: string }[]
  ).map(({ file }) => file);
  const bestOf = (file: string) =>
    fitTrace(senderTrace(loadTrace(new URL(file, folder).pathname).pipeline.state));

  // How a window is cut tells the family even where quirks of a stack keep its growth from fitting.
  test.each(others.filter((file) => /reno.*server/.test(file)))('%s: NewReno', (file) => {
    expect(bestOf(file).best).toEqual(['newreno']);
  });

  test.each(others.filter((file) => /(ngtcp2|noq|quinn).*cubic.*server|quic-go.*server/.test(file)))(
    '%s: a CUBIC of RFC 9438',
    (file) => {
      const { best } = bestOf(file);
      expect(best.length).toBeGreaterThan(0);
      expect(best.filter((id) => id === 'newreno' || id === 'cubic-2008')).toEqual([]);
    },
  );
});

describe('the boundary', () => {
  test.each(spirals)('$file: leads the sends under the defective rule only', (label) => {
    const { defective, fixed: fixedRule } = boundaryLeads(traceOf(label));
    const { spiral } = label;
    if (!spiral) throw new Error('a spiral without its label');
    const inside = ({ timesUs, values }: { timesUs: Float64Array; values: Float64Array }): number[] =>
      [...values].filter((_, i) => {
        const timeMs = (timesUs[i] as number) / 1000;
        return timeMs > spiral.start_ms + 50 && timeMs < spiral.end_ms - 50;
      });
    expect(inside(defective.lead).length).toBeGreaterThan(20);
    expect(inside(defective.lead).every((leadUs) => leadUs > 0)).toBe(true);
    expect(inside(fixedRule.lead).every((leadUs) => leadUs < 0)).toBe(true);
  });

  test.each(spirals.filter(({ spiral }) => spiral?.exit === 'lead used up'))(
    '$file: the predicted exit is within 25 ms',
    (label) => {
      const { stretches } = boundaryLeads(traceOf(label)).defective;
      const endMs = label.spiral?.end_ms ?? Number.NaN;
      const startMs = label.spiral?.start_ms ?? Number.NaN;
      const stretch = stretches.find(
        ({ startUs, endUs }) => startUs / 1000 < endMs && endUs / 1000 > startMs + 100,
      );
      expect(Math.abs((stretch?.predictedExitUs ?? Number.NaN) / 1000 - endMs)).toBeLessThan(25);
    },
  );

  test.each(spirals.filter(({ spiral }) => typeof spiral?.lead_at_start_ms === 'number'))(
    '$file: the lead at the start is the one that was measured',
    (label) => {
      const { stretches } = boundaryLeads(traceOf(label)).defective;
      const startMs = label.spiral?.start_ms ?? Number.NaN;
      const stretch = stretches.find(({ startUs }) => Math.abs(startUs / 1000 - startMs) < 5);
      expect((stretch?.leadAtStartUs ?? Number.NaN) / 1000).toBeCloseTo(
        label.spiral?.lead_at_start_ms ?? 0,
        1,
      );
    },
  );
});
