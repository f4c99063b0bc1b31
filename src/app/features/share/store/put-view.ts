/**
 * Puts the traces of the set on the screen, and its view, into the store. First it is made ready on this device, so that
 * what is in it can be looked at: each trace as a redacted export, or the files as they are. Then it is put there, the
 * view last, and linked by the view's hash.
 */
import { PANEL_IDS } from '../../../../drawing/panels/registry';
import { amount } from '../../../../engine/base/text/figures';
import { gzipped } from '../../../../engine/input/bytes/gzipped';
import { sha256OfBlob } from '../../../../engine/input/bytes/sha256';
import type { ExportFigures } from '../../../../engine/reading/contract/export';
import type { ShareOptions } from '../../../../engine/reading/contract/share-options';
import { redactName } from '../../../../engine/service/redaction/redact';
import { formatLink } from '../../../../sharing/link/format';
import { linkOf } from '../../../../sharing/link/link-of';
import { EMPTY_TABLE, type StoredRef } from '../../../../sharing/link/state';
import { storedName, traceEnding, VIEW_ENDING } from '../../../../sharing/link/stored-name';
import type { Note } from '../../../../sharing/notes/note';
import { formatView, MAX_VIEW_BYTES, type ViewTrace } from '../../../../sharing/store/stored-view';
import { type StoreClient, StoreFailure } from '../../../backend/store-client';
import { connectionOf, pageSetOf } from '../../../navigation/page-set';
import type { AppState } from '../../../state/app-state';
import { traceNotes } from '../../../state/notes/file-notes';
import { isBeneath, rowsBeneath } from '../../../state/table/saved-table';
import type { OpenSet, OpenTrace } from '../../../state/traces/open-trace';
import { type Steps, storableTable, tableName } from './put-table';

/** What may leave the page: what the options tick, and notes. */
export interface Allowed {
  readonly options: ShareOptions;
  readonly notes: boolean;
}

export type StoredForm = 'export' | 'file';

export interface ReadyTrace {
  readonly trace: OpenTrace;
  readonly content: Blob;
  /** Name of its file on this device. */
  readonly fileName: string;
  readonly ending: string;
  /** Of the export; null for a file as it is. */
  readonly figures: ExportFigures | null;
}

export interface ReadyView extends Allowed {
  readonly form: StoredForm;
  readonly set: OpenSet;
  readonly traces: readonly ReadyTrace[];
  /** The table that lies beneath traces that are compared, as it is stored; null for none. */
  readonly table: Blob | null;
  /** Stored bytes of all objects but the view. */
  readonly bytes: number;
}

/** The trace is one file, or one text, on this device. */
export function isOneFile({ source }: OpenTrace): boolean {
  return source.kind === 'file' || source.kind === 'text';
}

/** The file of a trace as it is; null where it is not one. */
function wholeFile({ source }: OpenTrace): Blob | null {
  if (source.kind === 'file') return source.file;
  return source.kind === 'text' ? new Blob([source.text]) : null;
}

/** Makes everything that is put there. @throws what the export fails with, or the signal's reason. */
export async function makeReady(
  app: AppState,
  set: OpenSet,
  form: StoredForm,
  allowed: Allowed,
  steps: Steps,
): Promise<ReadyView> {
  const traces: ReadyTrace[] = [];
  for (const { trace } of set.members) {
    const ofFile = form === 'file' ? traces.find((one) => one.trace.file === trace.file) : undefined;
    const content = ofFile?.content ?? (form === 'file' ? wholeFile(trace) : null);
    traces.push(content === null ? await exported(trace, allowed.options, steps) : asItIs(trace, content));
  }
  const table = isBeneath(app, set) ? await storableTable(app, rowsBeneath(app), steps.signal) : null;
  const contents = new Set([...traces.map(({ content }) => content), ...(table === null ? [] : [table])]);
  const bytes = [...contents].reduce((sum, { size }) => sum + size, 0);
  return { form, set, traces, table, ...allowed, bytes };
}

function asItIs(trace: OpenTrace, content: Blob): ReadyTrace {
  const fileName = trace.file.name;
  return { trace, content, fileName, ending: traceEnding(fileName), figures: null };
}

