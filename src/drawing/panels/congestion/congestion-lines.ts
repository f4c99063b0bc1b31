/** The lines of the congestion panel, which a close-up draws too. */
import { type LegendEntry, legendEntry } from '../panel';

export const CWND: LegendEntry = legendEntry('cwnd', 'window (cwnd)', 'line', '--cwnd', {
  width: 2.4,
  dash: [],
});
export const IN_FLIGHT: readonly LegendEntry[] = [
  legendEntry('bytes-in-flight', 'in flight', 'area', '--in-flight', { width: 1.2, dash: [] }),
  legendEntry('bytes-in-flight-rebuilt', 'in flight (rebuilt)', 'area', '--in-flight', {
    width: 1.2,
    dash: [],
  }),
];
/** In the order of the legend. */
export const LINES: readonly LegendEntry[] = [
  CWND,
  ...IN_FLIGHT,
  legendEntry('ssthresh', 'threshold (ssthresh)', 'dot', '--ssthresh', { width: 1.4, dash: [2, 3] }),
  legendEntry('bdp', 'path holds (BDP)', 'dash-dot-dot', '--slot-8', {
    width: 1.2,
    dash: [8, 2, 2, 2, 2, 2],
  }),
];
