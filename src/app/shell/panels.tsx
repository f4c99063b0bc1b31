/** The panels of a set: those with data in their order, cards of features among them, and a line for each other one. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MOST_PANELS, type ShownPanels } from '../../drawing/panels/answer-panels';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf } from '../../drawing/panels/registry';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { shownPanels } from '../state/traces/shown-panels';
import type { PanelData } from '../state/traces/windows';
import { dataOf } from '../workbench/panel/panel-data';
import { FoldedPanel, Panel } from '../workbench/panel/panel-frame';
import { panelSight } from '../workbench/panel/panel-sight';
import { PanelChoices } from './panel-choices';

/** What a panel says in one line instead of drawing it: of a trace that is read, alone in its set. */
function oneValueOf(panel: PanelDefinition, { members, lead }: OpenSet): string | null {
  const snapshot = lead.snapshot.get();
  const whole = lead.overview.get();
  if (members.length > 1 || snapshot?.phase !== 'ready' || snapshot.digest !== undefined) return null;
  const visible = lead.view.get().range ?? lead.extent;
  const short = panel.tooShort?.(snapshot, visible) ?? null;
  return short ?? (whole === null ? null : (panel.oneValue?.(snapshot, whole) ?? null));
}

/**
 * What is shown while a trace is read stays in its place: further panels come below, at most six in all. Where the first packets showed the
 * other side of a connection, they begin anew.
 *
 * @param others of the same side, not shown.
 */
function soFar(
  shown: readonly PanelDefinition[],
  others: readonly PanelDefinition[],
  before: readonly PanelDefinition[],
): readonly PanelDefinition[] {
  const isOfSide = before.every((panel) => shown.includes(panel) || others.includes(panel));
  const steady = isOfSide ? before : [];
  return [...steady, ...shown.filter((panel) => !steady.includes(panel))].slice(
    0,
    Math.max(MOST_PANELS, shown.length),
  );
}

interface SteadyPanels {
  readonly shown: readonly PanelDefinition[];
  /** A panel that comes to another place at the verdict is drawn anew there. */
  readonly keyOf: (panel: PanelDefinition) => string;
}

/**
 * While the trace is read panels keep their places. At the verdict they become those of the answer, once, unless the user has touched
 * something meanwhile: then they stay, and the range bar offers the others.
 */
function useVerdict(set: OpenSet, snapshot: Snapshot, { shown: newest, others }: ShownPanels): SteadyPanels {
  const app = useApp();
  const before = useRef<readonly PanelDefinition[] | null>(null);
  const moved = useRef<readonly PanelDefinition[]>([]);
  const choices = useRef(app.choices.get());
  const isReady = snapshot.phase === 'ready';
  const { panels, selection, pinnedUs } = set.view.get();
  const places = before.current;
  const isTouched = (): boolean =>
    set.stepsTaken > 0 ||
    selection !== null ||
    pinnedUs !== null ||
    app.choices.get() !== choices.current ||
    window.scrollY > 0;
  const stays = isReady && places !== null && panels === null && isTouched();
  const shown = isReady || panels !== null ? newest : soFar(newest, others, places ?? []);
  if (isReady && places !== null && !stays) {
    const same = newest.findIndex((panel, at) => places[at] !== panel);
    moved.current = same < 0 ? [] : newest.slice(same).filter((panel) => places.includes(panel));
  }
  useLayoutEffect(() => {
    const ids = places?.map(({ id }) => id) ?? [];
    if (stays && ids.join() !== newest.map(({ id }) => id).join()) set.showPanels({ kind: 'only', ids });
    before.current = isReady ? null : shown;
  });
  return {
    shown,
    keyOf: (panel) => (moved.current.includes(panel) ? `${panel.id} of the answer` : panel.id),
  };
}

