/** What stands there before a trace is open: what this is, where to drop, what to try. */
import type { ReactNode } from 'react';
import { pickFiles } from '../controls/open-button';
import { toggleOverlay } from '../controls/overlays';
import { EXAMPLES, exampleSource } from '../features/links/examples';
import { open } from '../state/trace-list';
import { RecentsPart } from './parts';

export function OpenScreen(): ReactNode {
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
          <button type="button" className="link" onClick={pickFiles}>
            choose files
          </button>
          ,{' '}
          <button
            type="button"
            className="link"
            data-testid="open-address"
            onClick={() => toggleOverlay('address')}
          >
            open a URL
          </button>
          , or paste one: <code>.qlog</code>, <code>.sqlog</code>, <code>.json</code> of any version, also in
          gzip, zstd or zip; several at once if you like.
        </p>
        <p className="privacy">
          Nothing leaves your browser: the file is read here and sent nowhere. A URL is fetched only after you
          have agreed to its host.
        </p>
      </div>
      <RecentsPart />
      <h2>Or look at a real one</h2>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example.file}>
            <button type="button" data-testid="example" onClick={() => open(exampleSource(example))}>
              <strong>{example.title}</strong>
              <span>{example.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="fine">quiche 0.30.0, 10 MB download, RTT 10 ms, 30 % loss during the first 2 s.</p>
    </div>
  );
}
