/**
 * The set on the screen: progress or figures, messages, overview, panels, findings, events. Panels draw all of its traces;
 * figures, messages and cards are those of its lead.
 */
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { AnswerPart } from '../../engine/contract/parts';
import type { Snapshot, WindowAnswer } from '../../engine/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet, OpenTrace } from '../state/open-trace';
import { hostOfTrace } from '../state/trace-host';
import { Overview } from '../workbench/overview';
import { FoldedPanel, Panel } from '../workbench/panel-frame';
import { type Card, LayersContext, type TraceSlots } from '../workbench/slots';
import { TimeAxis } from '../workbench/time-axis';
import { Loading } from './loading';
import { RangeBar } from './range-bar';
import { RangeOpener } from './range-opener';
import { SkipPanels } from './skip-panels';
import { SummaryStrip } from './summary-strip';
import '../workbench/styles';

/** The screen of a set, with the parts that features register. */
export function setScreen(slots: readonly TraceSlots[]): ComponentType<{ readonly set: OpenSet }> {
  const cards = slots.flatMap((slot) => slot.cards ?? []);
  const layers = {
    canvas: slots.flatMap(({ canvasLayer }) => canvasLayer ?? []),
    axis: slots.flatMap(({ axisLayer }) => axisLayer ?? []),
  };
  return ({ set }) => (
    <LayersContext value={layers}>
      <SetScreen set={set} cards={cards} />
    </LayersContext>
  );
}

interface SetScreenProps {
  readonly set: OpenSet;
  readonly cards: readonly Card[];
}

function SetScreen({ set, cards }: SetScreenProps): ReactNode {
  const app = useApp();
  const { lead: trace } = set;
  const snapshot = useStore(trace.snapshot);
  // Its figures are in the table of the comparison.
  const isSeveral = useSelected(set.view, ({ lanes }) => lanes.length > 1);
  const crash = useStore(trace.crash);
  const hasEvents = (snapshot?.progress.events ?? 0) > 0;
  const loading = crash === null && (snapshot === null || !['ready', 'failed'].includes(snapshot.phase));
  // The message about a receiver's trace matters for everything below: shown here, not in the folded trace quality.
  const prominent =
    snapshot?.messages.filter(({ level, kind }) => level !== 'note' || kind === 'receiver') ?? [];
  const part = (name: string, children: ReactNode): ReactNode => (
    <FailureBoundary part={name} resetOn={snapshot?.connection}>
      {children}
    </FailureBoundary>
  );
  const cardsAt = (place: Card['place']): ReactNode =>
    snapshot !== null &&
    cards
      .filter((card) => card.place === place)
      .map((card) => (
        <FailureBoundary key={card.part} part={card.part} resetOn={snapshot.connection}>
          <card.Content trace={trace} snapshot={snapshot} />
        </FailureBoundary>
      ));
  return (
    <>
      {cardsAt('top')}
      {loading && part('The progress', <Loading trace={trace} snapshot={snapshot} />)}
      {hasEvents && cardsAt('headline')}
      {hasEvents &&
        snapshot !== null &&
        !isSeveral &&
        part('The summary', <SummaryStrip snapshot={snapshot} host={loading ? null : hostOfTrace(trace)} />)}
      {crash !== null && (
        <MessageLine message={crash}>
          <button
            type="button"
            className="button"
            data-testid="read-again"
            onClick={() => app.files.shownFile?.readAgain()}
          >
            Read again
          </button>
        </MessageLine>
      )}
      {part(
        'A message',
        prominent.map((message) => (
          <MessageLine key={`${message.kind} ${message.text}`} message={message}>
            {message.kind === 'too-large' && <RangeOpener trace={trace} />}
          </MessageLine>
        )),
      )}
      {hasEvents && snapshot !== null && (
        <>
          {cardsAt('above')}
          <div className="workbench">
            <div className="panels">
              <SkipPanels />
              <div className="workbench-head">
                {part(
                  'The range',
                  <RangeBar set={set} end={cardsAt('range-end')}>
                    {cardsAt('range')}
                  </RangeBar>,
                )}
                {part('The overview', <Overview set={set} />)}
              </div>
              {part('The panels', <Panels set={set} snapshot={snapshot} cards={cardsAt('panels')} />)}
              {part('The time axis', <TimeAxis set={set} />)}
            </div>
            <div className="side" tabIndex={-1}>
              {cardsAt('side')}
            </div>
          </div>
          {cardsAt('below')}
        </>
      )}
    </>
  );
}

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

const panelPart = ({ title }: PanelDefinition): string => `The panel “${title}”`;

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
function Panels({ set, snapshot, cards }: PanelsProps): ReactNode {
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
  const wanted = drawn.flatMap((panel) => panel.series).join(' ');
  const parts = drawn.flatMap((panel) => panel.parts ?? []).join(' ');
  const keys = traces.map(({ key }) => key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces of the set by their keys
  useEffect(() => {
    for (const { trace } of set.members)
      trace.want(wanted.split(' '), parts === '' ? [] : (parts.split(' ') as AnswerPart[]));
  }, [set, keys, wanted, parts]);
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
