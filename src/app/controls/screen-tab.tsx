/** A tab of what is on the screen in place of traces: the table, the fleet, the lab. It stands before those of the open traces. */
import type { ReactNode } from 'react';
import type { AppState } from '../state/app-state';
import './screen-tab.css';
import { useApp } from './use-app';
import { useStore } from './use-store';

interface ScreenTabProps {
  readonly testId: string;
  /** Which of the three a click shows. */
  readonly screen: ReturnType<AppState['screen']['get']>;
  /** It is on the screen. */
  readonly isShown: (app: AppState) => boolean;
  readonly title: string;
  /** For automation; left out where there are none. */
  readonly rows?: number;
  readonly children: ReactNode;
}

export function ScreenTab({ testId, screen, isShown, title, rows, children }: ScreenTabProps): ReactNode {
  const app = useApp();
  useStore(app.files.list);
  useStore(app.screen);
  const isCurrent = isShown(app);
  return (
    <span className={isCurrent ? 'tab screen-tab current' : 'tab screen-tab'}>
      <button
        type="button"
        className="tab-name"
        data-testid={testId}
        data-rows={rows}
        aria-current={isCurrent ? 'true' : undefined}
        title={title}
        onClick={() => app.showScreen(screen)}
      >
        {children}
      </button>
    </span>
  );
}
