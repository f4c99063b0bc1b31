/** The shown trace: progress or figures, messages, overview, panels, findings, events. */
import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { AnswerPart } from '../../engine/contract/parts';
import type { Snapshot } from '../../engine/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenTrace } from '../state/open-trace';
import { hostOfTrace } from '../state/trace-host';
import { Overview } from '../workbench/overview';
import { FoldedPanel, Panel } from '../workbench/panel-frame';
import { type Card, LayersContext, type TraceSlots } from '../workbench/slots';
import { TimeAxis } from '../workbench/time-axis';
import { Loading } from './loading';
import { RangeBar } from './range-bar';
import { RangeOpener } from './range-opener';
import { SummaryStrip } from './summary-strip';
import '../workbench/styles';

/** The screen of a trace, with the parts that features register. */
export function traceScreen(slots: readonly TraceSlots[]): ComponentType<{ readonly trace: OpenTrace }> {
  const cards = slots.flatMap((slot) => slot.cards ?? []);
  const layers = {
    canvas: slots.flatMap(({ canvasLayer }) => canvasLayer ?? []),
    axis: slots.flatMap(({ axisLayer }) => axisLayer ?? []),
  };
  return ({ trace }) => (
    <LayersContext value={layers}>
      <TraceScreen trace={trace} cards={cards} />
    </LayersContext>
  );
}

interface TraceScreenProps {
  readonly trace: OpenTrace;
  readonly cards: readonly Card[];
}

function TraceScreen({ trace, cards }: TraceScreenProps): ReactNode {
  const snapshot = useStore(trace.snapshot);
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
      {hasEvents &&
        snapshot !== null &&
        part('The summary', <SummaryStrip snapshot={snapshot} host={loading ? null : hostOfTrace(trace)} />)}
      {crash !== null && (
        <MessageLine message={crash}>
          <button type="button" className="button" data-testid="read-again" onClick={() => trace.readAgain()}>
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
              {part('The range', <RangeBar trace={trace}>{cardsAt('range')}</RangeBar>)}
              {part('The overview', <Overview trace={trace} />)}
              {part('The panels', <Panels trace={trace} snapshot={snapshot} />)}
              {part('The time axis', <TimeAxis trace={trace} />)}
            </div>
            <div className="side">{cardsAt('side')}</div>
          </div>
          {cardsAt('below')}
        </>
      )}
    </>
  );
}

const panelPart = ({ title }: PanelDefinition): string => `The panel “${title}”`;

/** Panels with data in their order, then one line per panel without data. */
function Panels({ trace, snapshot }: { readonly trace: OpenTrace; readonly snapshot: Snapshot }): ReactNode {
  const app = useApp();
  const current = useStore(app.choices);
  const shown = shownPanels(current, snapshot);
  const drawn = shown.filter((panel) => missingOf(panel, snapshot) === null);
  const wanted = drawn.flatMap((panel) => panel.series).join(' ');
  const parts = drawn.flatMap((panel) => panel.parts ?? []).join(' ');
  useEffect(
    () => trace.want(wanted.split(' '), parts === '' ? [] : (parts.split(' ') as AnswerPart[])),
    [trace, wanted, parts],
  );
  const folded = snapshot.phase === 'ready' ? shown.filter((panel) => !drawn.includes(panel)) : [];
  return (
    <>
      {drawn.map((panel) => (
        <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={snapshot.connection}>
          <Panel trace={trace} definition={panel} neighbours={drawn.map(({ id }) => id)} />
        </FailureBoundary>
      ))}
      {folded.map((panel) => (
        <FailureBoundary key={panel.id} part={panelPart(panel)} resetOn={snapshot.connection}>
          <FoldedPanel trace={trace} definition={panel} reason={missingOf(panel, snapshot) ?? ''} />
        </FailureBoundary>
      ))}
    </>
  );
}
