/** Input of the report about the set on the screen: each of its traces, and their panels over the range of the set. */
import type { PanelContext } from '../../../drawing/panels/panel';
import { shifted } from '../../../drawing/view/set-view';
import type { Outline } from '../../../engine/reading/contract/outline';
import type { PacketColumns } from '../../../engine/reading/contract/packet-columns';
import { askedForPackets } from '../../../engine/service/compare/compare';
import { type ComparedTrace, comparedTrace } from '../../../engine/service/compare/compared-trace';
import { REPORT_PLOT_PX, reportContext, reportWindow } from '../../../sharing/report/figures/report-window';
import type { ReportInput } from '../../../sharing/report/input';
import { type LaneToReport, reportedSet } from '../../../sharing/report/reported-set';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import { answerIfAny } from '../../backend/backend';
import type { AppState } from '../../state/app-state';
import { traceNotes } from '../../state/notes/file-notes';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { outlineAnswer } from '../../state/traces/outline-answer';
import type { PlacedTrace } from '../../state/traces/trace-set';
import {
  digestSentence,
  fingerprintsOf,
  linkOf,
  type ReportChoices,
  type ReportContexts,
  reportContexts,
} from './report-input';

/** A trace of the set with what its part of the report is made from. */
interface RequestedLane {
  readonly placed: PlacedTrace<OpenTrace>;
  readonly drawn: ReportContexts;
  readonly outline: Outline | null;
  /** Null where they are not needed. */
  readonly packets: PacketColumns | null;
  /** Null for a trace without a length. */
  readonly context: PanelContext | null;
}

export type RequestedSet = readonly RequestedLane[];

/** Asks all traces of the set for the columns of the pictures. @returns null where one of them is not read, or was closed. */
export async function requestSet(app: AppState, set: OpenSet): Promise<RequestedSet | null> {
  const lanes = await Promise.all(set.members.map((placed) => requestLane(app, set, placed)));
  const drawn = lanes.filter((lane) => lane !== null);
  if (drawn.length < lanes.length) return null;
  const compared = new Map(drawn.flatMap((lane) => comparedLane(lane)));
  const asked = askedForPackets([...compared.values()], null);
  return Promise.all(
    drawn.map(async (lane) => {
      const one = compared.get(lane);
      return one === undefined || !asked.has(one) ? lane : { ...lane, packets: await packetsOf(lane) };
    }),
  );
}

function comparedLane(lane: RequestedLane): readonly (readonly [RequestedLane, ComparedTrace])[] {
  const { drawn, outline, placed } = lane;
  if (outline === null) return [];
  return [[lane, comparedTrace(placed.trace.name, drawn.snapshot, outline, originMsOf(drawn.snapshot))]];
}

/** Null where they cannot be had, as of a digest. */
async function packetsOf({ placed: { trace } }: RequestedLane): Promise<PacketColumns | null> {
  return answerIfAny(trace.request('packetColumns', {})).catch(() => null);
}

async function requestLane(
  app: AppState,
  set: OpenSet,
  placed: PlacedTrace<OpenTrace>,
): Promise<RequestedLane | null> {
  const { trace, lane } = placed;
  const drawn = await reportContexts(app, trace);
  if (drawn === null) return null;
  const outline = await outlineAnswer(trace);
  const lacking = { placed, drawn, outline, packets: null };
  if (drawn.contexts === null) return { ...lacking, context: null };
  const { snapshot } = drawn;
  const choices = app.choices.get();
  const visible = shifted(set.view.get().range ?? set.extent, -lane.offsetUs);
  const request = reportWindow(snapshot, choices, visible, REPORT_PLOT_PX, trace.view.get().model);
  const answer = await trace.request('window', request);
  const context = reportContext(snapshot, choices, visible, REPORT_PLOT_PX, answer);
  return { ...lacking, context };
}

export function setReportInput(
  app: AppState,
  set: OpenSet,
  lanes: RequestedSet,
  { options, notes, draft }: ReportChoices,
): ReportInput {
  const { traces, comparison } = reportedSet(
    {
      lanes: lanes.map((lane) => laneOf(app, lane, notes)),
      arrangement: set.view.get().arrangement,
      choices: app.choices.get(),
      panels: draft.panels,
    },
    options,
  );
  return {
    traces: traces.map((trace) => {
      const { digest } = trace.snapshot;
      // A digest has no file name to give to a command.
      return digest === undefined ? trace : { ...trace, name: null, digest: digestSentence(digest) };
    }),
    comparison,
    ...linkOf(
      app,
      options,
      lanes.map(({ placed }) => placed.trace.file),
    ),
    written: null,
    authored: draft.authored,
  };
}

function laneOf(
  app: AppState,
  { placed, drawn, outline, packets, context }: RequestedLane,
  notes: boolean,
): LaneToReport {
  const { trace, lane } = placed;
  const { snapshot, contexts, closeUps } = drawn;
  const { dismissed } = trace.view.get();
  return {
    trace: {
      name: trace.name,
      snapshot,
      dismissed,
      contexts,
      closeUps,
      visible: null,
      fingerprints: fingerprintsOf(app, trace),
      notes: notes ? trace.feature(traceNotes).current.get().book.notes : [],
    },
    outline,
    packets,
    context,
    offsetUs: lane.offsetUs,
    style: lane.style,
  };
}
