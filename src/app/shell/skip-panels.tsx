/**
 * The first thing in front of the panels for the Tab key: it leads past their legends and menus to the findings. Seen only while it has
 * the focus.
 */
import type { ReactNode } from 'react';
import { Button } from '../controls/button';

/** The element after the panels that gets the focus; it has to be focusable. */
const AFTER_PANELS = '.side, .drawer';

export function SkipPanels(): ReactNode {
  const skip = (): void => document.querySelector<HTMLElement>(AFTER_PANELS)?.focus();
  return (
    <Button className="button skip-panels" onClick={skip}>
      Skip the panels, to the findings
    </Button>
  );
}
