/**
 * Time needed: how long it took until so many bytes had arrived. Drawn over bytes delivered only (engine/service/compare/by-bytes.ts),
 * so it is no panel of the registry.
 */
import { duration } from '../../../engine/base/text/figures';
import { TIME_NEEDED } from '../../../engine/service/compare/by-bytes';
import { axisDuration } from '../../surface/ticks';
import { linePanel } from '../build/line-panel';
import { type LegendEntry, legendEntry, type PanelDefinition } from '../panel';

const LINES: readonly LegendEntry[] = [
  legendEntry(TIME_NEEDED, 'time needed', 'line', '--slot-1', { width: 2, dash: [] }),
];

export const timeNeeded: PanelDefinition = linePanel({
  id: TIME_NEEDED,
  fields: [],
  title: 'Time needed',
  about: {
    shows: 'How long after its first event a trace had delivered so many bytes.',
    good: 'A straight line: the transfer goes on at one rate. The lower line is the faster transfer.',
    bad: 'A step: nothing arrived for so long. A line that gets steeper: the transfer slows down.',
    axis: 'time since the first event',
  },
  height: 130,
  side: 'both',
  lines: LINES,
  linesOf: () => LINES,
  missing: 'nothing that arrived is logged.',
  format: duration,
  axisFormat: axisDuration,
  sentence: ([range]) => `The bytes in view had arrived ${range} after the first event.`,
});