/** The first of them comes into sight when the user chooses it. */
function useShownFirst(chosen: string | null, first: string | undefined): void {
  const before = useRef(chosen);
  useEffect(() => {
    const isNew = chosen !== null && chosen !== before.current;
    before.current = chosen;
    if (isNew && first !== undefined)
      document.querySelector(`[data-panel="${CSS.escape(first)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, first]);
}

export const panelPart = ({ title }: PanelDefinition): string => `The panel “${title}”`;

interface PanelsProps {
  readonly set: OpenSet;
  /** Of the lead. */
  readonly snapshot: Snapshot;
  /** Of features, among the panels. */
  readonly cards: ReactNode;
}

/**
 * Panels of the answer with data of any trace in their order, the cards of features below the first, then one line per panel without data,
 * and the names of the others.
 */
export function Panels({ set, snapshot, cards }: PanelsProps): ReactNode {
  const app = useApp();
  useStore(app.choices);
  useSelected(set.view, ({ lanes }) => lanes);
  useSelected(set.view, ({ panels }) => panels);
  const { lead } = set;
  const traces = set.members.map(({ trace }) => trace);
  useSnapshots(traces);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const chosen = useSelected(lead.view, (view) => view.chosen);
  const newest = shownPanels(app, set);
  const { others } = newest;
  const { shown, keyOf } = useVerdict(set, snapshot, newest);
  const drawn = shown.filter((panel) =>
    traces.some(({ snapshot: newest }) => {
      const of = newest.get();
      return of !== null && missingOf(panel, of) === null;
    }),
  );
  useShownFirst(chosen, drawn[0]?.id);
  // Changes where another panel is one line.
  useSelected(lead.overview, () => drawn.filter((panel) => oneValueOf(panel, set) !== null).length);
  const keys = traces.map(({ key }) => key).join(' ');
  const ids = drawn.map(({ id }) => id).join(' ');
  const neighbours = useMemo(() => ids.split(' '), [ids]);
  const mounted = drawn.slice(0, useMountedCount(drawn.length, lead.state === 'loading'));
  // Changes where the visible range is too long for one of them, or no longer.
  useSelected(
    lead.view,
    ({ range }) => drawn.filter(({ tooShort }) => tooShort?.(snapshot, range ?? lead.extent) != null).length,
  );
  const drawnPart = (panel: PanelDefinition): ReactNode => {
    const value = opened.includes(panel.id) ? null : oneValueOf(panel, set);
    return (
      <FailureBoundary key={keyOf(panel)} part={panelPart(panel)} resetOn={keys}>
        {value === null ? (
          <Panel set={set} definition={panel} neighbours={neighbours} />
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
  const isReady = snapshot.phase === 'ready';
  const folded = isReady ? shown.filter((panel) => !drawn.includes(panel)) : [];
  return (
    <>
      <Wanted set={set} drawn={drawn} />
      {mounted.slice(0, 1).map(drawnPart)}
      {cards}
      {mounted.slice(1).map(drawnPart)}
      {folded.map((panel) => (
        <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={keys}>
          <FoldedPanel set={set} definition={panel} reason={missingOf(panel, snapshot) ?? ''} onOpen={null} />
        </FailureBoundary>
      ))}
      {isReady && <PanelChoices set={set} shown={shown} others={others} />}
    </>
  );
}

/**
 * The number of panels to mount: while a trace is read one more in each frame, so that no task of the main thread is long.
 * Those of a trace that is there are mounted together: a page that grew would lose the place that it was scrolled to.
 */
function useMountedCount(panels: number, isLoading: boolean): number {
  const app = useApp();
  const [mounted, setMounted] = useState(isLoading ? 1 : Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (mounted >= panels) return;
    const mountNext = (): void => flushSync(() => setMounted(mounted + 1));
    app.scheduler.oneByOne(mountNext);
    return () => app.scheduler.forget(mountNext);
  }, [app, mounted, panels]);
  return Math.min(mounted, panels);
}

interface WantedProps {
  readonly set: OpenSet;
  readonly drawn: readonly PanelDefinition[];
}

/** Requests what the panels in sight draw, of all traces of a set. It renders nothing, so that a scroll renders no panel. */
export function Wanted({ set, drawn }: WantedProps): ReactNode {
  const inSight = useStore(useApp().feature(panelSight).inSight);
  // Before anything is known of it, the first panel is taken to be in sight.
  const wanted = JSON.stringify(dataOf(drawn.filter(({ id }, at) => inSight.get(id) ?? at === 0)));
  const keys = set.members.map(({ trace }) => trace.key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces of the set by their keys
  useEffect(() => {
    for (const { trace } of set.members) trace.want(JSON.parse(wanted) as PanelData);
  }, [set, keys, wanted]);
  return null;
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
