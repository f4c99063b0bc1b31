/**
 * The set on the screen: progress or figures, messages, overview, panels, findings, events. Panels draw all of its traces;
 * figures, messages and cards are those of its lead.
 */
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { isSeveral } from '../../drawing/view/set-view';
import type { Message, Snapshot } from '../../engine/reading/contract/snapshot';
import { Button } from '../controls/button';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import { isBeside, onBeside } from '../state/drawer';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { hostOfTrace } from '../state/traces/trace-host';
import { Overview } from '../workbench/overview';
import { TimeAxis } from '../workbench/plot/time-axis';
import {
  type Card,
  type DrawerTab,
  FindingActionsContext,
  LayersContext,
  type TraceSlots,
} from '../workbench/slots';
import { Drawer } from './drawer';
import { Loading } from './loading';
import { Panels } from './panels';
import { PanelsByBytes } from './panels-by-bytes';
import { prominentMessages } from './prominent-messages';
import { RangeBar } from './range-bar';
import { RangeOpener } from './range-opener';
import { RunOpener } from './run-opener';
import { SkipPanels } from './skip-panels';
import { SummaryStrip } from './summary-strip';
import '../workbench/styles';

export function setScreen(slots: readonly TraceSlots[]): ComponentType<{ readonly set: OpenSet }> {
  const cards = slots.flatMap((slot) => slot.cards ?? []);
  const tabs = slots.flatMap(({ drawerTab }) => drawerTab ?? []);
  const findingActions = slots.flatMap((slot) => slot.findingActions ?? []);
  const layers = {
    canvas: slots.flatMap(({ canvasLayer }) => canvasLayer ?? []),
    axis: slots.flatMap(({ axisLayer }) => axisLayer ?? []),
  };
  return ({ set }) => (
    <LayersContext value={layers}>
      <FindingActionsContext value={findingActions}>
        <SetScreen set={set} cards={cards} tabs={tabs} />
      </FindingActionsContext>
    </LayersContext>
  );
}

interface SetScreenProps {
  readonly set: OpenSet;
  readonly cards: readonly Card[];
  readonly tabs: readonly DrawerTab[];
}

function SetScreen({ set, cards, tabs }: SetScreenProps): ReactNode {
  const { lead: trace } = set;
  const snapshot = useStore(trace.snapshot);
  // Its figures are in the table of the comparison.
  const ofSeveral = useSelected(set.view, isSeveral);
  const crash = useStore(trace.crash);
  useEffect(() => markShown(trace, snapshot), [trace, snapshot]);
  const hasEvents = (snapshot?.progress.events ?? 0) > 0;
  const loading = crash === null && (snapshot === null || !['ready', 'failed'].includes(snapshot.phase));
  const part = boundary(snapshot);
  const cardsAt = (...places: readonly Card['place'][]): ReactNode =>
    snapshot !== null && cardsOf(places, cards, trace, snapshot);
  const beside = useSyncExternalStore(onBeside, isBeside);
  return (
    <>
      {cardsAt('top')}
      {ofSeveral ? (
        <>
          {loading && part('The progress', <Loading trace={trace} snapshot={snapshot} />)}
          {hasEvents && cardsAt('headline')}
          {part('A message', <ProminentMessages trace={trace} snapshot={snapshot} />)}
        </>
      ) : (
        <section
          className="answer"
          data-testid="answer"
          aria-label="The answer"
          hidden={!loading && !hasEvents}
        >
          <div className="answer-verdict">
            {loading && part('The progress', <Loading trace={trace} snapshot={snapshot} />)}
            {!loading && hasEvents && cardsAt('headline')}
          </div>
          {hasEvents && snapshot !== null && (
            <div className="answer-status">
              {part(
                'The summary',
                <SummaryStrip trace={trace} snapshot={snapshot} host={loading ? null : hostOfTrace(trace)} />,
              )}
              {part('A message', <MessagesLine trace={trace} snapshot={snapshot} />)}
            </div>
          )}
        </section>
      )}
      {!ofSeveral && !hasEvents && part('A message', <ProminentMessages trace={trace} snapshot={snapshot} />)}
      {crash !== null && <CrashLine crash={crash} />}
      {hasEvents && snapshot !== null && (
        <>
          {cardsAt('above')}
          <Workbench
            set={set}
            snapshot={snapshot}
            cardsAt={cardsAt}
            side={beside ? cardsAt('side', 'float') : null}
          />
          {!beside && cardsAt('float')}
          {part(
            'The drawer',
            <Drawer trace={trace} snapshot={snapshot} tabs={tabs} side={beside ? null : cardsAt('side')} />,
          )}
        </>
      )}
    </>
  );
}

