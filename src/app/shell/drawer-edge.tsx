/** The upper edge of the drawer: drag it, or use the arrow keys, to change the drawer's height. */
import { type ReactNode, useRef } from 'react';
import { MAX_PANEL_PX, MIN_PANEL_PX, resizePanel } from '../../drawing/view/choices';
import { useApp } from '../controls/use-app';
import type { AppState } from '../state/app-state';

/** Its height is stored beside those of the panels. */
export const DRAWER = 'events';
const KEY_STEP_PX = 20;

function resize(app: AppState, height: number): void {
  app.choices.update((value) => resizePanel(value, DRAWER, height));
}

export function DrawerEdge({ height }: { readonly height: number }): ReactNode {
  const app = useApp();
  const held = useRef<{ readonly y: number; readonly height: number } | null>(null);
  return (
    <hr
      className="drawer-edge"
      aria-label="Height of the drawer"
      aria-orientation="horizontal"
      aria-valuemin={MIN_PANEL_PX}
      aria-valuemax={MAX_PANEL_PX}
      aria-valuenow={height}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { y: event.clientY, height };
      }}
      onPointerMove={({ clientY }) => {
        if (held.current !== null) resize(app, held.current.height + held.current.y - clientY);
      }}
      onLostPointerCapture={() => {
        held.current = null;
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? KEY_STEP_PX : event.key === 'ArrowDown' ? -KEY_STEP_PX : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        resize(app, height + step);
      }}
    />
  );
}
