/** The plots of an experiment as files: the picture, and its data beside it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plotCsv } from '../../../../drawing/plots/plot-csv';
import { plotSvg } from '../../../../drawing/plots/plot-svg';
import type { Experiment } from '../../../../engine/simulator/lab/experiment';
import type { Plot } from '../../../../engine/simulator/lab/plot';
import { writing } from '../../output';

/** @param folder exists. @throws OutputFailed */
export async function writePlots(
  folder: string,
  { id, source }: Experiment,
  plots: readonly Plot[],
): Promise<void> {
  for (const plot of plots) {
    const path = join(folder, `${id}-${plot.id}`);
    await writing(`${path}.svg`, () => writeFile(`${path}.svg`, plotSvg(plot, { subtitle: source })));
    await writing(`${path}.csv`, () => writeFile(`${path}.csv`, plotCsv(plot)));
  }
}
