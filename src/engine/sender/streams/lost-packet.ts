/** Which lost packet left the gap that a frame filled, where the log shows it without doubt. */
import { EventKind, PacketSpace } from '../../../qlog-schema';
import { lowerBound } from '../../base/columns/growable';
import { PacketFate } from '../transport/packet-fate';
import type { TransportState } from '../transport/transport';
import type { StreamTable } from './stream-table';

/** Frames, or events, that are looked through for it. */
const MOST = 1 << 15;
/** Numbers between two packets of a stream that are looked at. */
const MOST_BETWEEN = 1024;

/**
 * Of a sender: the packet that carried the first byte of a frame for the first time, and was declared lost.
 * @returns its number, NaN where there is none.
 */
export function lostBefore({ state, resent }: StreamTable, filling: number): number {
  const { sent } = state.streams;
  const packets = state.ledger.application;
  const stream = sent.stream.at(filling);
  const offset = sent.offset.at(filling);
  const again = resent.frame.view();
  const isFirst = (frame: number): boolean => again[lowerBound(again, frame)] !== frame;
  if (isFirst(filling)) return Number.NaN;
  for (let i = filling - 1; i >= 0 && i > filling - MOST; i--) {
    if (sent.stream.at(i) !== stream) continue;
    const from = sent.offset.at(i);
    if (from > offset || !isFirst(i)) continue;
    // Data up to there was sent: the frame itself is none that is sent for the first time as a whole.
    if (from + sent.bytes.at(i) <= offset) return Number.NaN;
    const row = sent.holder.at(i);
    const fate = packets.fateAt(row);
    const isLost = fate === PacketFate.lost || fate === PacketFate.spurious;
    return isLost ? packets.packetNumbers.at(row) : Number.NaN;
  }
  return Number.NaN;
}

/**
 * Of a receiver: the one number that is missing between the packet with the data before the gap and that with the data beyond
 * it, where it never arrives: what was lost was sent between them.
 * @returns the number, NaN where several are missing, or none.
 */
export function lostBetween(
  { streams: { received }, events }: TransportState,
  { filling, beyond }: { readonly filling: number; readonly beyond: number },
): number {
  const numberOf = (frame: number): number => events.packetNumber.at(received.holder.at(frame));
  const stream = received.stream.at(beyond);
  const gapEnd = received.offset.at(beyond);
  let before = Number.NaN;
  for (let i = beyond - 1; i >= 0 && i > beyond - MOST && Number.isNaN(before); i--)
    if (received.stream.at(i) === stream && received.offset.at(i) < gapEnd) before = numberOf(i);
  const between = numberOf(beyond) - before - 1;
  if (!(between >= 1 && between <= MOST_BETWEEN)) return Number.NaN;
  const arrived = new Set<number>();
  const [kinds, spaces] = [events.kind.reader(), events.space.reader()];
  const to = received.holder.at(filling);
  for (let row = Math.max(0, received.holder.at(beyond) - MOST); row <= to; row++) {
    const number = events.packetNumber.at(row) - before;
    const isBetween = number >= 1 && number <= between;
    if (isBetween && kinds.at(row) === EventKind.packetReceived && spaces.at(row) === PacketSpace.application)
      arrived.add(number);
  }
  if (arrived.size !== between - 1) return Number.NaN;
  for (let i = 1; i <= between; i++) if (!arrived.has(i)) return before + i;
  return Number.NaN;
}
