/** The shown trace: progress or figures, messages, overview, panels, findings, events. */
import { type ReactNode, useEffect } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { AnswerPart } from '../../engine/contract/parts';
import type { Snapshot } from '../../engine/contract/snapshot';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { useStore } from '../controls/use-store';
import { EventsDrawer } from '../features/events/events-drawer';
import { Findings, Headline } from '../features/findings/findings';
import { MeasureBox } from '../features/measure/measure-box';
import { Notes } from '../features/notes/notes';
import { QualityPanel } from '../features/quality/quality-panel';
import { DigestLine } from '../features/share/digest-line';
import { choices } from '../state/choices';
import type { OpenTrace } from '../state/open-trace';
import { hostOfTrace } from '../state/trace-host';
import { Overview } from '../workbench/overview';
import { FoldedPanel, Panel } from '../workbench/panel-frame';
import { TimeAxis } from '../workbench/time-axis';
import { Loading } from './loading';
import { OpenScreen } from './open-screen';
import { RangeBar } from './range-bar';
import { RangeOpener } from './range-opener';
import { SummaryStrip } from './summary-strip';
// In the order of the cascade.
import './workbench.css';
import './panel-extras.css';
import './print.css';
import '../features/findings/findings.css';
import './model.css';
import './file-parts.css';
import '../features/events/events.css';
import '../features/measure/measure.css';
import '../features/notes/notes.css';

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
