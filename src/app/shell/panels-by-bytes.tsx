/**
 * The traces of a set over bytes delivered: the time that each needed, and the panels that are neither rates nor shares of time.
 * What features draw over panels, notes and measurements among it, has its place in time, and is not drawn here.
 */
import type { ReactNode } from 'react';
import { timeNeeded } from '../../drawing/panels/lanes/time-needed';
import { missingOf, sidePanels } from '../../drawing/panels/registry';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet } from '../state/traces/open-trace';
import { Panel } from '../workbench/panel/panel-frame';
import { TimeAxis } from '../workbench/plot/time-axis';
import { LayersContext } from '../workbench/slots';
import { panelPart, Wanted } from './panels';
import { RangeBar } from './range-bar';

const NO_LAYERS = { canvas: [], axis: [] };

interface PanelsByBytesProps {
  /** Of traces over bytes. */
  readonly set: OpenSet;
  /** Of the lead. */
  readonly snapshot: Snapshot;
}

export function PanelsByBytes({ set, snapshot }: PanelsByBytesProps): ReactNode {
  const app = useApp();
  const current = useStore(app.choices);
  useSelected(set.view, ({ lanes }) => lanes);
  const keys = set.members.map(({ trace }) => trace.key).join(' ');
  const shown = sidePanels(current, snapshot).filter((panel) =>
    set.members.some(({ trace }) => {
      const of = trace.snapshot.get();
      return of !== null && missingOf(panel, of) === null;
    }),
  );
  const drawn = [timeNeeded, ...shown.filter(({ byBytes }) => byBytes)];
  const others = shown.filter(({ byBytes }) => !byBytes).map(({ title }) => title);
  return (
    <LayersContext value={NO_LAYERS}>
      <div className="workbench-head">
        <RangeBar set={set} end={null}>
          {null}
        </RangeBar>
      </div>
      <Wanted set={set} drawn={drawn} />
      {drawn.map((panel) => (
        <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={keys}>
          <Panel set={set} definition={panel} neighbours={drawn.map(({ id }) => id)} />
        </FailureBoundary>
      ))}
      <p className="panel-note" data-testid="time-only">
        Every trace begins at 0 bytes. On the axis of time only:{' '}
        {[...others, 'alignment', 'findings', 'notes', 'measurements', 'links'].join(', ')}.
      </p>
      <TimeAxis set={set} />
    </LayersContext>
  );
}