/** The whole trace as an export, compressed: a tenth of the size. */
async function exported(
  trace: OpenTrace,
  options: ShareOptions,
  { signal, onStep }: Steps,
): Promise<ReadyTrace> {
  const { fromUs, toUs } = trace.extent;
  const words = 'Reading events again';
  onStep(words, null);
  const request = { fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs), options, fileName: trace.name };
  const { file, figures } = await trace.request('export', request, {
    signal,
    onProgress: ({ done, total }) => onStep(words, total === 0 ? null : done / total),
  });
  const content = await gzipped(file, signal);
  return { trace, content, fileName: trace.name, ending: 'gz', figures };
}

/** The link that opens the view with its traces. @throws StoreFailure, or the signal's reason. */
export async function putView(
  app: AppState,
  client: StoreClient,
  ready: ReadyView,
  { signal, onStep }: Steps,
): Promise<string> {
  const refs = new Map<Blob, StoredRef>();
  for (const { content, ending } of ready.traces) {
    if (refs.has(content)) continue;
    client.checkSize(content.size);
    const sha256 = await sha256OfBlob(content, {
      signal,
      onProgress: (bytes) => onStep('Hashing', bytes / content.size),
    });
    const object = storedName(sha256, ending);
    // The same trace may be open twice.
    const same = [...refs.values()].find((ref) => ref.object === object);
    refs.set(content, same ?? { kind: 'stored', object });
  }
  const { table } = ready;
  const stored = table && (await tableName(client, table, signal));
  const view = new Blob([viewText(app, ready, refs, stored)]);
  if (view.size > MAX_VIEW_BYTES)
    throw new StoreFailure(
      `The view has ${amount(view.size)}, with its notes, and a link opens ${amount(MAX_VIEW_BYTES)} at most. Untick the notes, or shorten them.`,
    );
  const sha256 = await sha256OfBlob(view, { signal });
  for (const [content, { object }] of refs) {
    onStep('Sending', null);
    await client.put(object, content, signal);
  }
  if (table !== null && stored !== null) await client.put(stored, table, signal);
  onStep('Sending the view', null);
  await client.put(storedName(sha256, VIEW_ENDING), view, signal);
  return sha256;
}

/** The view of the set in the page's link form, its traces named by their objects. */
function viewText(
  app: AppState,
  { set, traces, form, options, notes }: ReadyView,
  refs: ReadonlyMap<Blob, StoredRef>,
  stored: string | null,
): string {
  const refOf = ({ content }: ReadyTrace): StoredRef => refs.get(content) as StoredRef;
  const named = [...new Set(traces.map(refOf))];
  // An export holds one connection.
  const connection = (trace: OpenTrace): number | null => (form === 'export' ? null : connectionOf(trace));
  const [lead, ...others] = traces as [ReadyTrace, ...ReadyTrace[]];
  const pageSet = pageSetOf(
    set,
    [lead.trace.file],
    others.map(({ trace }) => trace),
  );
  const link = linkOf({
    traces: named,
    shown: 0,
    view: lead.trace.view.get(),
    connection: connection(lead.trace),
    set: {
      ...pageSet,
      others: others.map((other) => ({
        trace: named.indexOf(refOf(other)),
        connection: connection(other.trace),
        marks: other.trace.marks,
      })),
    },
    choices: app.choices.get(),
    panels: PANEL_IDS,
  });
  const written = named.map((ref): ViewTrace => {
    const held = traces.filter((one) => refOf(one) === ref);
    const [first] = held as [ReadyTrace];
    return {
      object: ref.object,
      name: redactName(first.fileName, options),
      notes: notes ? notesOf(held, form) : [],
    };
  });
  const table = { ...EMPTY_TABLE, stored };
  return formatView({ link: formatLink({ ...link, table }), traces: written });
}

/** Notes of the set's traces; an export holds one connection. */
function notesOf(held: readonly ReadyTrace[], form: StoredForm): ViewTrace['notes'] {
  return held.flatMap(({ trace }) => {
    const list: readonly Note[] = trace.feature(traceNotes).current.get().book.notes;
    return list.length === 0 ? [] : [[form === 'export' ? 0 : trace.connection, list] as const];
  });
}
