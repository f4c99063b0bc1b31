/**
 * The bands of the groups over one another, one plot per quantity on one time axis: a chooser of what the runs are aligned
 * by, a legend, values at the cursor, and a table of the values for those who cannot see the plots.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import type { Viewport } from '../../../../drawing/surface/viewport';
import { plural } from '../../../../engine/base/text/figures';
import {
  alignmentWords,
  OUTLINE_LANDMARKS,
  type OutlineLandmark,
} from '../../../../engine/service/compare/align';
import { alignedSentence } from '../../../../sharing/table/group-bands';
import type { GroupOfRows } from '../../../../sharing/table/run-groups';
import { useStore } from '../../../controls/use-store';
import type { TableGroups } from '../../../state/table/table-groups';
import { drawTimeAxis } from '../../../workbench/paint/axes';
import { AXIS_PX } from '../../../workbench/plot/plot';
import { createCursor } from './band-cursor';
import { BandPlot } from './band-plot';
import { BandsTwin } from './bands-twin';
import { GroupSwatch } from './group-swatch';

/** Room for half a label at the right end. */
const RIGHT_PX = 24;
const AXIS_HEIGHT = 28;

interface GroupBandsProps {
  readonly groups: TableGroups;
  readonly shown: readonly GroupOfRows[];
}

export function GroupBands({ groups, shown }: GroupBandsProps): ReactNode {
  const landmark = useStore(groups.landmark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are what the bands are made of
  const model = useMemo(() => groups.bands, [groups, shown, landmark]);
  const linked = groups.linked?.bands ?? null;
  const [box, width] = useWidth();
  const cursor = useMemo(() => createCursor(), []);
  const { fromUs, toUs, plots } = model;
  const viewport: Viewport = useMemo(() => ({ fromUs, toUs, width }), [fromUs, toUs, width]);
  const axis = useRef<SVGSVGElement | null>(null);
  useEffect(() => {
    if (axis.current !== null && width > 0 && plots.length > 0) drawTimeAxis(axis.current, viewport, null);
  }, [viewport, width, plots]);
  if (shown.every(({ runs }) => runs.length === 0)) return null;
  return (
    <div className="group-bands" data-testid="group-bands" data-landmark={model.at} ref={box}>
      <div className="groups-head">
        <h3>Median and band of eight in ten runs</h3>
        <label>
          Aligned at{' '}
          <select
            className="field"
            data-testid="groups-landmark"
            value={model.at}
            onChange={({ target }) => groups.landmark.set(target.value as OutlineLandmark)}
          >
            {OUTLINE_LANDMARKS.map((at) => (
              <option key={at} value={at} disabled={linked !== null && at !== linked.at}>
                {alignmentWords({ at })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className="group-legend" aria-label="Groups in the plots">
        {shown.map(({ name }, place) => (
          <li key={laneLetter(place)}>
            <GroupSwatch place={place} /> <span className="group-letter">{laneLetter(place)}</span> {name},{' '}
            {plural(model.runs[place] ?? 0, 'run')}
          </li>
        ))}
      </ul>
      <p className="fine">
        {alignedSentence(model)}
        {model.without > 0 && ` ${plural(model.without, 'run')} without it left out.`} A run that has ended is
        in no band: the plot of runs shows how many go on, and a band may jump where one ends. Nothing is
        drawn where fewer than five of a group are left.
      </p>
      {plots.length === 0 ? (
        <p className="none">No group has five runs with a value: nothing to draw.</p>
      ) : (
        <>
          {plots.map(({ plot, bands }) => (
            <BandPlot
              key={plot.quantity}
              plot={plot}
              bands={bands}
              names={shown.map(({ name }) => name)}
              viewport={viewport}
              landmark={alignmentWords({ at: model.at }).replace(/^the /, '')}
              landmarkUs={model.landmarkUs}
              cursor={cursor}
            />
          ))}
          <div className="time-axis">
            <svg width="100%" height={AXIS_HEIGHT} ref={axis} role="img" aria-label="time axis">
              <g transform={`translate(${AXIS_PX},0)`} />
            </svg>
          </div>
          <BandsTwin model={model} names={shown.map(({ name }) => name)} />
        </>
      )}
    </div>
  );
}

/** Width of the plots in the measured element, whole CSS pixels; 0 before it is measured. */
function useWidth(): readonly [(element: HTMLDivElement | null) => void, number] {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const measure = (): void => setWidth(Math.max(50, Math.floor(element.clientWidth - AXIS_PX - RIGHT_PX)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
