/**
 * What a digest of any size says beside what its trace says: every figure of every panel is that of the trace, or is marked
 * and lies within the bound that is written with it; and what the sentence of a finding names is shown as it is named.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coarseUsOf, type PanelContext, type PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { findPanel, PANELS } from '../../src/drawing/panels/registry.ts';
import { blankSurface } from '../../src/drawing/surface/surface.ts';
import { type Viewport, windowFor } from '../../src/drawing/surface/viewport.ts';
import { type TimeRange, withMargin } from '../../src/drawing/view/view.ts';
import type { Finding } from '../../src/engine/findings/finding/finding.ts';
import type { ModelQuery } from '../../src/engine/reading/contract/parts.ts';
import type { Connectivity } from '../../src/engine/sender/transport/connectivity/connectivity.ts';
import { answerFrom, snapshotOf } from '../../src/sharing/digest/answer.ts';
import { type Digest, SURVEYED_ROWS } from '../../src/sharing/digest/digest.ts';
import { fitDigest } from '../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { decodeDigest } from '../../src/sharing/digest/pack.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { figuresIn, untruth } from '../support/digest-figures.ts';
import { type SurveyedTrace, surveyTrace } from '../support/digest-input.ts';
import { PALETTE } from '../support/panel-context.ts';
import { DEEP, someOf } from '../support/tier.ts';

const BUDGETS_KB = someOf([2, 4, 8, 16, 32, 64], 3);
const WIDTH = 1000;
/** Times in view at which values are read, and parts that are read. */
const TIMES = DEEP ? 23 : 11;
/** The spiral first: the gate takes one of so many. */
const SPIRAL = 'rate-024-cubic-s15.server.sqlog.gz';
const FILES = [
  ...ENTRIES.filter(({ file }) => file === SPIRAL),
  ...ENTRIES.filter(({ file }) => file !== SPIRAL),
];

/** All of the corpus take half an hour. */
const LOOKED_AT = FILES.filter((_, i) => i % 4 === 0);

interface Opened {
  readonly trace: SurveyedTrace;
  readonly digests: readonly (readonly [kilobytes: number, digest: Digest])[];
  readonly model: ModelQuery | null;
}

async function opened(path: string): Promise<Opened> {
  const trace = await surveyTrace(path);
  const [best] = trace.snapshot.models?.best ?? [];
  const model = best === undefined ? null : { id: best, freeFromUs: null };
  const fitted = fitDigest(
    makeDigest(trace.input({ model })),
    trace,
    BUDGETS_KB.map((kilobytes) => kilobytes * 1024),
  );
  const digests = fitted.flatMap((one, i) => {
    if (one === null) return [];
    expect(one.bytes.length).toBeLessThanOrEqual((BUDGETS_KB[i] as number) * 1024);
    const read = decodeDigest(one.bytes);
    if ('reason' in read) throw new Error(read.reason);
    return [[BUDGETS_KB[i] as number, read.digest] as const];
  });
  return { trace, digests, model };
}

/** What is looked at: the range that was shared, all of the trace, half of the range, and less than a column of it. */
function viewsOf({ visible, extent, blocks: [fine] }: Digest): readonly TimeRange[] {
  const length = visible.toUs - visible.fromUs;
  const middle = visible.fromUs + length * 0.4;
  const narrow = Math.min(length / 8, (fine?.window.columnUs ?? length) * 0.7);
  return [
    visible,
    extent,
    { fromUs: middle, toUs: middle + length / 2 },
    { fromUs: middle, toUs: middle + narrow },
  ];
}

interface Both {
  readonly held: PanelContext;
  /** The trace's own, over windows of whole columns of the digest. */
  readonly own: PanelContext;
  readonly coarseUs: number;
}

/** A digest holds what the packets of a handshake come to, and none of them. */
function withoutPackets({ exchange: _, ...others }: Connectivity): Connectivity {
  return others;
}

function bothOf({ trace, model }: Opened, digest: Digest, view: TimeRange, width = WIDTH): Both {
  const viewport: Viewport = { ...view, width };
  const request = {
    connection: 0,
    window: windowFor(viewport, digest.extent),
    visible: view,
    series: digest.catalogue.map(({ id }) => id),
    parts: PANELS.flatMap(({ parts = [] }) => parts),
    ...SURVEYED_ROWS,
    model,
  };
  const answer = answerFrom(digest, request);
  const { window, coarseUs = 0 } = answer;
  const unit = Math.max(coarseUs, window.columnUs);
  const fromUs = Math.floor(window.fromUs / unit) * unit;
  const endUs = Math.ceil((window.fromUs + window.columns * window.columnUs) / unit) * unit;
  const wide = { fromUs, columnUs: window.columnUs, columns: (endUs - fromUs) / window.columnUs };
  const real = trace.ask({ window: wide, visible: view, model });
  const { rates } = answer.parts;
  const extent = {
    fromUs: Math.max(digest.extent.fromUs, window.fromUs),
    toUs: Math.min(digest.extent.toUs, window.fromUs + window.columns * window.columnUs),
  };
  const grid = rates && {
    ...{ extent, fromUs: rates.fromUs, stepUs: rates.stepUs, count: rates.transitions.length },
    widthUs: rates.stepUs * 8,
  };
  const own = rates && { fromUs: rates.fromUs, stepUs: rates.stepUs, widthUs: rates.widthUs };
  const { connectivity } = real.parts;
  const parts = {
    ...real.parts,
    rates: own && grid && { ...own, ...trace.rates(grid) },
    ...(connectivity && { connectivity: withoutPackets(connectivity) }),
  };
  const { digest: _, ...snapshot } = snapshotOf(digest, 1000);
  const context = { viewport, hidden: new Set<string>(), finding: trace.finding };
  return {
    held: { ...context, answer, snapshot: snapshotOf(digest, 1000) },
    own: {
      ...context,
      answer: { ...real, parts },
      // It is told from a digest by this alone; legends are those of what the digest holds.
      snapshot,
    },
    coarseUs,
  };
}

