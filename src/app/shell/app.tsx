/** The shell: header, and below it the open screen, a screen of a feature, or the set on the screen. */
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { OpenButton } from '../controls/open-button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenSet } from '../state/traces/open-trace';
import { handleKey } from './commands';
import { DropTarget } from './drop-target';
import { FileTabs } from './file-tabs';
import { OpenScreen } from './open-screen';
import { OverlayDialog } from './overlay-dialog';
import { PageMenu } from './page-menu';
import { PageSlots } from './page-slots';
import { ConnectionChooserPart, SetPart } from './parts';
import { ReadingAllLine } from './reading-all-line';
import { ScreenContent, ScreenTabs } from './screens';
import { ThemeButton } from './theme-button';

/** Shows the open screen below a file that has no events or could not be read. */
function OpenScreenWithoutEvents({ set: { lead: trace } }: { readonly set: OpenSet }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  useStore(trace.crash);
  return trace.state === 'failed' && (snapshot?.progress.events ?? 0) === 0 ? <OpenScreen /> : null;
}

export function App(): ReactNode {
  const app = useApp();
  const { files, shown, notice } = useStore(app.files.list);
  const current = app.files.shownFile;
  const screen = useStore(app.screens.shown);
  const { theme } = useStore(app.choices);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (app.dialog.get() === null && handleKey(app, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [app]);
  const main = useRef<HTMLElement | null>(null);
  // The button that opened a trace may have been removed: move the focus to the trace.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trace on the page is the reason to run
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <DropTarget>
      <header className="bar">
        <h1>qlogscope</h1>
        <ScreenTabs />
        <FailureBoundary part="The list of open traces">
          {files.length > 0 && <FileTabs files={files} shown={current} />}
        </FailureBoundary>
        <FailureBoundary part="The chooser of connections" resetOn={current}>
          {current !== null && <ConnectionChooserPart files={files} shown={current} />}
        </FailureBoundary>
        {/* At the same place on every screen. */}
        <div className="bar-actions">
          {shown !== null && <PageSlots place="header" />}
          {screen?.isShared === true && <PageSlots place="header-screen" />}
          <FailureBoundary part="The open button">
            <OpenButton prominent={shown === null && app.screens.isEmpty} />
          </FailureBoundary>
          {shown !== null && <PageSlots place="header-end" />}
          <FailureBoundary part="The page menu">
            <PageMenu />
          </FailureBoundary>
          <FailureBoundary part="The theme button">
            <ThemeButton />
          </FailureBoundary>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        <PageSlots place="line" />
        <FailureBoundary part="A message" resetOn={notice}>
          {notice !== null && <MessageLine message={notice} />}
        </FailureBoundary>
        <FailureBoundary part="The progress of all files">
          <ReadingAllLine />
        </FailureBoundary>
        {screen !== null ? (
          <ScreenContent id={screen.id} />
        ) : (
          <FailureBoundary part={shown === null ? 'The open screen' : 'The trace'} resetOn={current}>
            {shown === null ? <OpenScreen /> : <SetPart key={current?.id} set={shown} />}
          </FailureBoundary>
        )}
        <FailureBoundary part="The open screen" resetOn={shown}>
          {shown !== null && <OpenScreenWithoutEvents set={shown} />}
        </FailureBoundary>
      </main>
      <OverlayDialog />
    </DropTarget>
  );
}
