/** Opens the share dialog of the shown trace. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useNothingToShare } from '../../controls/use-nothing-to-share';

export function ShareButton(): ReactNode {
  const app = useApp();
  const nothing = useNothingToShare();
  return (
    <Button
      className="button primary share"
      data-testid="share"
      disabled={nothing !== null}
      title={nothing ?? 'Who gets it: by link, digest, store, report, picture or data'}
      onClick={() => app.toggleDialog('share')}
    >
      Share
    </Button>
  );
}
