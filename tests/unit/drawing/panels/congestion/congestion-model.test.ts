/** The model over the logged window: its line, its marks, its words, and that they go when it goes. */
import { describe, expect, test } from 'vitest';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import {
  divergenceOf,
  openLoopWords,
} from '../../../../../src/drawing/panels/congestion/congestion-model.ts';
import { openTrace, paintOn, pointsOf, type ViewOptions } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const START_US = 2_036_480;
const END_US = 9_988_000;
const DEFECT = { id: 'cubic-shift-from-last-send', freeFromUs: null };
const RENO = { id: 'newreno', freeFromUs: START_US };
const spiral = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const view = (options: ViewOptions) => spiral.context({ width: 930, ...options });
const inSpiral = { fromUs: 1_500_000, toUs: END_US };

const entries = (options: ViewOptions) => congestion.legend(view(options)).map(({ label }) => label);

describe('the legend', () => {
  test('names the model, open loop, and the regions that it enters, only while one is shown', () => {
    const without = entries({});
    expect(without.join()).not.toMatch(/model|region|diverge/);
    // The states that quiche logs are no phases.
    expect(without.at(-1)).toBe('loss (counted)');
    expect(entries({ model: DEFECT }).slice(without.length)).toEqual([
      'model: CUBIC, idle rule shift-from-last-send (open loop)',
      'slow start region',
      'Reno-friendly region',
      'concave region',
      'convex region',
    ]);
  });

  test('names the start of the free run, and the first divergence', () => {
    const [model, divergence, ...regions] = entries({ model: RENO }).slice(-3);
    expect(model).toBe('model: NewReno, on its own from 2.036 s (open loop)');
    expect(divergence).toMatch(/^first divergence at 2\.0\d\d s$/);
    expect(regions).toEqual(['linear region']);
  });
});

describe('the picture', () => {
  test('draws the correct model on the logged window', () => {
    const { surface, axisMax } = paintOn(congestion, view({ ...inSpiral, model: DEFECT }));
    const valueAt = (y: number): number => Math.round(((100 - y) / 100) * axisMax);
    const late = pointsOf(surface, 'model').filter(([x]) => x > 100);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late.map(([, y]) => valueAt(y)))).toEqual(new Set([2700]));
  });

  test('fits a model that grows without limit, says how far it is from the log, and hides with one key', () => {
    const context = view({ ...inSpiral, model: RENO });
    const { painted, axisMax } = paintOn(congestion, context);
    expect(axisMax).toBeGreaterThan(63_000);
    expect(painted.clipped).toBeUndefined();
    expect(congestion.figure?.(context)).toMatch(/^model 63,\d{3} B, 23 × cwnd at 9\.\d{3} s$/);
    const back = view({ ...inSpiral, model: RENO, hidden: ['congestion/model'] });
    expect(paintOn(congestion, back).axisMax).toBeLessThan(2700 * 2);
    expect(congestion.figure?.(back)).toBe('');
    expect(paintOn(congestion, context, 13_500).painted.clipped).toContain("the model's window reaches 63,");
  });

  test('marks where a counterfactual begins and where the log diverges from it', () => {
    const context = view({ ...inSpiral, model: RENO });
    const { surface } = paintOn(congestion, context);
    const x = (timeUs: number): number =>
      Math.round(((timeUs - inSpiral.fromUs) / (inSpiral.toUs - inSpiral.fromUs)) * 930) + 0.5;
    const lines = surface.lines.filter(
      ({ points: p, stroke }) => stroke.color === 'model' && p.length === 4 && p[1] === 0,
    );
    const divergenceUs = divergenceOf(context, context.answer.parts.model!) as number;
    expect(lines.map(({ points }) => points[0])).toEqual([x(START_US), x(divergenceUs)]);
    expect(lines.map(({ stroke }) => stroke.dash.length)).toEqual([0, 2]);
  });

  test('has regions only in the time of the model, from the start of a counterfactual, and no tint', () => {
    const { rects } = paintOn(congestion, view({ ...inSpiral, model: RENO })).surface;
    const strip = rects.filter(({ y, height }) => y === 95 && height === 5);
    expect(strip).toHaveLength(1);
    expect(strip[0]?.x).toBeCloseTo(
      ((START_US - inSpiral.fromUs) / (inSpiral.toUs - inSpiral.fromUs)) * 930,
      -1,
    );
    expect(rects.filter(({ y, height }) => y === 0 && height === 100)).toEqual([]);
  });

  test('shows nothing of a hidden model but its regions, nor of a hidden region', () => {
    const hidden = paintOn(congestion, view({ ...inSpiral, model: RENO, hidden: ['congestion/model'] }));
    expect(hidden.surface.lines.filter(({ stroke }) => stroke.color === 'model')).toEqual([]);
    expect(hidden.painted.clipped).not.toContain("model's window");
    const bare = paintOn(
      congestion,
      view({ ...inSpiral, model: RENO, hidden: ['congestion/region-linear'] }),
    );
    expect(bare.surface.rects.filter(({ opacity }) => opacity === 0.11)).toEqual([]);
  });
});

