/**
 * The one registry of commands: keys, menu, palette and the overview of keys all come from it. Keys are bound
 * by position (`KeyboardEvent.code`), so that W S A D lie under the same fingers on every layout.
 */
import { bestModel } from '../../drawing/panels/congestion-candidates';
import { nextTheme } from '../../drawing/view/choices';
import { pickFiles } from '../controls/open-button';
import { toggleOverlay } from '../controls/overlays';
import { showFilter, toggleEvents } from '../features/events/events-open';
import { copyLink } from '../features/links/page-link';
import { writeNote } from '../features/notes/note-actions';
import { choices } from '../state/choices';
import { measureKeyHeld } from '../state/measure-key';
import type { OpenTrace } from '../state/open-trace';
import { close, show, traceList } from '../state/trace-list';

export interface KeyBinding {
  readonly code: string;
  readonly ctrl?: true;
  readonly shift?: true;
}

/** Held down while dragging over a plot: the drag measures. Let go of it, and a drag marks again. */
export const MEASURE_KEY: KeyBinding = { code: 'KeyR' };

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Trace' | 'Range' | 'Cursor' | 'Page';
  readonly keys: readonly KeyBinding[];
  /** Offered only while a trace is shown. */
  readonly needsTrace: boolean;
  readonly run: () => void;
}

type Definition = Pick<Command, 'id' | 'title' | 'group' | 'keys'>;

/** A command of the page. */
function onPage(definition: Definition & { readonly run: () => void }): Command {
  return { ...definition, needsTrace: false };
}

/** A command on the shown trace. */
function onTrace({ run, ...definition }: Definition & { readonly run: (trace: OpenTrace) => void }): Command {
  return {
    ...definition,
    needsTrace: true,
    run: () => {
      const { shown } = traceList.get();
      if (shown !== null) run(shown);
    },
  };
}

const PAN = 0.2;
const ZOOM_IN = 1 / 1.5;

function key(code: string): KeyBinding {
  return { code };
}

function showTrace(step: 1 | -1): void {
  const { traces, shown } = traceList.get();
  if (shown === null || traces.length < 2) return;
  const index = (traces.indexOf(shown) + step + traces.length) % traces.length;
  show(traces[index] as OpenTrace);
}

function walkFindings(trace: OpenTrace, step: 1 | -1): void {
  const { dismissed } = trace.view.get();
  const findings = (trace.snapshot.get()?.findings ?? []).filter(
    (finding) => !dismissed.includes(finding.key),
  );
  if (findings.length === 0) return;
  const index = findings.findIndex(({ key: findingKey }) => findingKey === trace.view.get().finding);
  const next = index < 0 ? 0 : (index + step + findings.length) % findings.length;
  trace.showFinding(findings[next]?.key ?? '');
}

