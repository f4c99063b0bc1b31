/** The report about groups: the text of the page, its two pictures with values where they are due, and every run by its name. */
import { expect, test } from 'vitest';
import type { RunSamples } from '../../../../src/engine/reading/contract/samples.ts';
import { figuresOf } from '../../../../src/sharing/report/document/document.ts';
import { toHtml } from '../../../../src/sharing/report/document/html.ts';
import { bandsModel } from '../../../../src/sharing/table/group-bands.ts';
import { groupsReport } from '../../../../src/sharing/table/groups-report.ts';
import { documentOf, groupsSaid } from '../../../../src/sharing/table/groups-text.ts';
import type { GroupOfRows } from '../../../../src/sharing/table/run-groups.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

const run: RunSamples = {
  ...{ connection: 0, outcome: 'finished', completedUs: 1e6, endUs: 1e6 },
  samples: {
    ...{ fromUs: 0, stepUs: 1e4 },
    series: [{ quantity: 'cwnd', values: new Float64Array(100).fill(5) }],
  },
  landmarks: { startUs: 0, handshakeUs: 2e4, firstDataUs: 3e4, firstLossUs: 1e5, lastLossUs: 2e5 },
};

function groupOf(name: string, hits: number, runs: readonly RunSamples[]): GroupOfRows {
  const rows = Array.from({ length: 10 }, (_, i) =>
    madeRow(`${name}-${i}<b>`, {
      findings: i < hits ? [madeFinding('death-spiral', 'critical', 1e6, 3e6)] : [],
    }),
  );
  return { name, nameFrom: 'user', rows, copies: 0, runs };
}

const SIX = Array.from({ length: 6 }, () => run);
const GROUPS = [groupOf('ill', 8, SIX), groupOf('well', 0, SIX)];

test('holds all that the page says, then the pictures, then the runs', () => {
  const said = groupsSaid(GROUPS);
  const report = groupsReport(said, GROUPS, bandsModel(GROUPS, null));
  expect(report.sections.map(({ id }) => id)).toEqual(['verdict', 'shares', 'pictures', 'figures', 'runs']);
  for (const section of documentOf(said).sections) expect(report.sections).toContainEqual(section);
  const html = toHtml(report);
  for (const { rows } of GROUPS)
    for (const { name } of rows) expect(html).toContain(name.replace('<b>', '&lt;b&gt;'));
});

test('has the bars of both groups as long as their shares, and no bands without samples', () => {
  const [shares, bands] = figuresOf(
    groupsReport(groupsSaid(GROUPS), GROUPS, bandsModel(GROUPS, 'handshake')),
  );
  expect(shares?.figure.svg).toContain('8 of 10');
  // 0 and 100 % are 408 pixels apart: a bar of 80 %, and lines from 49 to 94 % and from 0 to 28 % (Wilson of 8 and 0 of 10).
  expect(shares?.figure.svg).toMatch(/326\.4/);
  expect(bands?.figure.svg).toContain('Congestion window (cwnd)');
  expect(bands?.caption).toContain('the completed handshake is at 0.020 s');
  const unread = GROUPS.map((group) => ({ ...group, runs: [] }));
  expect(figuresOf(groupsReport(groupsSaid(unread), unread, bandsModel(unread, null)))).toHaveLength(1);
});

test('without a finding there is no picture of shares', () => {
  const clean = [groupOf('a', 0, []), groupOf('b', 0, [])];
  const report = groupsReport(groupsSaid(clean), clean, bandsModel(clean, null));
  expect(figuresOf(report)).toEqual([]);
  expect(report.sections.map(({ id }) => id)).not.toContain('pictures');
});
