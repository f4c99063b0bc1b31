/** What came of runs, as the lab shows it: the table of variants, planes, pictures, and which runs are offered. */
import { createElement, type ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { LabPlanes } from '../../../../../src/app/features/lab/lab-plane.tsx';
import {
  CompletionPlot,
  drawnOf,
  PausePlot,
  WindowPlot,
} from '../../../../../src/app/features/lab/lab-plots.tsx';
import { LabResults } from '../../../../../src/app/features/lab/lab-results.tsx';
import { LabRunList } from '../../../../../src/app/features/lab/lab-run-list.tsx';
import { LINES } from '../../../../../src/app/features/lab/lab-words.ts';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import type { Lab, LabRuns } from '../../../../../src/app/state/lab/lab.ts';
import { createStore } from '../../../../../src/app/state/store.ts';
import type { RunRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { lateRun, madeRun, madeRuns } from '../../../../support/run-rows.ts';

const app = {} as AppState;
const shown = (element: ReactElement): Markup => markupOf(element, app);

const results = (runs: LabRuns | null, isRunning = false): Markup =>
  shown(createElement(LabResults, { lab: { state: createStore({ runs, isRunning }) } as unknown as Lab }));

const cellsOf = (markup: Markup, variant: string): readonly string[] =>
  markup
    .one('data-testid', 'lab-table')
    .one('data-variant', variant)
    .named('td')
    .map(({ words }) => words);

const INCIDENT = madeRuns('incident', (variant) =>
  variant === 'defect' ? [lateRun(1, { isTrapped: true, longestTrapMs: 7000, timeouts: 3 }), madeRun(2)] : [],
);

describe('the table of variants', () => {
  test('has shares with their intervals and medians of those that were done; a dash before there is a run', () => {
    const markup = results(INCIDENT);
    expect(cellsOf(markup, 'defect')).toEqual([
      '50.0 % (9.5 % to 90.5 %)',
      '50.0 % (9.5 % to 90.5 %)',
      '1.00 s',
      '0',
      '1.5 (0 to 3)',
    ]);
    expect(cellsOf(markup, 'fixed')).toEqual(['–', '–', '–', '–', '–']);
    expect(
      markup.one('data-testid', 'lab-table').one('data-variant', 'defect').attribute('data-trapped'),
    ).toBe('1');
  });

  test.each(SCENARIOS.filter(({ axes }) => axes === undefined).map(({ id }) => id))(
    'of %s has a cell below each heading, in the line of every variant',
    (id) => {
      const runs = madeRuns(id, () => [
        madeRun(1, { goodputMbit: [1, 2] }),
        madeRun(2, { goodputMbit: [1, 2] }),
      ]);
      const markup = results(runs);
      const table = markup.one('data-testid', 'lab-table');
      const headings =
        table
          .named('thead')[0]
          ?.named('th')
          .map(({ words }) => words) ?? [];
      expect(headings.some((words) => words.startsWith('Goodput'))).toBe(!runs.scenario.isTimed);
      for (const { id: variant, title } of runs.checked.variants) {
        expect(cellsOf(markup, variant)).toHaveLength(headings.length - 1);
        expect(table.one('data-variant', variant).words).toContain(title);
      }
      if (!runs.scenario.isTimed)
        expect(cellsOf(markup, runs.checked.variants[0]?.id ?? '')[0]).toBe('1.00; 2.00');
    },
  );
});

describe('the line above', () => {
  test('tells of how many runs, and that they were cancelled once they do not run any more', () => {
    const words = (done: number, isRunning: boolean): string =>
      results({ ...INCIDENT, done, total: 6 }, isRunning).all('class', 'lab-what')[0]?.words ?? '';
    expect(words(6, false)).toContain(`${INCIDENT.scenario.title}, 2 runs of each variant`);
    expect(words(6, false)).not.toContain('cancelled');
    expect(words(4, true)).not.toContain('cancelled');
    expect(words(4, false)).toContain('; cancelled after 4 of 6 runs');
    expect(results(null).words).toMatch(/^Run simulates every variant on this device/);
  });
});

describe('a plane', () => {
  const plane = (runs: LabRuns, picked: string | null = null): Markup => {
    const { axes } = runs.scenario;
    if (axes === null) throw new Error('no plane');
    return shown(createElement(LabPlanes, { runs, axes, shown: picked, onPick: () => undefined }));
  };
  const GAPS = madeRuns('gap-stalls', (variant) =>
    variant === '5us-1'
      ? [lateRun(1), madeRun(2), madeRun(3), madeRun(4)]
      : variant === '5us-2'
        ? [lateRun(1)]
        : [],
  );

  test('has a cell for every variant, with its share where it has runs', () => {
    const markup = plane(GAPS, '5us-1');
    expect(markup.all('data-variant')).toHaveLength(GAPS.checked.variants.length);
    expect(markup.one('data-variant', '5us-1').words).toBe('25.0 %');
    expect(markup.all('data-variant').filter(({ words }) => words === '–')).toHaveLength(
      GAPS.checked.variants.length - 2,
    );
    expect(markup.all('aria-pressed', 'true')).toHaveLength(1);
    expect(markup.one('aria-pressed', 'true').attribute('title')).toContain('Late: 25.0 %');
  });

  test('frames the cells near the published share, and names the nearest of those that have runs', () => {
    const published = GAPS.checked.values.published as number;
    expect(published).toBeGreaterThan(0);
    const at = (share: number): LabRuns =>
      ({
        ...GAPS,
        checked: { ...GAPS.checked, values: { ...GAPS.checked.values, published: share } },
      }) as LabRuns;
    const titleOf = (id: string): string => GAPS.checked.variants.find((one) => one.id === id)?.title ?? '';
    const near = (share: number): readonly (string | null)[] =>
      plane(at(share))
        .all('data-variant')
        .filter(({ html }) => html.includes('class="near"'))
        .map((cell) => cell.attribute('data-variant'));
    expect(near(34)).toEqual(['5us-1']);
    expect(near(36)).toEqual([]);
    expect(near(91)).toEqual(['5us-2']);
    expect(plane(at(34)).words).toContain(`the nearest: ${titleOf('5us-1')}, 25.0 %`);
    expect(plane(at(64)).words).toContain(`the nearest: ${titleOf('5us-2')}, 100.0 %`);
    const none = plane(madeRuns('gap-stalls', () => []));
    expect(none.words).toContain('Share of late runs; cells within 10 points of the published');
    expect(none.words).not.toContain('the nearest');
  });

  test('of a late host tells in each part whether the loop closes', () => {
    const isOf = (variant: string): boolean => variant.endsWith('-0ms');
    const late = madeRuns('late-host', (variant) =>
      isOf(variant)
        ? [madeRun(1, { timeouts: 1, reductions: 1 }), madeRun(2, { timeouts: 2, droppedPackets: 1 })]
        : [madeRun(1)],
    );
    const markup = plane(late);
    const verdicts = markup.all('data-testid', 'lab-verdict').map(({ words }) => words);
    expect(verdicts.length).toBeGreaterThan(1);
    expect(verdicts.filter((words) => words.startsWith('The loop closes: yes, in '))).not.toEqual([]);
    const cells = markup.all('data-variant');
    for (const cell of cells) {
      const expected = isOf(cell.attribute('data-variant') ?? '') ? 'yes, 1PTO 2, spurious 1' : 'no PTO';
      expect(cell.words.replace(/ (?=PTO)/, (space) => (expected === 'no PTO' ? space : ''))).toBe(expected);
    }
  });
});

describe('the pictures', () => {
  /** Of the picture, not of its legend. */
  const lines = (markup: Markup): readonly Markup[] =>
    markup.named('path').filter((path) => path.attribute('class') === 'lab-line');

  test('are of all variants where each has a line of its own, else of the first and the chosen one, of a plane of the chosen one', () => {
    const ids = (runs: LabRuns, chosen: string | null): readonly string[] =>
      drawnOf(runs, chosen).map(({ variant, at }) => `${variant.id} ${at}`);
    expect(ids(INCIDENT, 'fixed')).toEqual(INCIDENT.checked.variants.map(({ id }, at) => `${id} ${at}`));
    const many = madeRuns('ablation', () => []);
    const all = many.checked.variants;
    expect(all.length).toBeGreaterThan(LINES);
    const last = all.at(-1)?.id ?? '';
    expect(ids(many, last)).toEqual([`${all[0]?.id} 0`, `${last} ${all.length - 1}`]);
    expect(ids(many, all[0]?.id ?? '')).toEqual([`${all[0]?.id} 0`]);
    const exact = { ...many, checked: { ...many.checked, variants: all.slice(0, LINES) } };
    expect(ids(exact, null)).toHaveLength(LINES);
    expect(
      ids(
        madeRuns('gap-stalls', () => []),
        '5us-1',
      ),
    ).toEqual(['5us-1 0']);
  });

  test('say their medians, and count late runs after the end of time', () => {
    const drawn = drawnOf(INCIDENT, null);
    const completion = shown(createElement(CompletionPlot, { runs: INCIDENT, drawn }));
    const sentence = completion.one('role', 'img').attribute('aria-label') ?? '';
    const title = drawn[0]?.variant.title;
    expect(sentence).toContain(`${title}: 1.00 s, 1 run late.`);
    expect(completion.all('class', 'lab-late').map(({ words }) => words)).toEqual(['✕ 1 late']);
    expect(completion.named('circle')).toHaveLength(1);
    // The median of those that were done stands where the one that was done does.
    expect(completion.one('class', 'lab-median').attribute('x1')).toBe(
      completion.named('circle')[0]?.attribute('cx'),
    );
    const windows = shown(createElement(WindowPlot, { runs: INCIDENT, drawn, isOfFirst: true }));
    expect(windows.words).toContain('Congestion window of the first flow: median of the runs');
    expect(windows.one('role', 'img').attribute('aria-label')).toBe(
      `${title}: the median window ends at 48,000 B.`,
    );
    expect(lines(windows)).toHaveLength(1);
  });

  test('from the end of a pause on begin there, and the uninterrupted one where the others paused', () => {
    // Samples at 0, 2.5, 5, 7.5 and 10 s.
    const runs = madeRuns('idle-burst', (variant): readonly RunRow[] =>
      variant === 'uninterrupted'
        ? [madeRun(1, { windowBytes: Float32Array.from([1e4, 2e4, 3e4, 4e4, 5e4]) })]
        : [madeRun(1)],
    );
    const drawn = drawnOf(runs, runs.checked.variants[0]?.id ?? null);
    const markup = shown(createElement(PausePlot, { runs, drawn, beginMs: 2500, idleMs: 2500 }));
    const sentence = markup.one('role', 'img').attribute('aria-label') ?? '';
    const whole = runs.checked.variants.find(({ id }) => id === 'uninterrupted')?.title;
    // Over 5 s: of the uninterrupted one to 7.5 s, of the others to 10 s.
    expect(sentence).toContain(`${whole}: 40,000 B at the end.`);
    expect(sentence.match(/48,000 B at the end/g)).toHaveLength(drawn.length - 1);
    expect(lines(markup)).toHaveLength(drawn.length);
    const points = lines(markup).map((path) => path.attribute('d')?.split(/[ML]/).slice(1).length);
    expect(points).toEqual(drawn.map(() => 3));
  });
});

describe('the runs of a variant', () => {
  const list = (rows: readonly RunRow[], of = rows): Markup => {
    const { variants } = INCIDENT.checked;
    const [variant, other] = variants;
    if (variant === undefined || other === undefined) throw new Error('no variants');
    const opener = { runOf: () => null, filesOf: () => Promise.resolve([]) };
    const runs = new Map([
      [variant.id, rows],
      [other.id, of],
    ]);
    return shown(
      createElement(LabRunList, { opener, variants, runs, variant, sentence: null, isRunning: false }),
    );
  };

  test('stand in the order that the caption tells', () => {
    const rows = [
      madeRun(1),
      lateRun(2),
      madeRun(3, { completedMs: 3000 }),
      madeRun(4, { longestTrapMs: 900, isTrapped: true }),
    ];
    const markup = list(rows);
    expect(markup.all('data-seed').map((row) => row.attribute('data-seed'))).toEqual(['4', '2', '3', '1']);
    expect(markup.named('caption')[0]?.words).toBe('The longest held first.');
    expect(markup.one('data-seed', '4').words).toContain('window held for 0.90 s');
  });

  test('beyond two hundred are counted', () => {
    const many = Array.from({ length: 201 }, (_, i) => madeRun(i + 1));
    const markup = list(many);
    expect(markup.all('data-seed')).toHaveLength(200);
    expect(markup.named('caption')[0]?.words).toBe('The last one done first. The first 200 of 201.');
    expect(list(many.slice(0, 200)).named('caption')[0]?.words).toBe('The last one done first.');
  });

  test('are compared once two are selected, and the worst of each variant where several have runs', () => {
    const markup = list([madeRun(1), madeRun(2)]);
    expect(markup.one('data-testid', 'lab-compare').html).toContain('disabled=""');
    expect(markup.all('data-testid', 'lab-compare-worst')).toHaveLength(1);
    expect(list([madeRun(1)], []).all('data-testid', 'lab-compare-worst')).toHaveLength(0);
    expect(list([]).html).toBe('');
  });
});
