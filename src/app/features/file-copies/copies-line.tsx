/** Below the list of recent traces: the switch for copies of local files, how much room they take, and the way to their list. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { copiesState, roomWords } from '../../state/device/copies-state';
import { CopiesSwitch } from './copies-switch';
import './file-copies.css';

export function CopiesLine(): ReactNode {
  const app = useApp();
  const { keepCopies } = useStore(app.choices);
  const { copies, usedBytes, allowedBytes } = useStore(app.feature(copiesState));
  return (
    <div className="copies-line">
      <CopiesSwitch />
      {keepCopies ? (
        copies !== null && (
          <Button
            className="link"
            data-testid="copies-room"
            data-used-bytes={usedBytes}
            data-allowed-bytes={allowedBytes}
            onClick={() => app.toggleDialog('file-copies')}
          >
            {roomWords(usedBytes, allowedBytes)}
          </Button>
        )
      ) : (
        <span className="fine">to open them again without choosing them, also after a reload</span>
      )}
    </div>
  );
}
