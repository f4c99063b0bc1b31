/** Gives points of a panel's plots to the layers that follow the pointer there: of plots of one trace, over time. */
import { useCallback, useContext } from 'react';
import type { Painted } from '../../../drawing/panels/panel';
import type { OpenSet } from '../../state/traces/open-trace';
import { LayersContext } from '../slots';
import { isByBytes } from './clock';
import type { PointerPlace } from './plot';
import type { PlotLayout } from './plot-layout';

export type PlotPointer = (
  layout: PlotLayout,
  kind: 'move' | 'click',
  at: PointerPlace | null,
  painted: Painted | null,
) => void;

/** @param panel id of the panel. */
export function usePlotPointer(set: OpenSet, panel: string): PlotPointer {
  const { canvas: layers } = useContext(LayersContext);
  return useCallback(
    ({ keys, kind: plotKind }, kind, at, painted) => {
      const [key, ...others] = keys;
      const member = set.members.find(({ trace }) => trace.key === key);
      if (member === undefined || others.length > 0 || plotKind !== 'lanes' || isByBytes(set)) return;
      const { trace, lane } = member;
      for (const { pointer } of layers) {
        if (pointer?.panels.includes(panel) !== true) continue;
        const point = at && painted && { ...at, timeUs: at.timeUs - lane.offsetUs, panel, painted };
        if (kind === 'move') pointer.onMove(trace, point);
        else if (point !== null) pointer.onClick(trace, point);
      }
    },
    [layers, set, panel],
  );
}
