/** A tab of a screen that is shown in place of traces. It stands before those of the open traces. */
import type { ReactNode } from 'react';
import { Button } from './button';
import './screen-tab.css';
import { useApp } from './use-app';
import { useStore } from './use-store';

interface ScreenTabProps {
  readonly testId: string;
  readonly screen: string;
  readonly title: string;
  /** For automation; left out where there are none. */
  readonly rows?: number;
  readonly children: ReactNode;
}

export function ScreenTab({ testId, screen, title, rows, children }: ScreenTabProps): ReactNode {
  const app = useApp();
  const isCurrent = useStore(app.screens.shown)?.id === screen;
  return (
    <span className={isCurrent ? 'tab screen-tab current' : 'tab screen-tab'}>
      <Button
        className="tab-name"
        data-testid={testId}
        data-rows={rows}
        aria-current={isCurrent ? 'true' : undefined}
        title={title}
        onClick={() => app.screens.show(screen)}
      >
        {children}
      </Button>
    </span>
  );
}
