/**
 * What held a sender at each instant of the span of its transfer, docs/account.md: the one partition, which all use that say for how
 * long something held it.
 */
import { StateTimeline } from '../../base/columns/state-timeline';
import { HOLDER_NAMES } from '../../base/text/account-names';
import type { StreamTable } from '../../sender/streams/stream-table';
import type { MissingPackets } from '../../sender/transport/missing-packets';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { TransportState } from '../../sender/transport/transport';
import type { Stalls } from '../stalls/stalls';
import { ackWaits } from './ack-waits';
import type { Cells } from './cells';
import { timesWithoutCredit } from './credit';
import { HELD, type HeldInterval, HOLDER_OF, heldBy, overlaid } from './holders';
import { type IdlePath, idlePath } from './idle-path';
import type { RoundTrips } from './round-trips';
import { type Span, spanOf } from './span';
import { type StatedBlocks, statedBlocks } from './stated-blocks';
import { firstAskedUs, type Responses, responsesOf, StreamCourse, timesWithoutData } from './stream-ends';
import { sweep } from './sweep';
import { type TripPath, tripHolds, tripPath } from './trip-holds';
import { whyNoPartition } from './why-none';

export interface PartitionInput {
  readonly state: TransportState;
  /** The clock's step, µs; 0 if it is fine. */
  readonly clockStepUs: number;
  readonly missing: MissingPackets;
  readonly stalls: Stalls;
  readonly pathIntervals: readonly PathInterval[];
  /** Rows of all streams: made only where waits of streams last. */
  readonly streams: StreamTable;
}

/** Names of holders by time, from the beginning of the span, and when it ends, µs. */
export interface HeldTime {
  readonly timeline: StateTimeline;
  readonly endUs: number;
}

export interface Partition {
  readonly span: Span;
  readonly stated: StatedBlocks;
  readonly responses: Responses;
  readonly cells: Cells;
  readonly trips: RoundTrips;
  readonly idle: IdlePath;
  readonly path: TripPath;
  /** By round trip, what a gap between two sends in it is: a `Held`. */
  readonly holds: Uint8Array;
  readonly heldTime: HeldTime;
}

/** Null where the log does not show what held its sender; of a receiver see received.ts. */
export function partitionOf(input: PartitionInput): Partition | null {
  const { state } = input;
  if (state.side === 'receiver') return null;
  const span = spanOf(state);
  if (span === null || whyNoPartition(input, span) !== null) return null;
  const course = new StreamCourse(state);
  const stated = statedBlocks(state, course, span.endUs);
  const { cells, trips } = sweep(state, span, {
    first: heldFirst(input, course, span),
    credit: timesWithoutCredit(input, course, span.endUs),
    noData: timesWithoutData(state, course, span.endUs),
    stated,
    clockStepUs: input.clockStepUs,
  });
  const idle = idlePath(state, input.pathIntervals, cells, span.endUs);
  const path = tripPath(input.pathIntervals, cells, trips, idle, span.endUs);
  const holds = tripHolds(state, trips, path);
  const heldTime = { timeline: timelineOf(cells, holds), endUs: span.endUs };
  return { span, stated, responses: responsesOf(course), cells, trips, idle, path, holds, heldTime };
}

export function timelineOf(cells: Cells, holds: Uint8Array): StateTimeline {
  const timeline = new StateTimeline();
  const [starts, held, trips] = [cells.startUs.view(), cells.held.view(), cells.trip.view()];
  let last = -1;
  for (let cell = 0; cell < cells.length; cell++) {
    const by = heldBy(held[cell], holds[trips[cell]]);
    if (by !== last) timeline.push(starts[cell], HOLDER_NAMES[HOLDER_OF[by].holder]);
    last = by;
  }
  return timeline;
}

/** What holds whatever else binds, in order of time: of two at once the one that stands first here. */
function heldFirst(
  { state, stalls }: PartitionInput,
  course: StreamCourse,
  span: Span,
): readonly HeldInterval[] {
  const jumps = stalls.clockJumps.map(({ startUs, endUs }) => ({ startUs, endUs, held: HELD.notKnown }));
  const stops = stalls.hosts
    .filter(({ kind }) => kind === 'this-host')
    .map(({ startUs, endUs }) => ({ startUs, endUs, held: HELD.hostStopped }));
  const untilUs = Math.min(establishedUs(state, course), span.endUs);
  const handshake = { startUs: span.startUs, endUs: untilUs, held: HELD.handshake };
  return [stops, [handshake], ackWaits(state, span.endUs)].reduce<readonly HeldInterval[]>(overlaid, jumps);
}

/** Data may flow, and is asked for; on a client from its first 1-RTT packet with data on. Infinity for never. */
function establishedUs(state: TransportState, course: StreamCourse): number {
  const {
    role,
    establishedUs: flowsUs,
    ledger: { application },
  } = state;
  const since = Number.isNaN(flowsUs) ? Number.POSITIVE_INFINITY : flowsUs;
  if (role === 'server') return firstAskedUs(state, course) || since;
  if (application.sentPackets === 0) return since;
  const data = application.dataSizesBytes.reader();
  for (let row = 0; row < data.length; row++) {
    if (application.sentUsAt(row) >= since) break;
    if (data.at(row) > 0) return application.sentUsAt(row);
  }
  return since;
}
