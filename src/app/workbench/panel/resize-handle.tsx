/** The foot of a panel's value axis: drag it, or use the arrow keys, to change the panel's height. */
import { drag } from 'd3-drag';
import { select } from 'd3-selection';
import { type ReactNode, useEffect, useRef } from 'react';
import { MAX_PANEL_PX, MIN_PANEL_PX, resizePanel } from '../../../drawing/view/choices';
import { useApp } from '../../controls/use-app';

const KEY_STEP_PX = 20;

interface ResizeHandleProps {
  readonly panel: string;
  readonly title: string;
  readonly height: number;
}

export function ResizeHandle({ panel, title, height }: ResizeHandleProps): ReactNode {
  const app = useApp();
  const handle = useRef<HTMLHRElement | null>(null);
  const current = useRef(height);
  current.current = height;
  useEffect(() => {
    const element = handle.current;
    if (element === null) return;
    let startY = 0;
    let startHeight = 0;
    const behaviour = drag<HTMLElement, unknown>()
      .container(() => document.body)
      .on('start', (event: { readonly y: number }) => {
        startY = event.y;
        startHeight = current.current;
      })
      .on('drag', (event: { readonly y: number }) => {
        app.choices.update((value) => resizePanel(value, panel, startHeight + event.y - startY));
      });
    select<HTMLElement, unknown>(element).call(behaviour);
    return () => {
      select(element).on('.drag', null);
    };
  }, [app, panel]);
  return (
    <hr
      ref={handle}
      className="resize"
      aria-label={`Height of ${title}`}
      aria-orientation="horizontal"
      aria-valuemin={MIN_PANEL_PX}
      aria-valuemax={MAX_PANEL_PX}
      aria-valuenow={height}
      tabIndex={-1}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? KEY_STEP_PX : event.key === 'ArrowUp' ? -KEY_STEP_PX : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        app.choices.update((value) => resizePanel(value, panel, height + step));
      }}
    />
  );
}
