/** The tab of the lab. */
import type { ReactNode } from 'react';
import { ScreenTab } from '../../controls/screen-tab';

export function LabTab(): ReactNode {
  return (
    <ScreenTab testId="lab-tab" screen="lab" isShown={(app) => app.shownLab !== null} title="Lab (Shift + I)">
      Lab
    </ScreenTab>
  );
}
