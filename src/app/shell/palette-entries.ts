/**
 * What the palette finds: commands, and of the trace on the screen a time, its findings, its panels and what each saves; the open
 * traces. Without a query it lists the commands only.
 */
import { heightOf, type PanelDefinition } from '../../drawing/panels/panel';
import { missingOf, sidePanels } from '../../drawing/panels/registry';
import { requestLabel, requestTitle } from '../../drawing/panels/requests/request-row-words';
import { streamKey } from '../../drawing/view/chosen';
import { instant } from '../../engine/base/text/figures';
import { heldKey } from '../../engine/reading/contract/stretches';
import { accountRows, partsHeading } from '../../sharing/report/words/account-words';
import { intervalWords } from '../../sharing/report/words/finding-words';
import { SEVERITY_WORDS } from '../../sharing/report/words/severity-words';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/traces/open-trace';
import { shownPanels } from '../state/traces/shown-panels';
import { panelExports } from '../workbench/export/panel-exports';
import { goToPanel } from '../workbench/go-to-panel';
import { isOffered, type KeyBinding } from '../workbench/slots';
import { COMMANDS } from './commands';
import { typedTimeUs } from './palette-time';

export interface PaletteEntry {
  readonly id: string;
  /** What it is, before the title; empty for a command. */
  readonly kind:
    | ''
    | 'Time'
    | 'Held by'
    | 'Request'
    | 'Receiver saw'
    | 'Finding'
    | 'Panel'
    | 'Trace'
    | 'Export';
  readonly title: string;
  readonly keys: readonly KeyBinding[];
  readonly run: () => void;
}

/** More are not read. */
const MAX_ENTRIES = 80;

function commands(app: AppState): readonly PaletteEntry[] {
  return COMMANDS.filter((command) => isOffered(app, command)).map(({ id, title, keys, run }) => ({
    id: `command-${id}`,
    kind: '',
    title,
    keys,
    run: () => run(app),
  }));
}

/** A time of the trace that is typed; none where it is outside. */
function times(trace: OpenTrace, query: string): readonly PaletteEntry[] {
  const timeUs = typedTimeUs(query);
  const { fromUs, toUs } = trace.extent;
  if (timeUs === null || timeUs < fromUs || timeUs > toUs) return [];
  const run = (): void => trace.showTime(timeUs);
  return [{ id: 'time', kind: 'Time', title: `Go to ${instant(timeUs)}`, keys: [], run }];
}

function holders(trace: OpenTrace): readonly PaletteEntry[] {
  const summary = trace.snapshot.get()?.summary;
  if (summary?.account === undefined) return [];
  const kind = partsHeading(summary.side).first;
  return accountRows(summary.account).map(({ part, heldBy, share }) => ({
    id: heldKey(part),
    kind,
    keys: [],
    title: `${heldBy}, ${share}`,
    run: () => trace.choose(heldKey(part)),
  }));
}

/** Those of which the page has rows: the first ones, or those in sight. */
function requests(trace: OpenTrace): readonly PaletteEntry[] {
  return (trace.answer.get()?.parts.http?.rows ?? []).map((row) => ({
    id: streamKey(row.streamId),
    kind: 'Request',
    keys: [],
    title: `${requestLabel(row)} ${requestTitle(row)}`,
    run: () => trace.choose(streamKey(row.streamId)),
  }));
}

function findings(trace: OpenTrace): readonly PaletteEntry[] {
  const snapshot = trace.snapshot.get();
  return (snapshot?.findings ?? []).map((finding) => ({
    id: `finding-${finding.key}`,
    kind: 'Finding',
    keys: [],
    title: `${finding.title}, ${SEVERITY_WORDS[finding.severity].toLowerCase()}, ${intervalWords(finding, snapshot ?? trace)}`,
    run: () => trace.choose(finding.key),
  }));
}

/** Panels that have something to draw, also those that are not shown. */
function panelsOf(app: AppState, trace: OpenTrace): readonly PanelDefinition[] {
  const snapshot = trace.snapshot.get();
  if (snapshot === null) return [];
  return sidePanels(app.choices.get(), snapshot).filter((panel) => missingOf(panel, snapshot) === null);
}

function panels(app: AppState, trace: OpenTrace): readonly PaletteEntry[] {
  const snapshot = trace.snapshot.get();
  if (snapshot === null) return [];
  const { heights } = app.choices.get();
  const shownIds = shownPanels(app, trace.set).shown.map(({ id }) => id);
  return panelsOf(app, trace).flatMap((definition) => {
    const { id, title } = definition;
    const isHidden = !shownIds.includes(id);
    const go: PaletteEntry = {
      id: `panel-${id}`,
      kind: 'Panel',
      keys: [],
      title: isHidden ? `${title}: show it` : title,
      run: () => goToPanel(app, id),
    };
    const lockedMax = trace.set.view.get().axes[id] ?? null;
    const shown = { trace, definition, height: heights[id] ?? heightOf(definition, snapshot), lockedMax };
    const exports = isHidden ? [] : panelExports(app, shown);
    return [
      go,
      ...exports.map(
        (one): PaletteEntry => ({
          id: `export-${id}-${one.id}`,
          kind: 'Export',
          keys: [],
          run: one.run,
          title: `${title}: ${one.label}`,
        }),
      ),
    ];
  });
}

function traces({ files }: AppState): readonly PaletteEntry[] {
  return files.files.map((file) => ({
    id: `trace-${file.id}`,
    kind: 'Trace',
    title: file.name,
    keys: [],
    run: () => files.show(file),
  }));
}

/** The entries that match every typed word, the best kind first. */
export function paletteEntries(app: AppState, query: string): readonly PaletteEntry[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  if (query.trim() === '') return commands(app);
  const trace = app.files.shownTrace;
  const matches = ({ kind, title }: PaletteEntry): boolean => {
    const text = `${kind} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const ofTrace =
    trace === null ? [] : [...holders(trace), ...findings(trace), ...requests(trace), ...panels(app, trace)];
  const byKind = (kind: PaletteEntry['kind']): number => (kind === 'Export' ? 1 : 0);
  const entries = [...commands(app), ...ofTrace, ...traces(app)].filter(matches);
  // Exports of every panel stand after everything else.
  const sorted = entries.sort((a, b) => byKind(a.kind) - byKind(b.kind));
  return [...(trace === null ? [] : times(trace, query)), ...sorted].slice(0, MAX_ENTRIES);
}
