/** Elements of a panel that are written without rendering. */
import { type RefObject, useRef } from 'react';
import type { PlotElements } from './panel-picture';

export interface PanelParts {
  readonly section: RefObject<HTMLElement | null>;
  /** One per plot of the layout. */
  readonly plots: RefObject<(PlotElements | null)[]>;
  readonly clippedMark: RefObject<HTMLElement | null>;
  readonly note: RefObject<HTMLParagraphElement | null>;
  /** Beside the title. */
  readonly figure: RefObject<HTMLSpanElement | null>;
}

export function usePanelParts(): PanelParts {
  return {
    section: useRef(null),
    plots: useRef([]),
    clippedMark: useRef(null),
    note: useRef(null),
    figure: useRef(null),
  };
}