/** Where a text of the digest is not true. */
function untruthsOf(panel: PanelDefinition, { held, own, coarseUs }: Both): readonly string[] {
  const found: string[] = [];
  const ids = panel.legend(held).map(({ id }) => id);
  const ownIds = panel.legend(own).map(({ id }) => id);
  const byId = (cells: readonly string[], of: readonly string[]): ReadonlyMap<string, string> =>
    new Map(of.map((id, i) => [id, cells[i] ?? '–']));
  const compare = (
    what: string,
    digest: ReadonlyMap<string, string>,
    trace: ReadonlyMap<string, string>,
  ): void => {
    for (const [id, text] of digest) {
      const due = trace.get(id);
      const wrong = text === '–' || due === undefined ? null : untruth(text, due);
      if (wrong !== null) found.push(`${panel.id}, ${what}, ${id}: ${wrong}`);
    }
  };
  const whole = ({ fromUs, toUs }: TimeRange, leastUs = 0): TimeRange => {
    const unitUs = coarseUs || leastUs;
    if (unitUs === 0) return { fromUs, toUs };
    return { fromUs: Math.floor(fromUs / unitUs) * unitUs, toUs: Math.ceil(toUs / unitUs) * unitUs };
  };
  const { window } = held.answer;
  const endUs = window.fromUs + window.columns * window.columnUs;
  const { viewport } = held;
  const partUs = (viewport.toUs - viewport.fromUs) / TIMES;
  for (let part = 0; part < TIMES; part++) {
    const fromUs = viewport.fromUs + part * partUs;
    const range = whole({ fromUs, toUs: fromUs + partUs });
    if (range.fromUs < window.fromUs || range.toUs > endUs) continue;
    compare(
      `part ${part}`,
      byId(panel.cells(held, fromUs, fromUs + partUs), ids),
      byId(panel.cells(own, range.fromUs, range.toUs), ownIds),
    );
    const timeUs = fromUs + partUs / 3;
    // At a time: the whole columns over which a rate is a mean, or the one that holds the time.
    const isMean = panel.parts?.includes('rates') === true;
    const widthUs = isMean && coarseUsOf(held) === null ? (held.answer.parts.rates?.widthUs ?? 0) : 0;
    const { extent } = held.snapshot;
    const around = whole(
      {
        fromUs: Math.max(extent.fromUs, viewport.fromUs, timeUs - widthUs / 2),
        toUs: Math.min(extent.toUs, viewport.toUs, timeUs + widthUs / 2 + 1e-6),
      },
      isMean ? window.columnUs : 0,
    );
    if (around.fromUs < window.fromUs || around.toUs > endUs) continue;
    const isColumn = coarseUs > 0 || isMean;
    compare(
      `time ${part}`,
      panel.values(held, timeUs),
      isColumn ? byId(panel.cells(own, around.fromUs, around.toUs), ownIds) : panel.values(own, timeUs),
    );
  }
  return found;
}

/** A figure with its unit in the words of a finding. */
const FIGURE = /[\d.,]*\d (?:B|µs|ms|s|[kMG]?bit\/s)(?![\w/])/g;

/** Where a panel does not show a figure that a finding names, as it names it, in the finding's interval. */
function contradictionsOf(
  panel: PanelDefinition,
  { held, own, coarseUs }: Both,
  finding: Finding,
): readonly string[] {
  const { title, verdict, label = '', startUs, endUs } = finding;
  const named = new Set([title, verdict, label].flatMap((words) => words.match(FIGURE) ?? []));
  const unitUs = coarseUs || held.answer.window.columnUs;
  const [first, last] = [Math.floor(startUs / unitUs), Math.floor(endUs / unitUs) + 1];
  const step = Math.max(1, Math.ceil((last - first) / 200));
  const found: string[] = [];
  for (let i = first; i < last; i += step) {
    const [fromUs, toUs] = [i * unitUs, (i + 1) * unitUs];
    const cells = panel.cells(held, fromUs, toUs);
    panel.cells(own, fromUs, toUs).forEach((due, entry) => {
      const text = cells[entry] ?? '–';
      const isNamed = figuresIn(due).some((figure) => named.has(figure.text));
      const isShown = figuresIn(due).every(
        (figure) =>
          !named.has(figure.text) ||
          figuresIn(text).some((one) => one.text === figure.text && one.bound === 0),
      );
      if (isNamed && text !== '–' && !isShown)
        found.push(`${panel.id}, ${finding.key}: “${text}” of “${due}”`);
    });
  }
  return found;
}

