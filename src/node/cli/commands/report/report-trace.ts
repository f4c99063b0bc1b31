/**
 * A trace that `qlogscope report` tells of: the connection that was chosen, the columns that its pictures are painted from,
 * and what its files are known by.
 */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { PanelContext } from '../../../../drawing/panels/panel';
import { PANEL_IDS } from '../../../../drawing/panels/registry';
import { DEFAULT_CHOICES } from '../../../../drawing/view/choices';
import type { TimeRange } from '../../../../drawing/view/view';
import type { CloseUpAnswer, Snapshot } from '../../../../engine/reading/contract/snapshot';
import { type Fingerprint, fingerprintOf } from '../../../../sharing/link/fingerprint';
import { reportedCloseUps, reportedWindow } from '../../../../sharing/report/figures/close-up-figure';
import { drawnPanels } from '../../../../sharing/report/figures/panel-figures';
import { reportContext, reportWindow } from '../../../../sharing/report/figures/report-window';
import { UsageError } from '../../arg-values';
import type { ReadTrace } from '../../reading/read-trace';
import type { ReportSetting } from './report-setting';

export interface ReportedTrace extends ReadTrace {
  readonly fingerprints: readonly Fingerprint[];
}

/** Of files that can be read again; none of standard input, or of an entry of an archive. */
export async function fingerprintsOf(paths: readonly string[]): Promise<readonly Fingerprint[]> {
  const notes = await Promise.all(
    paths.map(async (path) => {
      const blob = await openAsBlob(path);
      return fingerprintOf({ name: basename(path), size: blob.size, slice: blob.slice.bind(blob) });
    }),
  );
  return notes.filter((one) => one !== null);
}

export function chosenConnection(read: ReportedTrace, { trace }: ReportSetting): ReportedTrace {
  if (trace === null) return read;
  const { path, session, snapshot } = read;
  if (trace >= snapshot.connectionCount)
    throw new UsageError(
      `--trace: ${path} holds the connections 0 to ${snapshot.connectionCount - 1}`,
      'report',
    );
  session.watch(trace);
  return { ...read, snapshot: read.newest() };
}

export function visibleRange({ extent }: Snapshot, { fromMs, toMs }: ReportSetting): TimeRange | null {
  if (fromMs === null && toMs === null) return null;
  const fromUs = Math.max(extent.fromUs, fromMs === null ? extent.fromUs : Math.round(fromMs * 1000));
  const toUs = Math.min(extent.toUs, toMs === null ? extent.toUs : Math.round(toMs * 1000));
  if (fromUs >= toUs)
    throw new UsageError(
      `the trace holds ${extent.fromUs / 1000} to ${extent.toUs / 1000} ms; --from and --to name nothing of it`,
      'report',
    );
  return { fromUs, toUs };
}

/** Panel contexts over the whole trace and the visible range; null if it has no duration. */
export async function contextsOf(
  { session }: ReadTrace,
  snapshot: Snapshot,
  visible: TimeRange | null,
  width: number,
): Promise<{ readonly whole: PanelContext; readonly visible: PanelContext } | null> {
  const { extent, connection } = snapshot;
  if (extent.toUs <= extent.fromUs) return null;
  const over = async (range: TimeRange): Promise<PanelContext> => {
    const request = reportWindow(snapshot, DEFAULT_CHOICES, range, width, null);
    const answer = await session.request('window', { connection, ...request });
    return reportContext(snapshot, DEFAULT_CHOICES, range, width, answer);
  };
  const whole = await over(extent);
  return { whole, visible: visible === null ? whole : await over(visible) };
}

export function closeUpsOf(
  { session }: ReadTrace,
  { findings, connection }: Snapshot,
): Promise<readonly CloseUpAnswer[]> {
  const answers = reportedCloseUps(findings, []).flatMap(({ key, closeUp }) =>
    closeUp === null
      ? []
      : session.request('window', reportedWindow(closeUp, connection)).then((answer) => ({ key, answer })),
  );
  return Promise.all(answers);
}

/** @throws UsageError for a name that is no panel. */
export function panelsOf(snapshot: Snapshot, { figures }: ReportSetting): readonly string[] {
  if (figures === 'all') return drawnPanels(DEFAULT_CHOICES, snapshot).map(({ id }) => id);
  const unknown = figures.find((id) => !PANEL_IDS.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`--figures takes all, or of ${PANEL_IDS.join(', ')}; not "${unknown}"`, 'report');
  return figures;
}
