/** The bands of groups on one axis, and the sentence that says how their runs were moved. */
import { describe, expect, test } from 'vitest';
import type { RunSamples } from '../../../../src/engine/reading/contract/samples.ts';
import { alignedSentence, bandsModel } from '../../../../src/sharing/table/group-bands.ts';
import type { GroupOfRows } from '../../../../src/sharing/table/run-groups.ts';

function run(lastLossUs: number): RunSamples {
  return {
    ...{ connection: 0, outcome: 'finished', completedUs: 1e6, endUs: 1e6 },
    samples: {
      ...{ fromUs: 0, stepUs: 1e4 },
      series: [{ quantity: 'cwnd', values: new Float64Array(100).fill(lastLossUs) }],
    },
    landmarks: { startUs: 0, handshakeUs: 2e4, firstDataUs: 3e4, firstLossUs: Number.NaN, lastLossUs },
  };
}
const group = (name: string, ...losses: readonly number[]): GroupOfRows =>
  ({ name, nameFrom: 'files', rows: [], runs: losses.map(run) }) as unknown as GroupOfRows;

const GROUPS = [
  group('before', 1e5, 3e5, 2e5, 2e5, 2e5),
  group('after', 4e5, Number.NaN, 2e5, 2e5, 2e5, 2e5),
];

describe('the bands of groups', () => {
  test('count the runs of each that show the landmark, and those that do not', () => {
    const model = bandsModel(GROUPS, null);
    expect(model).toMatchObject({ at: 'last-loss', runs: [5, 5], without: 1, landmarkUs: 2e5 });
    expect(model.plots.map(({ bands }) => bands.length)).toEqual([2, 2]);
    expect(model.toUs).toBeGreaterThan(model.landmarkUs);
  });

  test('are laid by the landmark that the user chose', () => {
    expect(bandsModel(GROUPS, 'handshake')).toMatchObject({
      ...{ at: 'handshake', runs: [5, 6], without: 0, landmarkUs: 2e4 },
    });
  });

  test('are none where no run shows it', () => {
    const model = bandsModel(GROUPS, 'first-loss');
    expect(model).toMatchObject({ runs: [0, 0], without: 11, plots: [] });
    expect(alignedSentence(model)).toBe('No run shows the first loss.');
  });

  test('are said to be moved to the median of the landmark', () => {
    expect(alignedSentence(bandsModel(GROUPS, null))).toBe(
      'Every run is moved so that the last loss is at 0.200 s, the median of all.',
    );
  });
});
