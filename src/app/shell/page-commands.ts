/** The page's own commands: files, open traces, the visible range, the cursor. Features register theirs. */
import { nextTheme } from '../../drawing/view/choices';
import { filePicker } from '../controls/open-button';
import type { AppState } from '../state/app-state';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenTrace } from '../state/traces/open-trace';
import { type Command, type KeyBinding, onPage, onTrace } from '../workbench/slots';
import { FEATURES } from './features';

const PAN = 0.2;
const ZOOM_IN = 1 / 1.5;

function key(code: string): KeyBinding {
  return { code };
}

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
  onPage({
    id: 'open',
    title: 'Open traces',
    group: 'Trace',
    keys: [key('KeyO')],
    run: (app) => app.feature(filePicker).pick(),
  }),
  onTrace({
    id: 'next-trace',
    title: 'Next trace',
    group: 'Trace',
    keys: [key('PageDown')],
    run: (_, app) => showTab(app, 1),
  }),
  onTrace({
    id: 'previous-trace',
    title: 'Previous trace',
    group: 'Trace',
    keys: [key('PageUp')],
    run: (_, app) => showTab(app, -1),
  }),
  onTrace({
    id: 'close',
    title: 'Close this trace',
    group: 'Trace',
    keys: [{ code: 'KeyX', shift: true }],
    run: (_, app) => closeTab(app),
  }),
  onTrace({
    id: 'zoom-in',
    title: 'Zoom in',
    group: 'Range',
    keys: [key('KeyW'), key('ArrowUp'), key('Equal'), { code: 'Equal', shift: true }, key('NumpadAdd')],
    run: ({ set }) => set.shown.zoomBy(ZOOM_IN),
  }),
  onTrace({
    id: 'zoom-out',
    title: 'Zoom out',
    group: 'Range',
    keys: [key('KeyS'), key('ArrowDown'), key('Minus'), key('NumpadSubtract')],
    run: ({ set }) => set.shown.zoomBy(1 / ZOOM_IN),
  }),
  onTrace({
    id: 'left',
    title: 'Pan left',
    group: 'Range',
    keys: [key('KeyA'), key('ArrowLeft')],
    run: ({ set }) => set.shown.panBy(-PAN),
  }),
  onTrace({
    id: 'right',
    title: 'Pan right',
    group: 'Range',
    keys: [key('KeyD'), key('ArrowRight')],
    run: ({ set }) => set.shown.panBy(PAN),
  }),
  onTrace({
    id: 'full-range',
    title: 'Full range',
    group: 'Range',
    keys: [key('KeyF'), key('Digit0'), key('Numpad0')],
    run: ({ set }) => set.shown.showRange(null),
  }),
  onTrace({
    id: 'zoom-selection',
    title: 'Zoom to the selection',
    group: 'Range',
    keys: [key('Enter')],
    run: ({ set }) => set.shown.zoomToSelection(),
  }),
  onTrace({
    id: 'back',
    title: 'Previous range',
    group: 'Range',
    keys: [key('BracketLeft')],
    run: ({ set }) => set.shown.walk('back'),
  }),
  onTrace({
    id: 'forward',
    title: 'Next range',
    group: 'Range',
    keys: [key('BracketRight')],
    run: ({ set }) => set.shown.walk('forward'),
  }),
  onTrace({
    id: 'pin',
    title: 'Pin or unpin the cursor',
    group: 'Cursor',
    keys: [key('KeyP')],
    run: ({ set }) => set.shown.togglePin(),
  }),
  onTrace({
    id: 'cursor-left',
    title: 'Move the pinned cursor left',
    group: 'Cursor',
    keys: [{ code: 'ArrowLeft', shift: true }],
    run: ({ set }) => set.shown.nudgePin(-1),
  }),
  onTrace({
    id: 'cursor-right',
    title: 'Move the pinned cursor right',
    group: 'Cursor',
    keys: [{ code: 'ArrowRight', shift: true }],
    run: ({ set }) => set.shown.nudgePin(1),
  }),
  onTrace({
    id: 'model',
    title: 'Show or hide the best-fitting model (NewReno, CUBIC)',
    group: 'Trace',
    keys: [key('KeyC')],
    run: (trace) => void toggleModel(trace),
  }),
  onTrace({
    id: 'clear',
    title: 'Clear measurement, selection, pin and highlight',
    group: 'Cursor',
    keys: [key('Escape')],
    run: clear,
  }),
  onTrace({
    id: 'blink',
    title: 'Compare: show one trace of the set after the other',
    group: 'Trace',
    keys: [key('KeyB')],
    run: ({ set }) => set.shown.showNextAlone(),
  }),
  onTrace({
    id: 'show-all',
    title: 'Compare: show all traces of the set',
    group: 'Trace',
    keys: [{ code: 'KeyB', shift: true }],
    run: ({ set }) => void set.shown.showAll(),
  }),
  onPage({
    id: 'theme',
    title: 'Next theme: system, light, dark, high contrast',
    group: 'Page',
    keys: [key('KeyT')],
    run: (app) => app.choices.update(nextTheme),
  }),
  onPage({
    id: 'palette',
    title: 'Command palette',
    group: 'Page',
    keys: [{ code: 'KeyP', ctrl: true, shift: true }],
    run: (app) => app.toggleDialog('palette'),
  }),
  onPage({
    id: 'keys',
    title: 'Keyboard shortcuts',
    group: 'Page',
    keys: [{ code: 'Slash', shift: true }],
    printed: '?',
    run: (app) => app.toggleDialog('keys'),
  }),
];
