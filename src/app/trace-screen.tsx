/** The shown trace: progress or figures, messages, overview, panels, findings, events. */
import { type ReactNode, useEffect } from 'react';
import { missingOf, shownPanels } from '../panels/catalogue';
import { Overview } from '../panels/overview';
import type { PanelDefinition } from '../panels/panel';
import { FoldedPanel, Panel } from '../panels/panel-frame';
import { TimeAxis } from '../panels/time-axis';
import { useStore } from '../panels/use-store';
import type { Snapshot } from '../protocol';
import type { AnswerPart } from '../protocol-parts';
import { choices } from '../session/choices';
import type { OpenTrace } from '../session/open-trace';
import { hostOfTrace } from '../session/remote-trace';
import { DigestLine } from './digest-line';
import { EventsDrawer } from './events-drawer';
import { FailureBoundary } from './failure-boundary';
import { Findings, Headline } from './findings';
import { Loading } from './loading';
import { MeasureBox } from './measure-box';
import { MessageLine } from './messages';
import { Notes } from './notes';
import { OpenScreen } from './open-screen';
import { QualityPanel } from './quality-panel';
import { RangeBar } from './range-bar';
import { RangeOpener } from './range-opener';
import { SummaryStrip } from './summary-strip';
// In the order of the cascade.
import './workbench.css';
import './panel-extras.css';
import './print.css';
import './findings.css';
import './model.css';
import './file-parts.css';
import './events.css';
import './measure.css';
import './notes.css';

export function TraceScreen({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const crash = useStore(trace.crash);
  const hasEvents = (snapshot?.progress.events ?? 0) > 0;
  const loading = crash === null && (snapshot === null || !['ready', 'failed'].includes(snapshot.phase));
  const failed = crash !== null || snapshot?.phase === 'failed';
  // The receiver's note decides how everything below is read: it does not wait behind a click.
  const loud = snapshot?.messages.filter(({ level, kind }) => level !== 'note' || kind === 'receiver') ?? [];
  const part = (name: string, children: ReactNode): ReactNode => (
    <FailureBoundary part={name} resetOn={snapshot?.connection}>
      {children}
    </FailureBoundary>
  );
  return (
    <>
      {snapshot?.digest !== undefined &&
        part('The line about the digest', <DigestLine trace={trace} snapshot={snapshot} />)}
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
        loud.map((message) => (
          <MessageLine key={`${message.kind} ${message.text}`} message={message}>
            {message.kind === 'too-large' && <RangeOpener trace={trace} />}
          </MessageLine>
        )),
      )}
      {hasEvents && snapshot !== null && (
        <>
          {part('Trace quality', <QualityPanel snapshot={snapshot} />)}
          {part('The headline', <Headline trace={trace} snapshot={snapshot} />)}
          <div className="workbench">
            <div className="panels">
              {part('The range', <RangeBar trace={trace} />)}
              {part('The overview', <Overview trace={trace} />)}
              {part('The panels', <Panels trace={trace} snapshot={snapshot} />)}
              {part('The time axis', <TimeAxis trace={trace} />)}
            </div>
            <div className="side">
              {part('The measurement', <MeasureBox trace={trace} snapshot={snapshot} />)}
              {part('The list of findings', <Findings trace={trace} snapshot={snapshot} />)}
              {part('The notes', <Notes trace={trace} snapshot={snapshot} />)}
            </div>
          </div>
          {part('The event list', <EventsDrawer trace={trace} />)}
        </>
      )}
      {failed && !hasEvents && part('The open screen', <OpenScreen />)}
    </>
  );
}

const panelPart = ({ title }: PanelDefinition): string => `The panel “${title}”`;

/** Panels with data in their order, then one line for each that has none. */
function Panels({ trace, snapshot }: { readonly trace: OpenTrace; readonly snapshot: Snapshot }): ReactNode {
  const current = useStore(choices);
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
