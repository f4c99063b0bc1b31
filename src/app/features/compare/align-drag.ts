/**
 * Shifts a trace of the set by the pointer and by keys, while that mode is on. A drag is one step of the history;
 * while it lasts the range of the set stays, so that the trace follows the pointer.
 */
import type { AppState } from '../../state/app-state';
import { comparedWith } from '../../state/compare/actions';
import { dragsToAlign } from '../../state/compare/drag-mode';
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/traces/open-trace';
import { takesKey } from '../../workbench/keys';

/** A trace that is being dragged, and its offset before. */
interface Held {
  readonly trace: OpenTrace;
  readonly fromUs: number;
}

/** Pixels of a step by key, and with Shift. */
const STEP_PX = 1;
const FAR_PX = 10;

export const alignDrag: FeatureState<OpenTrace, AlignDrag> = { create: (lead) => new AlignDrag(lead) };

/** Drags go to the shown set's trace. */
export function isDragHeld(app: AppState): boolean {
  return app.files.shownTrace?.feature(dragsToAlign).get() === true;
}

export class AlignDrag {
  readonly #lead: OpenTrace;
  #held: Held | null = null;

  constructor(lead: OpenTrace) {
    this.#lead = lead;
  }

  /** @param movedUs since the drag began. @param held the drag has not ended. */
  drag(movedUs: number, held: boolean): void {
    const set = this.#lead.home;
    if (this.#held === null) {
      const trace = comparedWith(set);
      if (trace === null) return;
      this.#held = { trace, fromUs: set.offsetOf(trace) };
      set.hold();
    }
    const { trace, fromUs } = this.#held;
    set.setOffset(trace, fromUs + movedUs);
    if (held) return;
    set.release();
    this.#held = null;
  }

  /** Shifts by pixels of the plots. */
  nudge(pixels: number): void {
    const set = this.#lead.home;
    const trace = comparedWith(set);
    const { fromUs, toUs, width } = set.viewport;
    if (trace === null || width === 0) return;
    set.setOffset(trace, set.offsetOf(trace) + (pixels * (toUs - fromUs)) / width);
  }
}

/** Takes the arrow keys before the commands of the page do. @returns the function that ends it. */
export function followArrows(app: AppState, lead: OpenTrace): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (direction === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (app.dialog.get() !== null || takesKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    lead.feature(alignDrag).nudge(direction * (event.shiftKey ? FAR_PX : STEP_PX));
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}
