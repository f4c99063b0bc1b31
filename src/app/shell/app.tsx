/** The shell: header, and below it the open screen or the shown trace. */
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import { MessageLine } from '../controls/messages';
import { OpenButton } from '../controls/open-button';
import { overlay } from '../controls/overlays';
import { useStore } from '../controls/use-store';
import { ReportButton } from '../features/report/report-button';
import { choices } from '../state/choices';
import { traceList } from '../state/trace-list';
import { followMeasureKey, forgetMeasureKey, handleKey } from './commands';
import { DropTarget } from './drop-target';
import { CopyLinkButton, LinkLine, ShareButton } from './link-line';
import { OpenScreen } from './open-screen';
import { OverlayDialog } from './overlay-dialog';
import { PageMenu } from './page-menu';
import { ConnectionChooserPart, KeptLinesPart, TracePart } from './parts';
import { ReadingAllLine } from './reading-all-line';
import { ThemeButton } from './theme-button';
import { TraceTabs } from './trace-tabs';

export function App(): ReactNode {
  const { traces, shown, notice } = useStore(traceList);
  const { theme } = useStore(choices);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (overlay.get() !== null) return;
      followMeasureKey(event);
      if (handleKey(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('keyup', followMeasureKey);
    window.addEventListener('blur', forgetMeasureKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keyup', followMeasureKey);
      window.removeEventListener('blur', forgetMeasureKey);
    };
  }, []);
  const main = useRef<HTMLElement | null>(null);
  // The button that opened a trace may be gone: the keyboard goes on from the trace, not from nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trace on the page is the reason to run
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <DropTarget>
      <header className="bar">
        <h1>qlogscope</h1>
        <FailureBoundary part="The list of open traces">
          {traces.length > 0 && <TraceTabs traces={traces} shown={shown} />}
        </FailureBoundary>
        <FailureBoundary part="The chooser of connections" resetOn={shown}>
          {shown !== null && <ConnectionChooserPart traces={traces} shown={shown} />}
        </FailureBoundary>
        {/* Kept in place on every screen: automation and hands find it where it was. */}
        <div className="bar-actions">
          <FailureBoundary part="The share buttons">
            {shown !== null && <CopyLinkButton />}
            {shown !== null && <ShareButton />}
          </FailureBoundary>
          <FailureBoundary part="The open button">
            <OpenButton prominent={shown === null} />
          </FailureBoundary>
          <FailureBoundary part="The report button">
            {shown !== null && <ReportButton trace={shown} />}
          </FailureBoundary>
          <FailureBoundary part="The page menu">
            <PageMenu />
          </FailureBoundary>
          <FailureBoundary part="The theme button">
            <ThemeButton />
          </FailureBoundary>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        <FailureBoundary part="The line about the link">
          <LinkLine />
        </FailureBoundary>
        <FailureBoundary part="What is kept on this device">
          <KeptLinesPart />
        </FailureBoundary>
        <FailureBoundary part="A message" resetOn={notice}>
          {notice !== null && <MessageLine message={notice} />}
        </FailureBoundary>
        <FailureBoundary part="The progress of all files">
          <ReadingAllLine />
        </FailureBoundary>
        <FailureBoundary part={shown === null ? 'The open screen' : 'The trace'} resetOn={shown}>
          {shown === null ? <OpenScreen /> : <TracePart key={shown.id} trace={shown} />}
        </FailureBoundary>
      </main>
      <OverlayDialog />
    </DropTarget>
  );
}
