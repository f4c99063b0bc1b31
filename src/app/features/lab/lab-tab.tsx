/** The tab of the lab, before those of the open traces. */
import type { ReactNode } from 'react';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import '../triage/table-tab.css';

export function LabTab(): ReactNode {
  const app = useApp();
  const lab = useStore(app.lab);
  useStore(app.files.list);
  useStore(app.screen);
  if (lab === null) return null;
  const isShown = app.shownLab === lab;
  return (
    <span className={isShown ? 'tab table-tab current' : 'tab table-tab'}>
      <button
        type="button"
        className="tab-name"
        data-testid="lab-tab"
        aria-current={isShown ? 'true' : undefined}
        title="Lab (Shift + I)"
        onClick={() => {
          app.screen.set('lab');
          app.files.showNone();
        }}
      >
        Lab
      </button>
    </span>
  );
}