/** A snapshot is on the screen. */
function markShown(trace: OpenTrace, snapshot: Snapshot | null): void {
  if (snapshot === null) return;
  const { phase, findings, soFar } = snapshot;
  if (findings.length > 0 || (soFar?.findings.length ?? 0) > 0) trace.reach('first finding');
  if (phase === 'ready') trace.reach('verdict');
}

/** Puts a part of the screen into a boundary of its own, which another connection resets. */
function boundary(snapshot: Snapshot | null): (name: string, children: ReactNode) => ReactNode {
  return (name, children) => (
    <FailureBoundary part={name} resetOn={snapshot?.connection}>
      {children}
    </FailureBoundary>
  );
}

/** The cards that features register at some places, in their order; one that fails leaves the others. */
function cardsOf(
  places: readonly Card['place'][],
  cards: readonly Card[],
  trace: OpenTrace,
  snapshot: Snapshot,
): readonly ReactNode[] {
  return cards
    .filter((card) => places.includes(card.place))
    .map((card) => (
      <FailureBoundary key={card.part} part={card.part} resetOn={snapshot.connection}>
        <card.Content trace={trace} snapshot={snapshot} />
      </FailureBoundary>
    ));
}

/** The worker ended: its file can be read again. */
function CrashLine({ crash }: { readonly crash: Message }): ReactNode {
  const app = useApp();
  return (
    <MessageLine message={crash}>
      <Button data-testid="read-again" onClick={() => app.files.shownFile?.readAgain()}>
        Read again
      </Button>
    </MessageLine>
  );
}

interface ProminentMessagesProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot | null;
}

function ProminentMessages({ trace, snapshot }: ProminentMessagesProps): ReactNode {
  return prominentMessages(snapshot).map((message) => (
    <MessageLine key={`${message.kind} ${message.text}`} message={message}>
      {message.kind === 'too-large' && <RangeOpener trace={trace} />}
      {message.kind === 'run-question' && <RunOpener />}
    </MessageLine>
  ));
}

const LEVEL_WORDS = { error: 'Error', warning: 'Warning', note: 'Info' } as const;

/** The messages in one line that opens over what is below it: nothing moves for them. */
function MessagesLine({ trace, snapshot }: ProminentMessagesProps): ReactNode {
  const messages = prominentMessages(snapshot);
  const level = (['error', 'warning', 'note'] as const).find((one) =>
    messages.some((message) => message.level === one),
  );
  const first = messages.find((message) => message.level === level);
  if (level === undefined || first === undefined) return null;
  return (
    <details className={`answer-messages message-${level}`} data-testid="messages-line" data-level={level}>
      <summary title={first.text}>
        <strong>{LEVEL_WORDS[level]}</strong>
        {messages.length > 1 && ` +${messages.length - 1}`}: {first.text}
      </summary>
      <div className="answer-over">
        <ProminentMessages trace={trace} snapshot={snapshot} />
      </div>
    </details>
  );
}

interface WorkbenchProps {
  readonly set: OpenSet;
  readonly snapshot: Snapshot;
  readonly cardsAt: (place: Card['place']) => ReactNode;
  /** Null where it stands in the drawer. */
  readonly side: ReactNode;
}

/** What is drawn, over time or over bytes, and what stands beside it. */
function Workbench({ set, snapshot, cardsAt, side }: WorkbenchProps): ReactNode {
  const byBytes = useStore(set.byBytes);
  const part = boundary(snapshot);
  return (
    <div className="workbench" data-axis={byBytes === null ? 'time' : 'bytes'}>
      <div className="panels">
        <SkipPanels />
        {byBytes === null ? (
          <>
            <div className="workbench-head">
              {part(
                'The range',
                <RangeBar set={set} end={cardsAt('range-end')}>
                  {cardsAt('range')}
                </RangeBar>,
              )}
              {part('The overview', <Overview set={set} />)}
              {cardsAt('axis')}
            </div>
            {part('The panels', <Panels set={set} snapshot={snapshot} cards={cardsAt('panels')} />)}
            {part('The time axis', <TimeAxis set={set} />)}
          </>
        ) : (
          part('What is drawn over bytes', <PanelsByBytes set={byBytes} snapshot={snapshot} />)
        )}
      </div>
      {side !== null && (
        <div className="side" tabIndex={-1}>
          {side}
        </div>
      )}
    </div>
  );
}
