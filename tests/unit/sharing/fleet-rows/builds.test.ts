/** Builds against the ones before them: which finding differs, since when, where, and what it cost; by hand, and in words. */
import { describe, expect, test } from 'vitest';
import type { BuildChanges } from '../../../../src/sharing/fleet-rows/contract.ts';
import { Fleet } from '../../../../src/sharing/fleet-rows/fleet.ts';
import { buildsNote, changeSentence } from '../../../../src/sharing/fleet-rows/said.ts';
import type { FleetTrace } from '../../../../src/sharing/fleet-rows/schema.ts';
import { fleetRow, ill, parquetOf, sourceOf } from '../../../support/fleet-files.ts';

const DAY = 864e5;
const AT = Date.UTC(2026, 10, 1);

async function changesOf(
  rows: readonly FleetTrace[],
  finding: string | null = null,
  filter = '',
): Promise<BuildChanges> {
  const fleet = await Fleet.open([sourceOf(parquetOf(rows))], () => undefined);
  const order = { key: 'file', reversed: false } as const;
  return (await fleet.query({ filter, finding, by: 'host', picked: null, order })).builds;
}

const times = (n: number, row: (i: number) => FleetTrace): readonly FleetTrace[] =>
  Array.from({ length: n }, (_, i) => row(i));

/** Traces of a build that begin on a day, so many with a spiral. */
function build(
  version: string,
  day: number,
  [hits, judged]: readonly [number, number],
  known: Partial<FleetTrace> = {},
) {
  const of = { implementation: 'quiche', version, recorded_from: 'log', ...known };
  const recorded = (i: number): number => AT + day * DAY + i * 3600e3;
  return [
    ...times(judged - hits, (i) => fleetRow({ ...of, file: `${version}-${i}`, recorded: recorded(i) })),
    ...times(hits, (i) =>
      ill({
        ...{ ...of, file: `${version}-ill-${i}`, recorded: recorded(i + 24), alarms: 'death-spiral' },
        ...{ findings: 'death-spiral', host: `edge-${i % 2}`, cost_ms: 40_000 + i * 250 },
      }),
    ),
  ];
}

const sentences = ({ changes }: BuildChanges): readonly string[] =>
  changes.map((change) => changeSentence(change, true));

describe('a build', () => {
  const rows = [...build('0.30.0', 0, [0, 17]), ...build('0.31.0', 1, [9, 15])];

  test('that spirals is told in a sentence', async () => {
    expect(sentences(await changesOf(rows))).toEqual([
      'quiche 0.31.0: Death spiral in 9 of 15 since 3 November 2026; 0.30.0: 0 of 17; on hosts edge-0 (5) and edge-1 (4); ' +
        '41.00 s lost per transfer (median of 9). +60 points (95 % interval +30 to +80).',
    ]);
    const [change] = (await changesOf(rows)).changes;
    expect(change && changeSentence(change, false)).not.toContain('edge');
  });

  test('is held against the one before it of the same implementation alone, by dates of logs', async () => {
    const others = [
      ...build('1.0', 0, [17, 17], { implementation: 'ngtcp2' }),
      // Between the two by the date of its file only.
      ...build('0.30.1', 0.5, [15, 15], { recorded_from: 'file' }),
      ...build('', 0.6, [9, 9]),
    ];
    expect(sentences(await changesOf([...others, ...rows]))).toEqual(sentences(await changesOf(rows)));
  });

  test('without five judged of both is not compared, which is said', async () => {
    const few = await changesOf([...build('0.30.0', 0, [0, 17]), ...build('0.31.0', 1, [4, 4])]);
    expect(few.changes).toEqual([]);
    expect(buildsNote(few)).toBe(
      'quiche 0.31.0 is not compared with 0.30.0: 4 and 17 judged, 5 of each are needed.',
    );
  });

  test('that is better is told too, after those that are worse', async () => {
    const all = await changesOf([...rows, ...build('0.32.0', 4, [0, 20])]);
    expect(all.comparisons).toBe(2);
    expect(sentences(all)).toEqual([
      expect.stringContaining('quiche 0.31.0: Death spiral in 9 of 15'),
      'quiche 0.32.0: Death spiral in 0 of 20; 0.31.0: 9 of 15. −60 points (95 % interval −80 to −31).',
    ]);
    expect(buildsNote(all)).toBe(
      'Builds, each against the one before it of the same implementation, by the first day in the logs: 2 comparisons, 5 % of error in all (Holm).',
    );
  });

  test('of which only what is asked for is compared, within what matches', async () => {
    expect((await changesOf(rows, 'pto-storm')).changes).toEqual([]);
    expect((await changesOf(rows, 'death-spiral')).changes).toHaveLength(1);
    const apart = await changesOf(rows, null, 'version = 0.31.0');
    expect([apart.comparisons, buildsNote(apart)]).toEqual([0, '']);
  });
});

test('what is no alarm, or cannot be judged, is no hit, and that of a failure is not judged', async () => {
  const known = { implementation: 'quiche', version: '2', recorded_from: 'log', recorded: AT + DAY };
  const rows = [
    ...build('1', 0, [0, 10]),
    ...times(6, () => fleetRow({ ...known, findings: 'death-spiral', alarms: '' })),
    ...times(6, () => fleetRow({ ...known, not_judged: 'death-spiral' })),
    ...times(6, () => ill({ ...known, severity: 'failed' })),
    ...times(6, () => ill({ ...known, alarms: 'death-spiral', findings: 'death-spiral', cost_ms: null })),
  ];
  const { changes } = await changesOf(rows, 'death-spiral');
  expect(changes).toMatchObject([{ build: { version: '2', hits: 6, judged: 12 }, lostOf: 0, hosts: [] }]);
  expect(changes.map((one) => changeSentence(one, true))[0]).toMatch(
    /^quiche 2: Death spiral in 6 of 12 since 2 November 2026; 1: 0 of 10\. \+50 points/,
  );
});

test('several at once must each be clearer', async () => {
  // 7 of 15 against 1 of 17: an interval that does not hold 0, alone.
  const alone = [...build('0.30.0', 0, [1, 17]), ...build('0.31.0', 1, [7, 15])];
  expect((await changesOf(alone)).changes).toHaveLength(1);
  const many = times(30, (i) => fleetRow({ implementation: `stack ${i >> 1}` })).flatMap(
    ({ implementation }, i) => build(`1.${i % 2}`, i % 2, [1, 10], { implementation }),
  );
  expect(await changesOf([...alone, ...many])).toMatchObject({ changes: [], comparisons: 16 });
});

test('more hosts than are named have their number first', async () => {
  const rows = [...build('1', 0, [0, 20]), ...build('2', 1, [20, 20])].map((row, i) =>
    row.worst === null ? row : { ...row, host: `edge-${i % 7}` },
  );
  expect(sentences(await changesOf(rows))[0]).toMatch(
    /; on 7 hosts, most on edge-\d \(3\), edge-\d \(3\) and edge-\d \(3\);/,
  );
});
