/** `qlogscope report --compare`: several traces as one set, each laid over the first, as the page reports a set. */
import type { PanelContext } from '../../drawing/panels/panel';
import { DEFAULT_CHOICES } from '../../drawing/view/choices';
import { commonExtent, shifted } from '../../drawing/view/set-view';
import type { TimeRange } from '../../drawing/view/view';
import { type Alignment, offsetUs, proposedAlignment } from '../../engine/compare/align';
import { type ComparedTrace, comparedTrace } from '../../engine/compare/compared-trace';
import type { Outline } from '../../engine/contract/outline';
import { reportContext, reportWindow } from '../../sharing/report/report-window';
import { type LaneToReport, type ReportedSet, reportedSet } from '../../sharing/report/reported-set';
import { originMsOf } from '../../sharing/report/summary-words';
import { UsageError } from './arg-values';
import type { ReportCommand } from './args';
import {
  chosenConnection,
  closeUpsOf,
  contextsOf,
  panelsOf,
  type ReportedTrace,
  visibleRange,
} from './report-trace';

interface OutlinedTrace extends ReportedTrace {
  readonly outline: Outline;
}

/** @param reads at least two. @throws UsageError where they cannot be aligned as asked. */
export async function setInput(
  reads: readonly ReportedTrace[],
  command: ReportCommand,
): Promise<ReportedSet> {
  const traces = await Promise.all(
    reads.map(async (read): Promise<OutlinedTrace> => {
      const chosen = chosenConnection(read, command);
      const { connection } = chosen.snapshot;
      return { ...chosen, outline: await chosen.session.request('outline', { connection }) };
    }),
  );
  const [lead] = traces as [OutlinedTrace, ...OutlinedTrace[]];
  const offsetsUs = offsetsOf(traces, command.compared?.align ?? null);
  const extents = traces.map(({ snapshot }, i) => ({
    extent: snapshot.extent,
    offsetUs: offsetsUs[i] as number,
  }));
  const range = visibleRange(lead.snapshot, command) ?? commonExtent(extents);
  const lanes = await Promise.all(
    traces.map((trace, i) => laneOf(trace, i, offsetsUs[i] as number, range, command)),
  );
  return reportedSet(
    {
      lanes,
      arrangement: 'overlay',
      choices: DEFAULT_CHOICES,
      panels: [...new Set(traces.flatMap(({ snapshot }) => panelsOf(snapshot, command)))],
    },
    command.options,
  );
}

function offsetsOf(traces: readonly OutlinedTrace[], align: Alignment | null): readonly number[] {
  const [lead, ...others] = traces.map(comparedOf) as [ComparedTrace, ...ComparedTrace[]];
  const offsets = others.map((other) => {
    const by = align ?? proposedAlignment(lead, other);
    const byUs = offsetUs(lead, other, by);
    if (Number.isNaN(byUs))
      throw new UsageError(`--align ${by}: ${lead.name} or ${other.name} does not show it`, 'report');
    return byUs;
  });
  return [0, ...offsets];
}

function comparedOf({ path, snapshot, outline }: OutlinedTrace): ComparedTrace {
  return comparedTrace(path, snapshot, outline, originMsOf(snapshot));
}

async function laneOf(
  trace: OutlinedTrace,
  style: number,
  byUs: number,
  range: TimeRange,
  { width }: ReportCommand,
): Promise<LaneToReport> {
  const { name, session, snapshot, fingerprints, outline } = trace;
  const contexts = await contextsOf(trace, snapshot, null, width);
  const over = async (own: TimeRange): Promise<PanelContext> => {
    const request = reportWindow(snapshot, DEFAULT_CHOICES, own, width, null);
    const answer = await session.request('window', { connection: snapshot.connection, ...request });
    return reportContext(snapshot, DEFAULT_CHOICES, own, width, answer);
  };
  return {
    trace: {
      ...{ name, snapshot, fingerprints, contexts, visible: null, dismissed: [], notes: [] },
      closeUps: await closeUpsOf(trace, snapshot),
    },
    context: contexts === null ? null : await over(shifted(range, -byUs)),
    ...{ outline, offsetUs: byUs, style },
  };
}
