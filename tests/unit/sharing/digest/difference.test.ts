/** The difference of two traces as who reads their digests sees it: it holds that of the traces themselves, with any offset. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  comparedLine,
  differenceWords,
  paintDifference,
} from '../../../../src/drawing/panels/lanes/difference.ts';
import type { PanelLane } from '../../../../src/drawing/panels/lanes/panel-lanes.ts';
import { coarseUsOf, type PanelContext, type PanelDefinition } from '../../../../src/drawing/panels/panel.ts';
import { findPanel, PANELS } from '../../../../src/drawing/panels/registry.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { answerFrom, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { FULL_DETAIL, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { openTrace, PALETTE } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const WIDTH = 800;
const NAMES = ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-reno-s12.server.sqlog.gz'];
/** The second is drawn later than it was: no column of the one begins with one of the other. */
const OFFSETS_US = [0, 1_041_357];
/** In the time of the set. */
const RANGE = { fromUs: 1_500_000, toUs: 6_000_000 };
const congestion = findPanel('congestion') as PanelDefinition;

const laneOf = (context: PanelContext, place: number): PanelLane => ({ context, style: place, place });

/** The trace itself, and a digest of its part of the range with so few columns that a pixel is narrower. */
async function contextsOf(name: string, offsetUs: number): Promise<readonly [PanelContext, PanelContext]> {
  const range = { fromUs: RANGE.fromUs - offsetUs, toUs: RANGE.toUs - offsetUs };
  const viewport = { ...range, width: WIDTH };
  const [trace, survey] = await Promise.all([openTrace(corpusPath(name)), surveyTrace(corpusPath(name))]);
  const made = makeDigest(survey.input({ range }));
  const priorities = { needs: survey.needs, finding: null };
  const digest = reduceTo(made, priorities, { ...FULL_DETAIL, columns: 64 });
  const answer = answerFrom(digest, {
    connection: 0,
    window: windowFor(viewport, digest.extent),
    visible: range,
    series: digest.catalogue.map(({ id }) => id),
    parts: PANELS.flatMap((panel) => panel.parts ?? []),
    model: null,
  });
  const exact = trace.context(viewport);
  return [exact, { ...exact, answer, snapshot: snapshotOf(digest, 1) }];
}

let traces: readonly PanelLane[];
let digests: readonly PanelLane[];
beforeAll(async () => {
  const pairs = await Promise.all(NAMES.map((name, i) => contextsOf(name, OFFSETS_US[i] as number)));
  traces = pairs.map(([exact], place) => laneOf(exact, place));
  digests = pairs.map(([, shared], place) => laneOf(shared, place));
});

const isKnown = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);

describe('of wide columns', () => {
  test.each(['congestion', 'rtt'])('holds the difference of the traces in every pixel: %s', (id) => {
    const panel = findPanel(id) as PanelDefinition;
    for (const { context } of digests) expect(coarseUsOf(context)).not.toBeNull();
    const due = comparedLine(panel, traces);
    const found = comparedLine(panel, digests);
    expect(found?.entry.id).toBe(due?.entry.id);
    let pixels = 0;
    due?.least.forEach((value, pixel) => {
      const [least, most] = [found?.least[pixel], found?.most[pixel]];
      expect(isKnown(least), `pixel ${pixel}`).toBe(isKnown(value));
      if (!isKnown(value)) return;
      expect(least).toBeLessThanOrEqual(value);
      expect(most).toBeGreaterThanOrEqual(value);
      pixels++;
    });
    expect(pixels).toBeGreaterThan(WIDTH / 4);
  });

  test('of one beside a trace is known as far as the digest tells it', () => {
    const [a, b] = [traces[0] as PanelLane, digests[1] as PanelLane];
    const exact = comparedLine(congestion, [a, b]);
    expect(exact?.least.some((least, pixel) => least < (exact.most[pixel] as number))).toBe(true);
  });

  test('is drawn hatched between its extremes, and that is said', () => {
    const surface = new RecordingSurface(WIDTH, 48);
    paintDifference(congestion, digests, {
      ...{ surface, palette: PALETTE, lockedMax: null },
      axis: () => undefined,
    });
    expect(surface.rects.map(({ fill }) => fill.pattern)).toContain('diagonal');
    expect(differenceWords(congestion, digests)).toBe(
      'B − A: window (cwnd) (hatched: from least to most, as a digest tells it); above 0, B has more',
    );
    expect(differenceWords(congestion, traces)).toBe('B − A: window (cwnd); above 0, B has more');
  });

  test('tells no value at a time', () => {
    const at = congestion.amounts?.of(digests[0]?.context as PanelContext, 'cwnd', 3_000_000);
    expect(at).toBeNaN();
  });
});