export const COMMANDS: readonly Command[] = [
  onPage({
    id: 'open',
    title: 'Open traces',
    group: 'Trace',
    keys: [key('KeyO')],
    run: () => pickFiles(),
  }),
  onPage({
    id: 'open-address',
    title: 'Open a trace at a URL',
    group: 'Trace',
    keys: [{ code: 'KeyO', shift: true }],
    run: () => toggleOverlay('address'),
  }),
  onTrace({
    id: 'next-trace',
    title: 'Next trace',
    group: 'Trace',
    keys: [key('PageDown')],
    run: () => showTrace(1),
  }),
  onTrace({
    id: 'previous-trace',
    title: 'Previous trace',
    group: 'Trace',
    keys: [key('PageUp')],
    run: () => showTrace(-1),
  }),
  onTrace({
    id: 'close',
    title: 'Close this trace',
    group: 'Trace',
    keys: [{ code: 'KeyX', shift: true }],
    run: (trace) => close(trace),
  }),
  onTrace({
    id: 'next-finding',
    title: 'Next finding',
    group: 'Range',
    keys: [key('KeyN')],
    run: (trace) => walkFindings(trace, 1),
  }),
  onTrace({
    id: 'previous-finding',
    title: 'Previous finding',
    group: 'Range',
    keys: [{ code: 'KeyN', shift: true }],
    run: (trace) => walkFindings(trace, -1),
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
    id: 'measure',
    title: 'Measure the selection or the visible range',
    group: 'Range',
    keys: [{ code: 'KeyR', shift: true }],
    run: (trace) => trace.measureShown(),
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
    id: 'note',
    title: 'Add a note',
    group: 'Trace',
    keys: [key('KeyM')],
    run: (trace) => writeNote(trace),
  }),
  onTrace({
    id: 'undo-note',
    title: 'Undo the last change of the notes',
    group: 'Trace',
    keys: [key('KeyU')],
    run: (trace) => trace.notes.undo(),
  }),
  onTrace({
    id: 'redo-note',
    title: 'Redo the last change of the notes',
    group: 'Trace',
    keys: [{ code: 'KeyU', shift: true }],
    run: (trace) => trace.notes.redo(),
  }),
  onTrace({
    id: 'report',
    title: 'Report: post-mortem of this trace',
    group: 'Trace',
    keys: [{ code: 'KeyM', shift: true }],
    run: () => toggleOverlay('report'),
  }),
  onTrace({
    id: 'cut',
    title: 'Export the selection or the visible range as qlog',
    group: 'Trace',
    keys: [{ code: 'KeyC', shift: true }],
    run: () => toggleOverlay('cut'),
  }),
  onTrace({
    id: 'events',
    title: 'Show or hide the event list',
    group: 'Trace',
    keys: [key('KeyE')],
    run: (trace) => toggleEvents(trace),
  }),
  onTrace({
    id: 'filter-events',
    title: 'Filter events',
    group: 'Trace',
    keys: [key('Slash')],
    run: (trace) => showFilter(trace),
  }),
  onTrace({
    id: 'copy-link',
    title: 'Copy a link to this view',
    group: 'Trace',
    keys: [key('KeyL')],
    run: () => void copyLink(),
  }),
  onTrace({
    id: 'share',
    title: 'Share: link with data, or a file',
    group: 'Trace',
    keys: [{ code: 'KeyL', shift: true }],
    run: () => toggleOverlay('share'),
  }),
  onTrace({
    id: 'clear',
    title: 'Clear measurement, selection, pin and highlight',
    group: 'Cursor',
    keys: [key('Escape')],
    run: (trace) => trace.clear(),
  }),
  onPage({
    id: 'theme',
    title: 'Next theme: system, light, dark, high contrast',
    group: 'Page',
    keys: [key('KeyT')],
    run: () => choices.update(nextTheme),
  }),
  onPage({
    id: 'forget',
    title: 'Forget everything on this device…',
    group: 'Page',
    keys: [{ code: 'Delete', shift: true }],
    run: () => toggleOverlay('forget'),
  }),
  onPage({
    id: 'palette',
    title: 'Command palette',
    group: 'Page',
    keys: [{ code: 'KeyP', ctrl: true, shift: true }],
    run: () => toggleOverlay('palette'),
  }),
  onPage({
    id: 'keys',
    title: 'Keyboard shortcuts',
    group: 'Page',
    keys: [{ code: 'Slash', shift: true }],
    run: () => toggleOverlay('keys'),
  }),
];

function fits(binding: KeyBinding, event: KeyboardEvent): boolean {
  return (
    binding.code === event.code &&
    (binding.ctrl === true) === (event.ctrlKey || event.metaKey) &&
    (binding.shift === true) === event.shiftKey &&
    !event.altKey
  );
}

/** Commands by the character of their key, on layouts that have it elsewhere. */
const PRINTED: { readonly [key: string]: string } = { '?': 'keys', '/': 'filter-events' };

/** Elements that use keys themselves. */
const OWN_KEYS = 'input, textarea, select';
const OWN_ENTER = 'button, summary, a';

/** Follows the measure key. What else the key does, alone or with others, is not touched. */
export function followMeasureKey(event: KeyboardEvent): void {
  if (event.code !== MEASURE_KEY.code) return;
  const target = event.target instanceof Element ? event.target : null;
  const pressed = event.type === 'keydown' && fits(MEASURE_KEY, event) && target?.closest(OWN_KEYS) == null;
  measureKeyHeld.set(pressed);
}

/** The window lost the keyboard: nobody will say when the key is let go. */
export function forgetMeasureKey(): void {
  measureKeyHeld.set(false);
}

/** @returns true when the key ran a command. */
export function handleKey(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(OWN_KEYS) != null && event.key !== 'Escape') return false;
  if (event.key === 'Enter' && target?.closest(OWN_ENTER) != null) return false;
  const command = COMMANDS.find(({ keys }) => keys.some((binding) => fits(binding, event)));
  // The layout decides where "?" and "/" are: they do the same wherever they lie.
  const printed = PRINTED[event.key];
  const asked = command ?? COMMANDS.find(({ id }) => id === printed);
  if (asked === undefined) return false;
  asked.run();
  return true;
}
