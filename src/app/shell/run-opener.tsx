/** For a run that costs much, as a trace: it is made, or its tab is closed. */
import type { ReactNode } from 'react';
import { RunAnswers } from '../controls/run-question';
import { useApp } from '../controls/use-app';

export function RunOpener(): ReactNode {
  const { files } = useApp();
  const { shownFile } = files;
  if (shownFile === null) return null;
  return <RunAnswers onRun={() => shownFile.runAnyway()} onCancel={() => files.close(shownFile)} />;
}
