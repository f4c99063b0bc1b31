/** Confirmation dialog before everything kept on this device is deleted; lists what that is. */
import { type ReactNode, useState } from 'react';
import { amount, plural } from '../../../engine/base/text/figures';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { copiesState } from '../../state/device/copies-state';
import { noteCount } from '../../state/device/recent-trace';

export function ForgetForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const app = useApp();
  const { traces } = useStore(app.recents);
  const [state, setState] = useState<'asked' | 'busy' | 'refused'>('asked');
  const notes = traces.reduce((sum, recent) => sum + noteCount(recent.notes), 0);
  const { keepCopies } = useStore(app.choices);
  const { copies, usedBytes } = useStore(app.feature(copiesState));
  const handles = traces.filter(({ handle }) => handle !== null).length;
  const forget = (): void => {
    setState('busy');
    // Already loaded after the page's first paint.
    import('./recents-parts')
      .then(({ recentsStart }) => app.feature(recentsStart).forgetEverything())
      .catch(() => setState('refused'));
  };
  return (
    <div className="forget-form" data-testid="forget-form">
      <header className="overlay-head">
        <h2>Forget everything on this device?</h2>
      </header>
      <p>This is kept in this browser and will be deleted:</p>
      <ul>
        <li>
          {traces.length === 0
            ? 'recent traces: none'
            : `${plural(traces.length, 'recent trace')}: names, sizes, last views${handles > 0 ? `, and access to ${plural(handles, 'file')}` : ''}`}
        </li>
        <li>
          {notes === 0
            ? 'notes: none'
            : `${plural(notes, 'note')}: to keep them, save a report of each trace first`}
        </li>
        <li>
          {!keepCopies || copies === null || copies.length === 0
            ? 'copies of local files: none'
            : `copies of ${plural(copies.length, 'local file')}: ${amount(usedBytes)}`}
        </li>
        <li>settings: theme, panels, hosts that the page may fetch from, whether copies are kept</li>
      </ul>
      <p>
        Open traces are closed, and the page restarts as on a first visit. Your files are not changed. The
        page’s own program files stay, so that it works offline; they hold none of your data.
      </p>
      {state === 'refused' && (
        <p role="alert">
          The browser refused to delete the data. Close other tabs of qlogscope and try again, or clear this
          site’s data in the browser’s settings.
        </p>
      )}
      <p className="forget-actions">
        {/* First, so that it has the initial focus. */}
        <Button onClick={onClose}>Keep everything</Button>
        <Button data-testid="forget-everything" disabled={state === 'busy'} onClick={forget}>
          Forget everything
        </Button>
      </p>
    </div>
  );
}
