/** Opens the share dialog of the shown trace. */
import type { ReactNode } from 'react';
import { useApp } from '../../controls/use-app';

export function ShareButton(): ReactNode {
  const app = useApp();
  return (
    <button
      type="button"
      className="button primary share"
      data-testid="share"
      title="Links with or without data, or a file"
      onClick={() => app.toggleDialog('share')}
    >
      Share
    </button>
  );
}
