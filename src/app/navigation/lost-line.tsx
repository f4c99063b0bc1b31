/** The line at the top that says what the page could not keep when it was loaded again, and how files of this device are kept. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import { CopiesLink } from './copies-link';
import { lostOnLoad } from './lost-on-load';

export function LostLine(): ReactNode {
  const store = useApp().feature(lostOnLoad);
  const lost = useStore(store);
  if (lost === null) return null;
  return (
    <div className="message message-note link-line" data-testid="lost-line" role="status">
      <p>The page was loaded again, and could not keep {lost.join(', ')}.</p>
      <div className="link-actions">
        <Button onClick={() => store.set(null)}>OK</Button>
        <CopiesLink />
      </div>
    </div>
  );
}
