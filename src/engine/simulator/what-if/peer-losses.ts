/**
 * Packets of the peer that never came, by the numbers of those that did, at the times between which they must have been sent. Some
 * stacks skip a number now and then (RFC 9000 §21.4): where nothing came later than ever, nothing was lost.
 */
import { EventKind, PacketSpace } from '../../../qlog-schema';
import { medianOf } from '../../base/columns/median';
import type { TransportState } from '../../sender/transport/transport';
import type { Fates } from './recorded-losses';

/** Larger jumps of numbers are no losses. */
const MAX_MISSING = 32;
/** A packet is missing where the next one comes later by this factor than one usually does. */
const LATE_GAPS = 1.6;

/** Packets of the application space, by when they came or would have come, µs. */
export function peerFates({ events }: TransportState, fromUs: number): Fates {
  const times = events.timeUs.reader();
  const numbers = events.packetNumber.reader();
  const classes = events.classes((kind, space) =>
    kind === EventKind.packetReceived && space === PacketSpace.application ? 1 : 0,
  );
  const came: (readonly [number: number, timeUs: number])[] = [];
  for (let row = 0; row < classes.length; row++) {
    const number = numbers.at(row);
    if (classes.at(row) === 1 && !Number.isNaN(number) && times.at(row) >= fromUs)
      came.push([number, times.at(row)]);
  }
  const gaps = came.map(([, timeUs], i) => timeUs - (came[i - 1]?.[1] ?? timeUs)).slice(1);
  const lateUs = LATE_GAPS * medianOf(Float64Array.from(gaps));
  came.sort(([a], [b]) => a - b);
  const sentUs: number[] = [];
  const lost: number[] = [];
  came.forEach(([number, timeUs], i) => {
    const [before, beforeUs] = came[i - 1] ?? [number - 1, timeUs];
    const missing = number - before - 1;
    const isSkipped = timeUs - beforeUs < lateUs || missing > MAX_MISSING;
    for (let k = 1; k <= missing && !isSkipped; k++) {
      sentUs.push(beforeUs + ((timeUs - beforeUs) * k) / (missing + 1));
      lost.push(1);
    }
    if (number === before) return;
    sentUs.push(timeUs);
    lost.push(0);
  });
  return { sentUs: Float64Array.from(sentUs), lost: Uint8Array.from(lost) };
}
