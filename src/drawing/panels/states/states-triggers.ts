/**
 * Why the stack says that it entered a congestion state (RFC 9002 §7.1, §7.6), on the panel of the states: a line along the
 * top, for each of the two reasons, while the state is one that was entered for it.
 */
import { withFurtherLines } from '../build/further-lines';
import { heldLines } from '../build/line-panel';
import { type LegendEntry, legendEntry, type PanelDefinition } from '../panel';

const TRIGGERS: readonly LegendEntry[] = [
  legendEntry(
    'state-by-persistent-congestion',
    'entered for persistent congestion, as logged',
    'line',
    '--loss',
    { width: 3, dash: [] },
  ),
  legendEntry('state-by-ecn', 'entered for congestion marks (CE), as logged', 'dash', '--ink', {
    width: 3,
    dash: [4, 2],
  }),
];

const TOP_PX = 3;
const OUTSIDE_PX = -9;

const words = (isSet: boolean): string => (isSet ? 'yes' : 'no');

/** The panel with the lines, where the log gives a reason. */
export function withTriggers(panel: PanelDefinition): PanelDefinition {
  return withFurtherLines(panel, {
    series: TRIGGERS.map(({ id }) => id),
    onStrips: true,
    linesOf: ({ snapshot }) => heldLines(TRIGGERS, snapshot),
    y: (flag) => (flag === 1 ? TOP_PX : OUTSIDE_PX),
    textAt: (flag) => words(flag === 1),
    textIn: (extremes) => words(extremes?.max === 1),
  });
}
