/** The tab of the lab. */
import type { ReactNode } from 'react';
import { ScreenTab } from '../../controls/screen-tab';
import { LAB } from '../../state/lab/lab-store';

export function LabTab(): ReactNode {
  return (
    <ScreenTab testId="lab-tab" screen={LAB} title="Lab (Shift + I)">
      Lab
    </ScreenTab>
  );
}
