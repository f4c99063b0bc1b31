/** The page's own commands: files, open traces, the visible range, the cursor. Features register theirs. */
import { bestModel } from '../../drawing/panels/congestion-candidates';
import { nextTheme } from '../../drawing/view/choices';
import { filePicker } from '../controls/open-button';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { type Command, type KeyBinding, onPage, onTrace } from '../workbench/slots';
import { FEATURES } from './features';

const PAN = 0.2;
const ZOOM_IN = 1 / 1.5;

function key(code: string): KeyBinding {
  return { code };
}

function showTrace({ traces: list }: AppState, step: 1 | -1): void {
  const { traces, shown } = list;
  if (shown === null || traces.length < 2) return;
  const index = (traces.indexOf(shown) + step + traces.length) % traces.length;
  list.show(traces[index] as OpenTrace);
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
    run: (_, app) => showTrace(app, 1),
  }),
  onTrace({
    id: 'previous-trace',
    title: 'Previous trace',
    group: 'Trace',
    keys: [key('PageUp')],
    run: (_, app) => showTrace(app, -1),
  }),
  onTrace({
    id: 'close',
    title: 'Close this trace',
    group: 'Trace',
    keys: [{ code: 'KeyX', shift: true }],
    run: (trace, app) => app.traces.close(trace),
  }),
  onTrace({
    id: 'zoom-in',
    title: 'Zoom in',
    group: 'Range',
    keys: [key('KeyW'), key('ArrowUp'), key('Equal'), { code: 'Equal', shift: true }, key('NumpadAdd')],
    run: (trace) => trace.zoomBy(ZOOM_IN),
  }),
  onTrace({
    id: 'zoom-out',
    title: 'Zoom out',
    group: 'Range',
    keys: [key('KeyS'), key('ArrowDown'), key('Minus'), key('NumpadSubtract')],
    run: (trace) => trace.zoomBy(1 / ZOOM_IN),
  }),
  onTrace({
    id: 'left',
    title: 'Pan left',
    group: 'Range',
    keys: [key('KeyA'), key('ArrowLeft')],
    run: (trace) => trace.panBy(-PAN),
  }),
  onTrace({
    id: 'right',
    title: 'Pan right',
    group: 'Range',
    keys: [key('KeyD'), key('ArrowRight')],
    run: (trace) => trace.panBy(PAN),
  }),
  onTrace({
    id: 'full-range',
    title: 'Full range',
    group: 'Range',
    keys: [key('KeyF'), key('Digit0'), key('Numpad0')],
    run: (trace) => trace.showRange(null),
  }),
  onTrace({
    id: 'zoom-selection',
    title: 'Zoom to the selection',
    group: 'Range',
    keys: [key('Enter')],
    run: (trace) => trace.zoomToSelection(),
  }),
  onTrace({
    id: 'back',
    title: 'Previous range',
    group: 'Range',
    keys: [key('BracketLeft')],
    run: (trace) => trace.walk('back'),
  }),
  onTrace({
    id: 'forward',
    title: 'Next range',
    group: 'Range',
    keys: [key('BracketRight')],
    run: (trace) => trace.walk('forward'),
  }),
  onTrace({
    id: 'pin',
    title: 'Pin or unpin the cursor',
    group: 'Cursor',
    keys: [key('KeyP')],
    run: (trace) => trace.togglePin(),
  }),
  onTrace({
    id: 'cursor-left',
    title: 'Move the pinned cursor left',
    group: 'Cursor',
    keys: [{ code: 'ArrowLeft', shift: true }],
    run: (trace) => trace.nudgePin(-1),
  }),
  onTrace({
    id: 'cursor-right',
    title: 'Move the pinned cursor right',
    group: 'Cursor',
    keys: [{ code: 'ArrowRight', shift: true }],
    run: (trace) => trace.nudgePin(1),
  }),
  onTrace({
    id: 'model',
    title: 'Show or hide the best-fitting model (NewReno, CUBIC)',
    group: 'Trace',
    keys: [key('KeyC')],
    run: (trace) => trace.showModel(trace.view.get().model === null ? bestModel(trace.snapshot.get()) : null),
  }),
  onTrace({
    id: 'clear',
    title: 'Clear measurement, selection, pin and highlight',
    group: 'Cursor',
    keys: [key('Escape')],
    run: clear,
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
