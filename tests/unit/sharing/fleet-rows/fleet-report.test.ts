/** What leaves the page of a fleet: sentences, groups, days and rows; names, dates and texts of versions each with its option. */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import {
  type FleetShown,
  fleetDocument,
  fleetRecord,
  sharedFleet,
} from '../../../../src/sharing/fleet-rows/fleet-report.ts';
import { toHtml } from '../../../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import {
  countedShare,
  FLEET_QUERY,
  fleetAnswer,
  fleetGroup,
  shownRow,
} from '../../../support/shown-fleet.ts';

const DAY = 864e5;
const AT = Date.UTC(2026, 10, 1);

const SHOWN: FleetShown = {
  name: 'november.parquet',
  query: { ...FLEET_QUERY, finding: 'death-spiral', filter: 'host = edge-*' },
  answer: fleetAnswer({
    ...{ rows: 40, shown: 34, copies: 2, undated: 3, total: { ...countedShare(9, 32), infos: 1 } },
    groups: [
      fleetGroup('quiche 0.31.0-rc1', { hits: 9, judged: 15, firstMs: AT + DAY, firstHitMs: AT + 2 * DAY }),
      fleetGroup('quiche 0.30.0', { hits: 0, judged: 17, firstMs: AT }),
    ],
    builds: {
      changes: [
        {
          ...{
            implementation: 'quiche',
            finding: 'death-spiral',
            sinceMs: AT + 2 * DAY,
            lostMs: 41e3,
            lostOf: 9,
          },
          build: { version: '0.31.0-rc1', hits: 9, judged: 15 },
          before: { version: '0.30.0', hits: 0, judged: 17 },
          difference: { share: 0.6, low: 0.3, high: 0.8 },
          hosts: [{ name: 'edge-1', traces: 9 }],
        },
      ],
      ...{ comparisons: 1, tooFew: [] },
    },
    timeline: {
      ...{ fromMs: AT, stepMs: DAY / 2 },
      lines: [{ id: null, judged: [4, 4, 0, 0, 12, 12], hits: [0, 0, 0, 0, 4, 5] }],
    },
  }),
  rows: [shownRow({ file: 'edge-1/a.sqlog', worst: 'death-spiral', marks: ['simulated'] })],
};
const ALL = { ...SHARE_NOTHING, fileName: true, wallClock: true, reasonPhrases: true };
const text = (options: typeof SHARE_NOTHING): string => {
  const shared = sharedFleet(SHOWN, options);
  const document = fleetDocument(shared);
  return `${toHtml(document)}\n${toMarkdown(document)}\n${JSON.stringify(fleetRecord(shared))}`;
};

describe('a fleet as it leaves', () => {
  test('begins with its sentences, then the shares with their intervals', () => {
    const words = toMarkdown(fleetDocument(sharedFleet(SHOWN, ALL)));
    expect(words).toContain(
      'quiche 0.31.0-rc1: Death spiral in 9 of 15 since 3 November 2026; 0.30.0: 0 of 17; on host edge-1 (9); 41.00 s lost per transfer',
    );
    expect(words).toMatch(
      /34 of 40 traces match a filter\. Death spiral: 9 of 32 judged, 28\.1 %.*; 1 more as info\. 2 copies not counted\./,
    );
    expect(words).toContain('3 traces whose log tells no date: in no first day.');
    expect(words).toMatch(/quiche 0\.31\.0-rc1 \| 15 \| 9 of 15 \| 60\.0 % .* \| 2026-11-02 \| 2026-11-03/);
    expect(words).toContain('edge-1/a.sqlog (simulated)');
  });

  test('has a picture of the groups, and one of the days, whose halves are one', () => {
    const shared = sharedFleet(SHOWN, ALL);
    const pictures = fleetDocument(shared).sections.find(({ id }) => id === 'pictures')?.blocks ?? [];
    expect(pictures.map((block) => block.kind === 'figure' && block.figure.title)).toEqual([
      'Share with Death spiral, by version',
      'Share with Death spiral, by day',
    ]);
    expect(fleetRecord(shared)).toMatchObject({
      days: [
        { day: '2026-11-01', hits: 0, judged: 8 },
        { day: '2026-11-03', hits: 9, judged: 24 },
      ],
      verdict: [expect.stringContaining('9 of 15'), expect.stringContaining('(Holm)')],
      total: { hits: 9, judged: 32, infos: 1 },
      groups: [
        { hits: 9, judged: 15, firstSeen: '2026-11-02T00:00:00.000Z' },
        { hits: 0, judged: 17 },
      ],
    });
  });

  test('names files and hosts, dates, and texts of versions with their options alone', () => {
    const nothing = text(SHARE_NOTHING);
    for (const secret of ['edge', 'november', '2026', 'rc1']) expect(nothing).not.toContain(secret);
    expect(nothing).toContain('quiche 0.31.0: Death spiral in 9 of 15; 0.30.0: 0 of 17; 41.00 s lost');
    expect(nothing).toContain('trace 1 (simulated)');
    expect(text({ ...SHARE_NOTHING, fileName: true })).toContain('edge-1');
    expect(text({ ...SHARE_NOTHING, wallClock: true })).toContain('3 November 2026');
    const byHost = sharedFleet({ ...SHOWN, query: { ...SHOWN.query, by: 'host' } }, SHARE_NOTHING);
    expect(byHost.answer.groups.map(({ id }) => id)).toEqual(['host 1', 'host 2']);
  });
});