/** Lines whose smallest and largest values in the interval are not those of the trace. */
function extremesOff(
  panel: PanelDefinition,
  { held, own, coarseUs }: Both,
  { startUs, endUs }: Finding,
): readonly string[] {
  const unitUs = coarseUs || held.answer.window.columnUs;
  const [fromUs, toUs] = [Math.floor(startUs / unitUs) * unitUs, (Math.floor(endUs / unitUs) + 1) * unitUs];
  const due = panel.cells(own, fromUs, toUs);
  return panel.legend(held).flatMap(({ id }, i) => {
    const text = panel.cells(held, fromUs, toUs)[i];
    return LINES.has(id) && text !== due[i] ? [`${panel.id}, ${id}: “${text}” of “${due[i]}”`] : [];
  });
}

/** Series whose values are drawn as they are: no rates of totals. */
const LINES = new Set([
  ...[
    'cwnd',
    'bytes-in-flight',
    'bytes-in-flight-rebuilt',
    'ssthresh',
    'boundary-lead',
    'boundary-lead-fixed',
  ],
  ...['latest-rtt', 'smoothed-rtt', 'min-rtt'].flatMap((id) => [id, `${id}-from-packets`]),
]);

/** How many figures of sentences were held: a test that finds none shows nothing. */
let sentences = 0;
let fitted = 0;
afterAll(() => {
  expect(sentences).toBeGreaterThan(5);
  expect(fitted).toBeGreaterThan(0);
});

describe.each(someOf(LOOKED_AT, 15))('$file', ({ path }) => {
  // One trace at a time is held.
  let opening: Opened | null = null;
  const panelsOf = ({ panels }: Digest): readonly PanelDefinition[] =>
    // A panel with a row per stream or request has those rows that the digest holds, and says how many there are.
    PANELS.filter(({ id, rows }) => rows === undefined && panels.held.includes(id));
  beforeAll(async () => {
    opening = await opened(path);
  });
  afterAll(() => {
    opening = null;
  });
  const read = (): Opened => opening as unknown as Opened;

  test('every figure of every panel, at every size, is that of the trace or lies within its bound', () => {
    const all = read();
    const found = all.digests.flatMap(([kilobytes, digest]) =>
      viewsOf(digest).flatMap((view, i) => {
        // In the gate half of the views at each size, every one at some.
        if (!DEEP && (i + BUDGETS_KB.indexOf(kilobytes)) % 2 === 1) return [];
        const both = bothOf(all, digest, view);
        return panelsOf(digest).flatMap((panel) =>
          untruthsOf(panel, both).map((words) => `${kilobytes} KB, view ${i}: ${words}`),
        );
      }),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('what a finding names is shown as it is named, and its extremes are the trace’s', () => {
    const all = read();
    const found = all.digests.flatMap(([kilobytes, digest]) => {
      const { extent } = digest;
      return digest.findings.slice(0, 4).flatMap((finding) => {
        sentences += finding.verdict.match(FIGURE)?.length ?? 0;
        const view = withMargin({ fromUs: finding.startUs, toUs: finding.endUs }, extent) ?? extent;
        const both = bothOf(all, digest, view);
        // Extremes are those of the columns of the digest: wider ones reach beyond the interval.
        const columns = (view.toUs - view.fromUs) / (digest.blocks[0]?.window.columnUs as number);
        const fine = bothOf(all, digest, view, Math.max(WIDTH, Math.ceil(columns)));
        return panelsOf(digest)
          .flatMap((panel) => [
            ...contradictionsOf(panel, both, finding),
            ...extremesOff(panel, fine, finding),
          ])
          .map((words) => `${kilobytes} KB: ${words}`);
      });
    });
    expect(found.slice(0, 20)).toEqual([]);
  });

  test('an axis that is fitted to a finding is so in a digest', () => {
    const congestion = findPanel('congestion');
    const isFitted = (context: PanelContext): boolean =>
      congestion
        ?.paint(context, {
          surface: blankSurface(WIDTH, 192),
          palette: PALETTE,
          lockedMax: null,
          axis: () => {},
        })
        .clipped?.includes('outside the finding that the axis is fitted to') === true;
    const all = read();
    for (const [kilobytes, digest] of all.digests) {
      for (const view of [digest.visible, digest.extent]) {
        // With a model drawn the axis holds it.
        const both = bothOf({ ...all, model: null }, digest, view);
        const [own] = digest.findings;
        // Of a finding within two columns nothing is known but what is around it.
        if (own === undefined || own.endUs - own.startUs < 2 * both.coarseUs || !isFitted(both.own)) continue;
        fitted++;
        expect(isFitted(both.held), `${kilobytes} KB`).toBe(true);
      }
    }
  });
});
