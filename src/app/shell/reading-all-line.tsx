/** Progress of reading several files, and Cancel for all of them. */
import type { ReactNode } from 'react';
import { count, percent } from '../../engine/base/text/figures';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';

export function ReadingAllLine(): ReactNode {
  const app = useApp();
  const reading = useStore(app.files.readingAll);
  if (reading === null) return null;
  const { ended, total, share } = reading;
  const words = `${count(ended)} of ${count(total)} files read`;
  return (
    <div className="loading" data-testid="reading-all" data-ended={ended} data-total={total}>
      <span className="loading-phase">{words}</span>
      <progress aria-label={words} max={1} value={share} />
      <span className="loading-figures">{percent(share)}</span>
      <Button data-testid="cancel-all" onClick={() => app.files.cancelAll()}>
        Cancel all
      </Button>
    </div>
  );
}
