/** The shown trace: progress or figures, messages, overview, panels, findings, events. */
import { type ReactNode, useEffect } from 'react';
import { missingOf, shownPanels } from '../panels/catalogue';
import { Overview } from '../panels/overview';
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
  return (
    <>
      {snapshot?.digest !== undefined && <DigestLine trace={trace} snapshot={snapshot} />}
      {loading && <Loading trace={trace} snapshot={snapshot} />}
      {hasEvents && snapshot !== null && (
        <SummaryStrip snapshot={snapshot} host={loading ? null : hostOfTrace(trace)} />
      )}
      {crash !== null && <MessageLine message={crash} />}
      {loud.map((message) => (
        <MessageLine key={`${message.kind} ${message.text}`} message={message}>
          {message.kind === 'too-large' && <RangeOpener trace={trace} />}
        </MessageLine>
      ))}
      {hasEvents && snapshot !== null && (
        <>
          <QualityPanel snapshot={snapshot} />
          <Headline trace={trace} snapshot={snapshot} />
          <div className="workbench">
            <div className="panels">
              <RangeBar trace={trace} />
              <Overview trace={trace} />
              <Panels trace={trace} snapshot={snapshot} />
              <TimeAxis trace={trace} />
            </div>
            <div className="side">
              <MeasureBox trace={trace} snapshot={snapshot} />
              <Findings trace={trace} snapshot={snapshot} />
              <Notes trace={trace} snapshot={snapshot} />
            </div>
          </div>
          <EventsDrawer trace={trace} />
        </>
      )}
      {failed && !hasEvents && <OpenScreen />}
    </>
  );
}

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
        <Panel key={panel.id} trace={trace} definition={panel} neighbours={drawn.map(({ id }) => id)} />
      ))}
      {folded.map((panel) => (
        <FoldedPanel
          key={panel.id}
          trace={trace}
          definition={panel}
          reason={missingOf(panel, snapshot) ?? ''}
        />
      ))}
    </>
  );
}
