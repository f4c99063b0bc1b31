/**
 * A set of traces as input of a report, the same for page and command line: each redacted, the first compared with every
 * other one from the redacted values, and their panels painted over one another at the offsets of the set.
 */
import type { PictureLane } from '../../drawing/panels/lanes/lanes-picture';
import { redactContext } from '../../drawing/panels/lanes/redact-context';
import type { PanelContext } from '../../drawing/panels/panel';
import { laneLetter } from '../../drawing/surface/lane-styles';
import type { Choices } from '../../drawing/view/choices';
import type { Arrangement } from '../../drawing/view/set-view';
import type { Outline } from '../../engine/reading/contract/outline';
import type { PacketColumns } from '../../engine/reading/contract/packet-columns';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { type Alignment, LANDMARKS, offsetUs, proposedAlignment } from '../../engine/service/compare/align';
import { compare } from '../../engine/service/compare/compare';
import { type ComparedTrace, comparedTrace, withPackets } from '../../engine/service/compare/compared-trace';
import { damagesOf } from '../../engine/service/compare/damage';
import { figuresOf } from '../../engine/service/compare/differences';
import { type Related, relatedBy } from '../../engine/service/compare/ends';
import { type Redacted, redact } from '../../engine/service/redaction/redact';
import { pageOneFigure, setFigures } from './figures/set-figures';
import {
  type ComparedPair,
  type FigureTable,
  includedFindings,
  type ReportedComparison,
  type TraceInput,
} from './input';
import { reportedTrace, type TraceToReport } from './shared-trace';
import { shortName } from './words/set-names';
import { originMsOf } from './words/summary-words';

export interface LaneToReport {
  readonly trace: Omit<TraceToReport, 'choices' | 'panels' | 'figureId'>;
  /** Null where the trace has none, as an older digest; then it is not compared. */
  readonly outline: Outline | null;
  /** Null where they were not asked for (`asksForPackets`); only what they tell of the path is reported. */
  readonly packets: PacketColumns | null;
  /** Its panels over the range of the set, in its own time; null where nothing can be drawn. */
  readonly context: PanelContext | null;
  /** Added to its times, µs. */
  readonly offsetUs: number;
  /** Index of its style. */
  readonly style: number;
}

export interface SetToReport {
  /** The lead first; at least two. */
  readonly lanes: readonly LaneToReport[];
  readonly arrangement: Arrangement;
  readonly choices: Choices;
  /** Ids of the panels of the evidence. */
  readonly panels: readonly string[];
}

export interface ReportedSet {
  readonly traces: readonly TraceInput[];
  readonly comparison: ReportedComparison;
}

/** A trace with all that is known of it on this device; null where it has no outline. */
function wholeOf({ trace: { name, snapshot }, outline, packets }: LaneToReport): ComparedTrace | null {
  if (outline === null) return null;
  const compared = comparedTrace(name ?? '', snapshot, outline, originMsOf(snapshot));
  return packets === null ? compared : withPackets(compared, packets);
}

/** By what a trace is laid over another: the landmark that gives the offset; null where it was laid by hand. */
function alignmentOf(
  a: ComparedTrace,
  b: ComparedTrace,
  { relation, match }: Related,
  byUs: number,
): Alignment | null {
  const all = [proposedAlignment(a, b, relation, match), ...LANDMARKS.map((at): Alignment => ({ at }))];
  return all.find((one) => offsetUs(a, b, one, match) === byUs) ?? null;
}

export function reportedSet(
  { lanes, arrangement, choices, panels }: SetToReport,
  options: ShareOptions,
): ReportedSet {
  const reported = lanes.map(({ trace }, i) => ({
    ...reportedTrace(
      { ...trace, choices, panels: [], figureId: i === 0 ? 'figure' : `figure-${i + 1}` },
      options,
    ),
    number: i + 1,
  }));
  const names = reported.map((_, i) => laneLetter(i));
  const drawn = lanes.flatMap((lane, place) => pictureLane(lane, place, options));
  const compared = lanes.map((lane, i) => comparedLane(lane, reported[i] as Reported, names[i], options));
  const [lead] = lanes as readonly [LaneToReport, ...LaneToReport[]];
  return {
    traces: reported,
    comparison: {
      names,
      pairs: lanes.slice(1).map((lane, i): ComparedPair => {
        const [a, b] = [compared[0] ?? null, compared[i + 1] ?? null];
        const byUs = lane.offsetUs - lead.offsetUs;
        const [wholeA, wholeB] = [wholeOf(lead), wholeOf(lane)];
        if (a === null || b === null || wholeA === null || wholeB === null)
          return { offsetUs: byUs, alignment: null, comparison: null };
        // What leaves has no ids: what the two are of one another is determined before.
        const related = relatedBy(wholeA, wholeB);
        const alignment = alignmentOf(wholeA, wholeB, related, byUs);
        return { offsetUs: byUs, alignment, comparison: compare(a, b, alignment, related) };
      }),
      table: tableOf(compared.filter((one) => one !== null)),
      figure: pageOneFigure(drawn, choices),
      figures: setFigures(drawn, choices, { ids: panels, arrangement }),
    },
  };
}

function tableOf(traces: readonly ComparedTrace[]): FigureTable {
  return { names: traces.map(({ name }) => name), rows: figuresOf(traces) };
}

type Reported = TraceInput & { readonly snapshot: Redacted<Snapshot> };

function comparedLane(
  { trace, outline }: LaneToReport,
  reported: Reported,
  name: string,
  options: ShareOptions,
): ComparedTrace | null {
  const shared = redact({ name: trace.name, snapshot: trace.snapshot, outline }, options);
  if (shared.outline === null) return null;
  const { snapshot } = reported;
  const included = { ...snapshot, findings: includedFindings(reported) };
  // Which file of several a message is about is determined before.
  const damages = damagesOf(trace.snapshot, snapshot.messages);
  return comparedTrace(name, included, shared.outline, originMsOf(snapshot), damages);
}

function pictureLane(
  { trace, context, offsetUs: byUs, style }: LaneToReport,
  place: number,
  options: ShareOptions,
): readonly PictureLane[] {
  if (context === null) return [];
  const { dismissed } = trace;
  const worst = context.snapshot.findings.find(
    ({ key, severity }) => severity !== 'info' && !dismissed.includes(key),
  );
  const shared = redactContext(
    { ...context, finding: worst?.key ?? null, isCompared: true },
    trace.name,
    options,
  );
  const { name } = redact({ name: trace.name, snapshot: context.snapshot }, options);
  return [{ context: shared, style, place, name: name && shortName(name), offsetUs: byUs }];
}
