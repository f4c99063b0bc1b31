/** The screen before a trace is open: introduction, ways to open a trace, examples. */
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button';
import { filePicker } from '../controls/open-button';
import { useApp } from '../controls/use-app';
import type { AppState } from '../state/app-state';
import { EXAMPLES, exampleSource } from '../state/traces/examples';
import { PageSlots } from './page-slots';

/** The examples over one another: they are of one link, with the same loss. */
async function compareExamples(app: AppState): Promise<void> {
  const { compareTraces } = await import('../state/traces/compare-traces');
  const traces = EXAMPLES.map((example) => ({
    source: { source: exampleSource(example), name: example.file },
    connection: null,
  }));
  await compareTraces(app, traces);
}

export function OpenScreen(): ReactNode {
  const app = useApp();
  const [asksHow, setAsksHow] = useState(false);
  return (
    <div className="open-screen">
      <p className="lead">
        qlogscope reads QUIC traces (qlog), shows what the sender’s congestion controller did, and names what
        is wrong.
      </p>
      <div className="drop-zone">
        <p className="drop-words">Drop a trace anywhere on this page</p>
        <p>
          or{' '}
          <Button className="link" onClick={() => app.feature(filePicker).pick()}>
            choose files
          </Button>
          ,{' '}
          <Button className="link" data-testid="open-address" onClick={() => app.toggleDialog('address')}>
            open a URL
          </Button>
          , or paste either: <code>.qlog</code>, <code>.sqlog</code>, <code>.json</code> of any version, also
          in gzip or zstd.
        </p>
        <p>
          Many at once, as a folder, a zip or the URL of a listing, open as a table; rows of a fleet in{' '}
          <code>.parquet</code>.
        </p>
        <p className="privacy">
          Nothing leaves your browser: the file is read here and sent nowhere. A URL is fetched only after you
          have agreed to its host.
        </p>
      </div>
      <PageSlots place="open-screen" />
      <details data-testid="how-to-record" onToggle={({ currentTarget }) => setAsksHow(currentTarget.open)}>
        <summary>How do I record one?</summary>
        {asksHow && <PageSlots place="recording" />}
      </details>
      <h2>Or open an example: real traces</h2>
      <Button className="example-set" data-testid="example-set" onClick={() => void compareExamples(app)}>
        <strong>Three senders on the same lossy link, compared</strong>
        <span>
          CUBIC with the defect, CUBIC with the fix, and Reno over one another: what differs, and since when.
        </span>
      </Button>
      <p className="fine">Or one of them alone:</p>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example.file}>
            <Button
              className={null}
              data-testid="example"
              onClick={() => app.files.open(exampleSource(example))}
            >
              <strong>{example.title}</strong>
              <span>{example.text}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="fine">quiche 0.30.0, 10 MB download, RTT 10 ms, 30 % loss during the first 2 s.</p>
    </div>
  );
}