describe('the texts', () => {
  const wordsOf = (options: ViewOptions): string => {
    const context = view(options);
    return openLoopWords(context, context.answer.parts.model!);
  };

  test('state how far a model is valid', () => {
    expect(wordsOf({ model: DEFECT })).toBe(
      "Open loop: the model hears this trace's own ACKs and is set on the log after every reduction. " +
        'In congestion avoidance the log never leaves it by more than a packet or 5 % for a round trip: valid throughout.',
    );
    expect(wordsOf({ model: { id: 'newreno', freeFromUs: null } })).toMatch(
      /In congestion avoidance the log first leaves it for a whole round trip at 0\.189 s: indicative after that\./,
    );
  });

  test('state when a free model was last set to the log', () => {
    expect(wordsOf({ model: RENO })).not.toContain('set on the log');
    expect(wordsOf({ model: { ...RENO, freeFromUs: 5_000_000 } })).toContain(
      'Last set on the log at 2.036 s.',
    );
    expect(wordsOf({ model: { ...RENO, freeFromUs: -1 } })).toContain('nowhere before');
  });

  test('are below the panel and in its sentence', () => {
    const context = view({ model: RENO });
    const words = wordsOf({ model: RENO });
    expect(paintOn(congestion, context).painted.note).toContain(words);
    expect(congestion.sentence(context)).toContain(
      'Model NewReno, on its own from 2.036 s: window 2,700 B to 63,',
    );
    expect(congestion.sentence(context)).toContain(words);
    expect(congestion.sentence(view({}))).not.toContain('odel');
  });

  test('give the model’s values at a time, with its region, and its columns of the table', () => {
    const context = view({ model: RENO });
    expect(congestion.values(context, 6_370_000).get('model')).toMatch(/^46,\d{3} B \(34 packets\), linear$/);
    expect(congestion.values(context, 1_000_000).has('model')).toBe(false);
    const column = congestion.legend(context).findIndex(({ id }) => id === 'model');
    const part = (fromUs: number, toUs: number) => congestion.cells(context, fromUs, toUs).slice(column);
    expect(part(0, 800_000)).toEqual(['–', '–', '–']);
    expect(part(2_000_000, 3_000_000)).toEqual([
      expect.stringMatching(/^2,700 B to /),
      expect.stringMatching(/^2\.0\d\d s$/),
      '100.0 %',
    ]);
    expect(part(9_100_000, END_US)).toEqual([
      expect.stringMatching(/^59,\d{3} B to 63,\d{3} B$/),
      '–',
      '100.0 %',
    ]);
  });
});

test('if the growth was never scored the validity of a model is not stated', () => {
  const context = view({ model: DEFECT });
  const candidates = spiral.snapshot.models!.candidates.map((fit) => ({ ...fit, growthScore: Number.NaN }));
  const snapshot = { ...spiral.snapshot, models: { ...spiral.snapshot.models!, candidates } };
  expect(openLoopWords({ ...context, snapshot }, context.answer.parts.model!)).toContain('not enough data');
});

describe('outside the visible and judged part', () => {
  const withModels = (change: Partial<NonNullable<typeof spiral.snapshot.models>> | null) => {
    const context = view({ model: DEFECT });
    const models = change === null ? null : { ...spiral.snapshot.models!, ...change };
    const [entry] = congestion
      .legend({ ...context, snapshot: { ...spiral.snapshot, models } })
      .filter(({ id }) => id === 'model');
    return entry?.label.slice(entry.label.lastIndexOf('('));
  };

  test('a model is called unfit only if models were judged and none fits', () => {
    expect(withModels({})).toBe('(open loop)');
    expect(withModels({ fits: false, notJudged: null })).toBe('(open loop; no model follows this window)');
    expect(withModels({ fits: false, notJudged: 'no window logged' })).toBe('(open loop)');
    expect(withModels(null)).toBe('(open loop)');
  });

  const marks = (options: ViewOptions) =>
    paintOn(congestion, view({ model: RENO, ...options }))
      .surface.lines.filter(
        ({ points, stroke }) => stroke.color === 'model' && points[1] === 0 && points.length <= 8,
      )
      .map(({ points }) => points.length);

  test('marks are drawn if they are visible, both ends included', () => {
    const context = view({ model: RENO });
    const divergenceUs = divergenceOf(context, context.answer.parts.model!) as number;
    expect(divergenceUs).toBeGreaterThan(START_US);
    expect(marks({ fromUs: START_US, toUs: END_US })).toEqual([4, 4, 8]);
    expect(marks({ fromUs: START_US + 1, toUs: END_US })).toEqual([4, 8]);
    expect(marks({ fromUs: divergenceUs, toUs: END_US })).toEqual([4, 8]);
    expect(marks({ fromUs: divergenceUs + 1, toUs: END_US })).toEqual([]);
    expect(marks({ fromUs: 0, toUs: divergenceUs })).toEqual([4, 4, 8]);
    expect(marks({ fromUs: 0, toUs: divergenceUs - 1 })).toEqual([4]);
    expect(marks({ fromUs: 0, toUs: START_US })).toEqual([4]);
    expect(marks({ fromUs: 0, toUs: START_US - 1 })).toEqual([]);
  });

  test('a hidden divergence leaves the line where the model begins', () => {
    expect(marks({ hidden: ['congestion/divergence'] })).toEqual([4]);
  });

  test('the divergence is listed in its part, including the part’s start', () => {
    const context = view({ model: RENO });
    const divergenceUs = divergenceOf(context, context.answer.parts.model!) as number;
    const column = congestion.legend(context).findIndex(({ id }) => id === 'divergence');
    const told = (fromUs: number, toUs: number) => congestion.cells(context, fromUs, toUs)[column];
    expect(told(divergenceUs, divergenceUs + 1)).toMatch(/ s$/);
    expect(told(divergenceUs - 1, divergenceUs)).toBe('–');
    expect(told(divergenceUs + 1, END_US)).toBe('–');
  });
});
