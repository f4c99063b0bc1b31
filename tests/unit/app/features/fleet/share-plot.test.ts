/** The pictures of a fleet: gaps stay gaps, the largest groups keep their colours, and each has its figures as a sentence and a table. */
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { BeforePlot, CostPlot, SharePlot } from '../../../../../src/app/features/fleet/share-plot.tsx';
import { differenceInterval } from '../../../../../src/engine/service/compare/intervals.ts';
import type { BeforeAfter, FleetTimeline } from '../../../../../src/sharing/fleet-rows/contract.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { countedShare } from '../../../../support/shown-fleet.ts';

const DAY = 864e5;
const FROM = Date.UTC(2026, 2, 1);
const sentenceOf = (markup: Markup): string => markup.one('role', 'img').attribute('aria-label') ?? '';
const tableOf = (markup: Markup): readonly (readonly string[])[] =>
  markup
    .named('tr')
    .map((row) => [...row.named('th'), ...row.named('td')].map(({ words }) => words))
    .filter(([first]) => first !== 'UTC');

const TIMELINE: FleetTimeline = {
  fromMs: FROM,
  stepMs: DAY,
  lines: [
    { id: null, judged: [10, 10, 0, 10, 10], hits: [1, 2, 0, 5, 0] },
    { id: 'a', judged: [5, 5, 0, 0, 5], hits: [1, 2, 0, 0, 0] },
    { id: 'b', judged: [5, 0, 0, 5, 5], hits: [0, 0, 0, 5, 0] },
  ],
};

function shares(
  timeline: FleetTimeline,
  picked: string | null = null,
  by: 'host' | 'day' = 'host',
  undated = 0,
): Markup {
  return markupOf(createElement(SharePlot, { timeline, undated, title: 'Share with any alarm', by, picked }));
}

describe('shares over time', () => {
  /** Of each line, by its title: how many points each of its pieces has. */
  const pieces = (markup: Markup): { readonly [title: string]: readonly number[] } =>
    Object.fromEntries(
      markup
        .all('class')
        .filter((group) => /^fleet-line( all)?$/.test(group.attribute('class') ?? ''))
        .map((group) => [
          group.named('title')[0]?.words ?? '',
          group.named('path').map((path) => (path.attribute('d') ?? '').split(/[MLh]/).length - 1),
        ]),
    );

  test('have a gap where nothing was judged, and a dash for a step alone', () => {
    expect(pieces(shares(TIMELINE))).toEqual({ All: [2, 2], a: [2, 2], b: [2, 2] });
    const alone = { ...TIMELINE, lines: TIMELINE.lines.slice(0, 2) };
    expect(pieces(shares(alone)).a?.length).toBe(2);
    expect(shares(alone).html).toMatch(/M[\d.]+,[\d.]+h4/);
    // The interval too.
    expect(shares(TIMELINE).all('class', 'fleet-band')).toHaveLength(2);
  });

  test('tell from where to where, per which step, and the least and the most of all', () => {
    const words = 'Share with any alarm per day, 2026-03-01 to 2026-03-05: from 0.0 % to 50.0 %.';
    expect(sentenceOf(shares(TIMELINE))).toBe(words);
    expect(shares(TIMELINE, null, 'host', 116).words).toContain(
      '; without 116 traces whose log tells no date',
    );
    expect(sentenceOf(shares({ ...TIMELINE, stepMs: 3.6e6 }))).toContain(
      'per hour, 2026-03-01 to 2026-03-01',
    );
    expect(sentenceOf(shares({ ...TIMELINE, stepMs: 7 * DAY }))).toContain(
      'per 7 days, 2026-03-01 to 2026-03-29',
    );
  });

  test('stand in a table, a line per step, also those without one that was judged', () => {
    expect(tableOf(shares(TIMELINE))).toEqual([
      ['2026-03-01', '10', '10.0 % (1.8 to 40.4 %)'],
      ['2026-03-02', '10', '20.0 % (5.7 to 51.0 %)'],
      ['2026-03-03', '0', '–'],
      ['2026-03-04', '10', '50.0 % (23.7 to 76.3 %)'],
      ['2026-03-05', '10', '0.0 % (0.0 to 27.8 %)'],
    ]);
    expect(tableOf(shares({ ...TIMELINE, stepMs: 3.6e6 }))[1]?.[0]).toBe('2026-03-01T01');
  });

  test('of a group that is compared leave the other groups out, which keeps its colour', () => {
    const markup = shares(TIMELINE, 'b');
    expect(Object.keys(pieces(markup)).toSorted()).toEqual(['All', 'b']);
    const colours = (of: Markup): readonly (string | null)[] =>
      of.all('style').map((one) => one.attribute('style'));
    expect(colours(markup)).toEqual(['--lane:var(--slot-2)']);
    expect(colours(shares(TIMELINE))).toEqual(['--lane:var(--slot-2)', '--lane:var(--slot-1)']);
    // One beyond the lines that are drawn leaves all.
    expect(Object.keys(pieces(shares(TIMELINE, 'z')))).toHaveLength(3);
  });

  test('of groups that are days are one line', () => {
    expect(Object.keys(pieces(shares(TIMELINE, null, 'day')))).toEqual(['All']);
  });
});

