/**
 * What an export says of the log before its range (qlog-schema/exported-range.ts): taken from the columns of the whole
 * log, as they stood where the range begins.
 */
import {
  type ExportedRange,
  type LoggedQuantity,
  type MovedSends,
  PacketSpace,
  type RttEstimate,
  type UnsettledPackets,
} from '../../../../qlog-schema';
import { MAX_UNSETTLED } from '../../../../qlog-schema/exported-range';
import type { Numbers } from '../../../base/columns/block-reader';
import { lowerBound, upperBound } from '../../../base/columns/growable';
import type { Series } from '../../../base/columns/series';
import { PacketFate, PacketMark } from '../../../sender/transport/packet-fate';
import type { SpaceLedger } from '../../../sender/transport/space-ledger';
import type { TransportState } from '../../../sender/transport/transport';

/** What is not in the columns: the log's format and clock, and the count of PTOs logged last before the range. */
export type BesideColumns = Pick<ExportedRange, 'family' | 'resolution' | 'ptoCount'>;

/** @param fromUs where the range begins. @param toUs its end, included. */
export function rangeState(
  state: TransportState,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  beside: BesideColumns,
): ExportedRange {
  const { losses, ptos, side, ledger, packetThreshold, series } = state;
  const spaces = [PacketSpace.initial, PacketSpace.handshake, PacketSpace.application];
  const unsettled = spaces.flatMap((space) => {
    const books = ledger.space(space);
    return books === null ? [] : unsettledIn(books, space, fromUs);
  });
  const period = state.recovery.spans.within(Number.NEGATIVE_INFINITY, fromUs - 1).at(-1);
  return {
    ...beside,
    fromUs,
    fromStart: !(state.firstUs < fromUs),
    toEnd: !(toUs < state.lastUs) && !state.isPart,
    logged: loggedIn(state),
    losses: losses.isKnown ? losses.method : null,
    timeouts: ptos.method,
    windowGrew: grewBefore(series.congestionWindow, fromUs),
    sendsData: side === 'unknown' ? null : side === 'sender',
    packetThreshold: before(packetThreshold, fromUs),
    rtt: estimate(state, fromUs),
    recoveryUs: period?.startUs ?? Number.NaN,
    inRecovery: period !== undefined && !(period.endUs < fromUs),
    marked: before(series.ceTotal, fromUs) || 0,
    unsettled,
    moved: spaces.flatMap((space) => {
      const numbers = unsettled.find((packets) => packets.space === space)?.packetNumber ?? [];
      return movedIn(state, space, numbers, [fromUs, toUs]);
    }),
  };
}

/** Of the packets without a fate before a range and those sent in it, the ones that were not sent at the time that they have. */
function movedIn(
  { ledger, movedSends }: TransportState,
  space: number,
  before: readonly number[],
  [fromUs, toUs]: readonly [number, number],
): readonly MovedSends[] {
  const moved = movedSends.get(space);
  const books = ledger.space(space);
  if (moved === undefined || books === null) return [];
  const { packetNumbers, sentTimesUs } = books;
  const first = lowerBound(sentTimesUs, fromUs);
  const length = upperBound(sentTimesUs, toUs) - first;
  const within = Array.from({ length }, (_, i) => packetNumbers.at(first + i));
  const packetNumber = [...before, ...within].filter((number) => moved.has(number));
  return packetNumber.length === 0 ? [] : [{ space, packetNumber: packetNumber.slice(0, MAX_UNSETTLED) }];
}

/** The last value of a series before a time; NaN for none. */
function before({ timesUs, values }: Series, fromUs: number): number {
  return values.at(lowerBound(timesUs, fromUs) - 1);
}

/** What the log holds, or the one that it is a range of. */
function loggedIn({ series, ackedBytes, loggedInWhole }: TransportState): readonly LoggedQuantity[] {
  const { congestionWindow, bytesInFlight, smoothedRtt } = series;
  const here: readonly (readonly [LoggedQuantity, boolean])[] = [
    ['congestion_window', congestionWindow.length > 0],
    ['bytes_in_flight', bytesInFlight.length > 0],
    ['smoothed_rtt', smoothedRtt.length > 0],
    ['acks', ackedBytes > 0],
  ];
  return here.filter(([word, holds]) => holds || loggedInWhole.includes(word)).map(([word]) => word);
}

/** Did the last change before a time raise the value? */
function grewBefore({ timesUs, values }: Series, fromUs: number): boolean {
  const last = lowerBound(timesUs, fromUs) - 1;
  return values.at(last) > values.at(last - 1);
}

function estimate({ rebuilt }: TransportState, fromUs: number): RttEstimate | null {
  const smoothedUs = before(rebuilt.smoothedRtt, fromUs);
  if (Number.isNaN(smoothedUs)) return null;
  return {
    latestUs: before(rebuilt.latestRtt, fromUs),
    minUs: before(rebuilt.minRtt, fromUs),
    smoothedUs,
    variationUs: before(rebuilt.rttVariation, fromUs),
  };
}

/**
 * Packets sent before the range whose fate is decided in it, or not at all because the log ends: those that nothing
 * decides although later ones were acknowledged are no packets in flight, but a log without ACKs or losses.
 */
function unsettledIn(books: SpaceLedger, space: number, fromUs: number): readonly UnsettledPackets[] {
  const sent = lowerBound(books.sentTimesUs, fromUs);
  const rows: number[] = [];
  let ackedBefore = -1;
  for (let row = sent - 1; row >= 0 && rows.length < MAX_UNSETTLED; row--) {
    const isAcked = books.fateAt(row) === PacketFate.acked;
    if (isAcked && books.settledUsAt(row) < fromUs && ackedBefore < 0) ackedBefore = row;
    if (isUnsettled(books, row, fromUs, ackedBefore)) rows.push(row);
  }
  return rows.length === 0 ? [] : [packetsOf(books, space, rows.reverse())];
}

function isUnsettled(books: SpaceLedger, row: number, fromUs: number, ackedBefore: number): boolean {
  switch (books.fateAt(row)) {
    case PacketFate.acked:
    case PacketFate.lost:
    case PacketFate.discarded:
      return books.settledUsAt(row) >= fromUs;
    case PacketFate.outstanding:
      return books.largestAcked >= 0 && books.packetNumbers.at(row) > books.largestAcked;
    case PacketFate.notInFlight:
      return row > ackedBefore;
    case PacketFate.spurious:
      // When it was declared lost is not known any more.
      return false;
  }
}

function packetsOf(books: SpaceLedger, space: number, rows: readonly number[]): UnsettledPackets {
  const { packetNumbers, sentTimesUs, sizesBytes, dataSizesBytes, resentSizesBytes } = books;
  const pick = (column: Numbers): readonly number[] => rows.map((row) => column.at(row));
  return {
    space,
    packetNumber: pick(packetNumbers),
    sentUs: pick(sentTimesUs),
    sizeBytes: pick(sizesBytes),
    dataBytes: pick(dataSizesBytes),
    resentBytes: pick(resentSizesBytes),
    inFlight: rows.map((row) => Number(wasInFlight(books, row))),
    ackEliciting: rows.map((row) => Number(books.isMarked(row, PacketMark.ackEliciting))),
  };
}

/** An ACK alone never was in flight, but has the same fate as others where it is acknowledged in turn. */
function wasInFlight(books: SpaceLedger, row: number): boolean {
  const fate = books.fateAt(row);
  return fate === PacketFate.acked
    ? books.isMarked(row, PacketMark.ackEliciting)
    : fate !== PacketFate.notInFlight;
}
