/** Asks once before everything that is kept on this device is forgotten, and says what that is. */
import { type ReactNode, useState } from 'react';
import { plural } from '../../../engine/text/figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { noteCount } from '../../state/keep/kept-trace';

export function ForgetForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const app = useApp();
  const { traces } = useStore(app.recents);
  const [state, setState] = useState<'asked' | 'busy' | 'refused'>('asked');
  const notes = traces.reduce((sum, kept) => sum + noteCount(kept.notes), 0);
  const handles = traces.filter(({ handle }) => handle !== null).length;
  const forget = (): void => {
    setState('busy');
    // It is there since the page's first paint.
    import('./kept-parts')
      .then(({ keeping }) => app.feature(keeping).forgetEverything())
      .catch(() => setState('refused'));
  };
  return (
    <div className="forget-form" data-testid="forget-form">
      <header className="overlay-head">
        <h2>Forget everything on this device?</h2>
      </header>
      <p>This is kept in this browser, and will be gone:</p>
      <ul>
        <li>
          {traces.length === 0
            ? 'recent traces: none'
            : `${plural(traces.length, 'recent trace')}: names, sizes, last views${handles > 0 ? `, and the way back to ${plural(handles, 'file')}` : ''}`}
        </li>
        <li>
          {notes === 0
            ? 'notes: none'
            : `${plural(notes, 'note')}: the report of a trace is the way to save them first`}
        </li>
        <li>choices: theme, panels, hosts that you let the page fetch from</li>
      </ul>
      <p>
        Open traces are closed, and the page begins as on the first visit. Your files stay as they are. The
        page’s own program files stay too, so that it opens without a network; they hold nothing of yours.
      </p>
      {state === 'refused' && (
        <p role="alert">
          The browser did not let the page forget. Close other tabs of qlogscope and try again, or clear this
          site’s data in the browser’s settings.
        </p>
      )}
      <p className="forget-actions">
        {/* First, so that the keyboard begins on what does no harm. */}
        <button type="button" className="button" onClick={onClose}>
          Keep everything
        </button>
        <button
          type="button"
          className="button"
          data-testid="forget-everything"
          disabled={state === 'busy'}
          onClick={forget}
        >
          Forget everything
        </button>
      </p>
    </div>
  );
}