describe('what it cost', () => {
  const cost = (unknown: number): Markup =>
    markupOf(
      createElement(CostPlot, {
        cost: { edgesMs: [10, 100, 1000, 10_000], rows: [3, 0, 1], unknown },
        title: 'Death spiral',
      }),
    );

  test('is counted in bins, and those of which it is not known beside them', () => {
    expect(sentenceOf(cost(0))).toBe('What Death spiral cost: 4 traces, from 10.0 ms to 10.00 s each.');
    expect(sentenceOf(cost(2))).toContain('; of 2 traces it is not known.');
    expect(cost(2).words).toContain('; 2 not known');
    expect(tableOf(cost(0))).toEqual([
      ['10.0 ms to 100 ms', '3'],
      ['100 ms to 1.00 s', '0'],
      ['1.00 s to 10.00 s', '1'],
    ]);
  });

  test('is drawn: equal factors have equal widths, and the most has the whole height', () => {
    const bins = cost(0).all('class', 'fleet-bin');
    const figures = (name: string): readonly number[] => bins.map((bin) => Number(bin.attribute(name)));
    const [first, second, third] = figures('width');
    expect(second).toBeCloseTo(first as number);
    expect(third).toBeCloseTo(first as number);
    const [high, none, low] = figures('height');
    expect(none).toBe(0);
    expect(low).toBeCloseTo((high as number) / 3);
  });
});

describe('a group against what it is held against', () => {
  const compared = (group: number, before: number, total = 30, all: number | null = null): BeforeAfter => {
    const [own, earlier] = [countedShare(group, total), countedShare(before, total)];
    return {
      ...{ id: 'quiche 0.31.0', group: own },
      others: [
        { kind: 'previous', id: 'quiche 0.30.0', share: earlier },
        ...(all === null ? [] : [{ kind: 'earlier', id: '', share: countedShare(all, 60) } as const]),
      ],
      difference: Number.isNaN(own.share) ? null : differenceInterval(own, earlier),
    };
  };
  const plot = (of: BeforeAfter): Markup =>
    markupOf(createElement(BeforePlot, { compared: of, by: 'version', title: 'Share with any alarm' }));

  test('says the difference in points with its interval, and that it may be chance where that holds 0', () => {
    expect(plot(compared(24, 0)).all('class', 'fleet-verdict')[0]?.words).toBe(
      'quiche 0.31.0: +80 points (95 % interval +59 to +90) against quiche 0.30.0.',
    );
    expect(plot(compared(3, 15)).words).toMatch(
      /: −40 points \(95 % interval −5\d to −1\d\) against quiche 0\.30\.0\./,
    );
    expect(plot(compared(4, 3)).words).toMatch(/: \+3 points .* against quiche 0\.30\.0: it may be chance\./);
    expect(plot(compared(3, 0, 4)).words).toContain(
      'quiche 0.31.0 against quiche 0.30.0: too few were judged, 5 of each are needed.',
    );
    const first: BeforeAfter = { id: 'a 1', group: countedShare(1, 9), others: [], difference: null };
    expect(plot(first).words).toContain('Nothing is before a 1, by the dates of logs.');
  });

  test('has the numbers of all, from 0 to 100 %, what was not judged as none', () => {
    const markup = plot(compared(24, 3, 30, 0));
    expect(tableOf(markup)).toEqual([
      ['all before it', '0.0 % (0.0 to 6.0 %)', '0 of 60'],
      ['before: quiche 0.30.0', '10.0 % (3.5 to 25.6 %)', '3 of 30'],
      ['quiche 0.31.0', '80.0 % (62.7 to 90.5 %)', '24 of 30'],
    ]);
    expect(markup.named('circle').map((point) => Number(point.attribute('cx')))).toEqual([
      12,
      12 + 0.1 * 316,
      12 + 0.8 * 316,
    ]);
    expect(plot(compared(0, 0, 0)).words).toContain('before: quiche 0.30.0: none judged');
  });
});
