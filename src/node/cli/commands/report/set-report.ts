/** `qlogscope report --compare`: several traces as one set, each laid over the first, as the page reports a set. */
import type { PanelContext } from '../../../../drawing/panels/panel';
import { DEFAULT_CHOICES } from '../../../../drawing/view/choices';
import { commonExtent, shifted } from '../../../../drawing/view/set-view';
import type { TimeRange } from '../../../../drawing/view/view';
import type { Outline } from '../../../../engine/reading/contract/outline';
import type { PacketColumns } from '../../../../engine/reading/contract/packet-columns';
import { type Alignment, offsetUs, proposedAlignment } from '../../../../engine/service/compare/align';
import { alignmentText } from '../../../../engine/service/compare/alignment-text';
import { askedForPackets } from '../../../../engine/service/compare/compare';
import {
  type ComparedTrace,
  comparedTrace,
  withPackets,
} from '../../../../engine/service/compare/compared-trace';
import { relatedBy } from '../../../../engine/service/compare/ends';
import { reportContext, reportWindow } from '../../../../sharing/report/figures/report-window';
import { type LaneToReport, type ReportedSet, reportedSet } from '../../../../sharing/report/reported-set';
import { originMsOf } from '../../../../sharing/report/words/summary-words';
import { UsageError } from '../../arg-values';
import type { ReportSetting } from './report-setting';
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
  /** Null where they are not needed. */
  readonly packets: PacketColumns | null;
}

/** @param reads at least two. @throws UsageError where they cannot be aligned as asked. */
export async function setInput(
  reads: readonly ReportedTrace[],
  setting: ReportSetting,
): Promise<ReportedSet> {
  const outlined = await Promise.all(
    reads.map(async (read): Promise<OutlinedTrace> => {
      const chosen = chosenConnection(read, setting);
      const { connection } = chosen.snapshot;
      return { ...chosen, outline: await chosen.session.request('outline', { connection }), packets: null };
    }),
  );
  const align = setting.compared?.align ?? null;
  const traces = await withPacketsOf(outlined, align);
  const [lead] = traces as [OutlinedTrace, ...OutlinedTrace[]];
  const offsetsUs = offsetsOf(traces, align);
  const extents = traces.map(({ snapshot }, i) => ({
    extent: snapshot.extent,
    offsetUs: offsetsUs[i] as number,
  }));
  const range = visibleRange(lead.snapshot, setting) ?? commonExtent(extents);
  const lanes = await Promise.all(
    traces.map((trace, i) => laneOf(trace, i, offsetsUs[i] as number, range, setting)),
  );
  return reportedSet(
    {
      lanes,
      arrangement: 'overlay',
      choices: DEFAULT_CHOICES,
      panels: [...new Set(traces.flatMap(({ snapshot }) => panelsOf(snapshot, setting)))],
    },
    setting.options,
  );
}

function offsetsOf(traces: readonly OutlinedTrace[], align: Alignment | null): readonly number[] {
  const [lead, ...others] = traces.map(comparedOf) as [ComparedTrace, ...ComparedTrace[]];
  const offsets = others.map((other) => {
    const { relation, match } = relatedBy(lead, other);
    const by = align ?? proposedAlignment(lead, other, relation, match);
    const byUs = offsetUs(lead, other, by, match);
    if (Number.isNaN(byUs))
      throw new UsageError(
        `--align ${alignmentText(by)}: ${lead.name} or ${other.name} does not show it`,
        'report',
      );
    return byUs;
  });
  return [0, ...offsets];
}

function comparedOf({ path, snapshot, outline, packets }: OutlinedTrace): ComparedTrace {
  const compared = comparedTrace(path, snapshot, outline, originMsOf(snapshot));
  return packets === null ? compared : withPackets(compared, packets);
}

/** The traces with their packets, where they are compared by these. */
function withPacketsOf(
  traces: readonly OutlinedTrace[],
  align: Alignment | null,
): Promise<readonly OutlinedTrace[]> {
  const compared = traces.map(comparedOf);
  const asked = askedForPackets(compared, align);
  return Promise.all(
    traces.map(async (trace, i) => {
      const { session, snapshot } = trace;
      if (!asked.has(compared[i] as ComparedTrace)) return trace;
      return {
        ...trace,
        packets: await session.request('packetColumns', { connection: snapshot.connection }),
      };
    }),
  );
}

async function laneOf(
  trace: OutlinedTrace,
  style: number,
  byUs: number,
  range: TimeRange,
  { width }: ReportSetting,
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
      name,
      snapshot,
      fingerprints,
      contexts,
      visible: null,
      dismissed: [],
      notes: [],
      closeUps: await closeUpsOf(trace, snapshot),
    },
    context: contexts === null ? null : await over(shifted(range, -byUs)),
    outline,
    packets: trace.packets,
    offsetUs: byUs,
    style,
  };
}
