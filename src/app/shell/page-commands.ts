/** The page's own commands: files, open traces, the visible range, the cursor. Features register theirs. */
import { nextTheme } from '../../drawing/view/choices';
import { filePicker } from '../controls/open-button';
import type { AppState } from '../state/app-state';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenTrace } from '../state/traces/open-trace';
import { type Command, onPage, onTrace } from '../workbench/slots';
import { FEATURES } from './features';

const ALL_PANELS = { kind: 'all-but', ids: [] } as const;
const PAN = 0.2;
const ZOOM_IN = 1 / 1.5;

function showTab({ files: list }: AppState, step: 1 | -1): void {
  const { files, shownFile } = list;
  if (shownFile === null || files.length < 2) return;
  const index = (files.indexOf(shownFile) + step + files.length) % files.length;
  list.show(files[index] as OpenFile);
}

function closeTab({ files }: AppState): void {
  if (files.shownFile !== null) files.close(files.shownFile);
}

/** The code of models is loaded with the screen of a trace: at once from then on. */
async function toggleModel(trace: OpenTrace): Promise<void> {
  const { bestModel } = await import('../../drawing/panels/congestion/congestion-candidates');
  trace.showModel(trace.view.get().model === null ? bestModel(trace.snapshot.get()) : null);
}

/** Esc: clears a feature's overlay (a measurement), else selection, pin and highlight, one at a time. */
function clear(trace: OpenTrace): void {
  if (!FEATURES.some((feature) => feature.clear?.(trace) === true)) trace.clear();
}

export const PAGE_COMMANDS: readonly Command[] = [
  onPage('open', 'Open traces', 'Trace', 'KeyO', (app) => app.feature(filePicker).pick()),
  onTrace('next-trace', 'Next trace', 'Trace', 'PageDown', (_, app) => showTab(app, 1)),
  onTrace('previous-trace', 'Previous trace', 'Trace', 'PageUp', (_, app) => showTab(app, -1)),
  onTrace('close', 'Close this trace', 'Trace', 'Shift+KeyX', (_, app) => closeTab(app)),
  onTrace('zoom-in', 'Zoom in', 'Range', 'KeyW ArrowUp Equal Shift+Equal NumpadAdd', ({ set }) =>
    set.shown.zoomBy(ZOOM_IN),
  ),
  onTrace('zoom-out', 'Zoom out', 'Range', 'KeyS ArrowDown Minus NumpadSubtract', ({ set }) =>
    set.shown.zoomBy(1 / ZOOM_IN),
  ),
  onTrace('left', 'Pan left', 'Range', 'KeyA ArrowLeft', ({ set }) => set.shown.panBy(-PAN)),
  onTrace('right', 'Pan right', 'Range', 'KeyD ArrowRight', ({ set }) => set.shown.panBy(PAN)),
  onTrace('full-range', 'Full range', 'Range', 'KeyF Digit0 Numpad0', ({ set }) => set.shown.showRange(null)),
  onTrace('zoom-selection', 'Zoom to the selection', 'Range', 'Enter', ({ set }) =>
    set.shown.zoomToSelection(),
  ),
  onTrace('back', 'Previous range', 'Range', 'BracketLeft', ({ set }) => set.shown.walk('back')),
  onTrace('forward', 'Next range', 'Range', 'BracketRight', ({ set }) => set.shown.walk('forward')),
  onTrace('all-panels', 'All panels, or those of the answer', 'Trace', 'KeyX', ({ set }) =>
    set.shown.showPanels(set.shown.view.get().panels?.kind === 'all-but' ? null : ALL_PANELS),
  ),
  onTrace('pin', 'Pin or unpin the cursor', 'Cursor', 'KeyP', ({ set }) => set.shown.togglePin()),
  onTrace('cursor-left', 'Move the pinned cursor left', 'Cursor', 'Shift+ArrowLeft', ({ set }) =>
    set.shown.nudgePin(-1),
  ),
  onTrace('cursor-right', 'Move the pinned cursor right', 'Cursor', 'Shift+ArrowRight', ({ set }) =>
    set.shown.nudgePin(1),
  ),
  onTrace(
    'model',
    'Show or hide the best-fitting model (NewReno, CUBIC)',
    'Trace',
    'KeyC',
    (trace) => void toggleModel(trace),
  ),
  onTrace('clear', 'Clear measurement, selection, pin and highlight', 'Cursor', 'Escape', clear),
  onTrace('blink', 'Compare: show one trace of the set after the other', 'Trace', 'KeyB', ({ set }) =>
    set.shown.showNextAlone(),
  ),
  onTrace(
    'show-all',
    'Compare: show all traces of the set',
    'Trace',
    'Shift+KeyB',
    ({ set }) => void set.shown.showAll(),
  ),
  onPage('theme', 'Next theme: system, light, dark, high contrast', 'Page', 'KeyT', (app) =>
    app.choices.update(nextTheme),
  ),
  onPage('palette', 'Command palette', 'Page', 'Ctrl+Shift+KeyP', (app) => app.toggleDialog('palette')),
  {
    ...onPage('keys', 'Keyboard shortcuts', 'Page', 'Shift+Slash', (app) => app.toggleDialog('keys')),
    printed: '?',
  },
];
