/** The strip of a trace in the overview: alone, and as low as it is among several. */
import { expect, test } from 'vitest';
import { paintOverview } from '../../../../src/app/workbench/paint-overview.ts';
import { openTrace, PALETTE } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const ALONE_PX = 46;
const LOW_PX = 14;

test('alone a bar is the thicker the worse; in a low strip all are in one row, and the worst is painted last', async () => {
  const context = (await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'))).context();
  const severities = ['critical', 'warning', 'info'] as const;
  const snapshot = {
    ...context.snapshot,
    findings: severities.map((severity) => ({ ...context.snapshot.findings[0]!, severity, key: severity })),
  };
  const colors = severities.map((severity) => PALETTE.severity[severity]);
  const barsAt = (height: number) => {
    const surface = new RecordingSurface(context.viewport.width, height);
    paintOverview(surface, { ...context, snapshot }, PALETTE);
    return surface.rects.filter(({ fill }) => colors.includes(fill.color));
  };
  const alone = barsAt(ALONE_PX);
  expect(alone.map(({ y, height }) => [y, height])).toEqual([
    [24, 2],
    [19, 3],
    [14, 4],
  ]);
  const low = barsAt(LOW_PX);
  expect(low.map(({ fill }) => fill.color)).toEqual(colors.toReversed());
  expect(low.map(({ y, height }) => [y, height])).toEqual(colors.map(() => [0, 4]));
});
