/** The lines of the congestion panel, which a close-up draws too. */
import type { LegendEntry } from '../panel';

export const CWND: LegendEntry = {
  id: 'cwnd',
  label: 'window (cwnd)',
  swatch: 'line',
  color: '--cwnd',
  line: { width: 2.4, dash: [] },
};
export const IN_FLIGHT: readonly LegendEntry[] = [
  {
    id: 'bytes-in-flight',
    label: 'in flight',
    swatch: 'area',
    color: '--in-flight',
    line: { width: 1.2, dash: [] },
  },
  {
    id: 'bytes-in-flight-rebuilt',
    label: 'in flight (rebuilt)',
    swatch: 'area',
    color: '--in-flight',
    line: { width: 1.2, dash: [] },
  },
];
/** In the order of the legend. */
export const LINES: readonly LegendEntry[] = [
  CWND,
  ...IN_FLIGHT,
  {
    id: 'ssthresh',
    label: 'threshold (ssthresh)',
    swatch: 'dot',
    color: '--ssthresh',
    line: { width: 1.4, dash: [2, 3] },
  },
  {
    id: 'bdp',
    label: 'path holds (BDP)',
    swatch: 'dash-dot-dot',
    color: '--slot-8',
    line: { width: 1.2, dash: [8, 2, 2, 2, 2, 2] },
  },
];
