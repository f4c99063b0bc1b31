/**
 * Lines above the trace about recent traces: a file that a link asks for can be opened again, the view of the
 * last visit is offered, a new version of the page is ready.
 */
import { type ReactNode, useState } from 'react';
import { instant } from '../../../engine/base/text/figures';
import { moment } from '../../../engine/base/text/moments';
import { Button } from '../../controls/button';
import { useStore } from '../../controls/use-store';
import { keyOf } from '../../state/device/recent-trace';
import { recentsStart } from './recents-start';
import type { ViewOffer } from './view-offer';
import './recents.css';
import { useApp } from '../../controls/use-app';

export function RecentsLines(): ReactNode {
  const app = useApp();
  const offer = useStore(app.feature(recentsStart).viewOffer);
  const { shown } = useStore(app.files.list);
  const reload = useStore(app.feature(recentsStart).newVersion);
  return (
    <>
      {reload !== null && (
        <Line testId="new-version" text="A new version of qlogscope is ready.">
          <Button onClick={reload}>Reload</Button>
        </Line>
      )}
      <KnownFile />
      {offer !== null && offer.file === shown?.lead.file && <Offer offer={offer} />}
    </>
  );
}

interface LineProps {
  readonly testId: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Line({ testId, text, children }: LineProps): ReactNode {
  return (
    <div className="message message-note recent-line" data-testid={testId} role="status">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** The file that a link asks for was open here, and the browser has a handle of it. */
function KnownFile(): ReactNode {
  const app = useApp();
  const request = useStore(app.linkRequest);
  const { traces } = useStore(app.recents);
  const [refused, setRefused] = useState<string | null>(null);
  if (request === null || request.recent !== undefined || request.other !== null) return null;
  const keys = request.pending.flatMap(({ ref, state }) => (state === 'waiting-for-file' ? keyOf(ref) : []));
  const recent = traces.find(({ key, handle }) => handle !== null && keys.includes(key));
  if (recent === undefined) return null;
  return (
    <Line
      testId="known-file"
      text={refused ?? `${recent.name} was open here ${moment(recent.openedAtMs, Date.now())}.`}
    >
      <Button onClick={() => void app.feature(recentsStart).openFile(recent).then(setRefused)}>
        Open it again
      </Button>
    </Line>
  );
}

function Offer({ offer: { recent } }: { readonly offer: ViewOffer }): ReactNode {
  const app = useApp();
  const { range } = recent.view;
  const what = range === null ? 'another view' : `${instant(range.fromUs)} to ${instant(range.toUs)}`;
  return (
    <Line
      testId="view-offer"
      text={`When this trace was open here ${moment(recent.openedAtMs, Date.now())}, you looked at ${what}.`}
    >
      <Button
        onClick={() => {
          app.feature(recentsStart).viewOffer.set(null);
          app.feature(recentsStart).reopen(recent);
        }}
      >
        Show that again
      </Button>
      <Button onClick={() => app.feature(recentsStart).viewOffer.set(null)}>Not now</Button>
    </Line>
  );
}
