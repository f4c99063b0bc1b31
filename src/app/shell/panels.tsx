/** The panels of a set: those with data in their order, cards of features among them, and a line for each other one. */
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { AnswerPart } from '../../engine/contract/parts';
import type { Snapshot, WindowAnswer } from '../../engine/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet, OpenTrace } from '../state/open-trace';
import { FoldedPanel, Panel } from '../workbench/panel-frame';

/** What a panel says in one line instead of drawing it: of a trace that is read, alone in its set. */
function oneValueOf(panel: PanelDefinition, { members, lead }: OpenSet): string | null {
  const snapshot = lead.snapshot.get();
  const whole = lead.overview.get();
  if (members.length > 1 || snapshot?.phase !== 'ready' || snapshot.digest !== undefined || whole === null)
    return null;
  return panel.oneValue?.(snapshot, whole) ?? null;
}

/** Changes where another panel may be one line: the overview is of a newer snapshot. */
const drawnAsOneLine = (whole: WindowAnswer | null, { revision }: Snapshot): boolean =>
  whole?.revision === revision;

export const panelPart = ({ title }: PanelDefinition): string => `The panel “${title}”`;

interface PanelsProps {
  readonly set: OpenSet;
  /** Of the lead. */
  readonly snapshot: Snapshot;
  /** Of features, among the panels. */
  readonly cards: ReactNode;
}

/**
 * Panels with data of any trace in their order, the cards of features below the first, then one line per panel without data.
 */
export function Panels({ set, snapshot, cards }: PanelsProps): ReactNode {
  const app = useApp();
  const current = useStore(app.choices);
  useSelected(set.view, ({ lanes }) => lanes);
  const traces = set.members.map(({ trace }) => trace);
  useSnapshots(traces);
  useSelected(set.lead.overview, (whole) => drawnAsOneLine(whole, snapshot));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const shown = shownPanels(current, snapshot);
  const drawn = shown.filter((panel) =>
    traces.some(({ snapshot: newest }) => {
      const of = newest.get();
      return of !== null && missingOf(panel, of) === null;
    }),
  );
  const keys = traces.map(({ key }) => key).join(' ');
  useWanted(set, drawn);
  const drawnPart = (panel: PanelDefinition): ReactNode => {
    const value = opened.includes(panel.id) ? null : oneValueOf(panel, set);
    return (
      <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={keys}>
        {value === null ? (
          <Panel set={set} definition={panel} neighbours={drawn.map(({ id }) => id)} />
        ) : (
          <FoldedPanel
            set={set}
            definition={panel}
            reason={value}
            onOpen={() => setOpened([...opened, panel.id])}
          />
        )}
      </FailureBoundary>
    );
  };
  const folded = snapshot.phase === 'ready' ? shown.filter((panel) => !drawn.includes(panel)) : [];
  return (
    <>
      {drawn.slice(0, 1).map(drawnPart)}
      {cards}
      {drawn.slice(1).map(drawnPart)}
      {folded.map((panel) => (
        <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={keys}>
          <FoldedPanel set={set} definition={panel} reason={missingOf(panel, snapshot) ?? ''} onOpen={null} />
        </FailureBoundary>
      ))}
    </>
  );
}

/** Requests what panels draw, of all traces of a set. */
export function useWanted(set: OpenSet, drawn: readonly PanelDefinition[]): void {
  const wanted = drawn.flatMap((panel) => panel.series).join(' ');
  const parts = drawn.flatMap((panel) => panel.parts ?? []).join(' ');
  const keys = set.members.map(({ trace }) => trace.key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces of the set by their keys
  useEffect(() => {
    for (const { trace } of set.members)
      trace.want(wanted.split(' '), parts === '' ? [] : (parts.split(' ') as AnswerPart[]));
  }, [set, keys, wanted, parts]);
}

/** Renders again when a trace of the set has a newer snapshot. */
function useSnapshots(traces: readonly OpenTrace[]): void {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const keys = traces.map(({ key }) => key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces by their keys
  useEffect(() => {
    const ends = traces.slice(1).map(({ snapshot }) => snapshot.subscribe(renderAgain));
    return () => {
      for (const end of ends) end();
    };
  }, [keys]);
}
