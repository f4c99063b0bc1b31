/** The sent packets of a trace by the ACKs that acknowledged them. */
import { float64Column, uint32Column } from '../../base/columns/growable';
import { type FlightRows, NOT_DELIVERED } from '../../sender/transport/loss-kinds/flight-rows';

/** One row per ACK of new data, ascending by time; times are µs. */
export interface AckRows {
  readonly timesUs: Float64Array;
  readonly packets: Uint32Array;
  /** From sending the oldest to sending the newest of its packets. */
  readonly spansUs: Float64Array;
}

/** @param fromUs only packets that were sent then, or later. */
export function ackRows({ sentUs, delays }: FlightRows, fromUs: number): AckRows {
  const { rttUs } = delays;
  const rows: number[] = [];
  for (let row = 0; row < sentUs.length; row++)
    if (rttUs[row] !== NOT_DELIVERED && sentUs[row] >= fromUs) rows.push(row);
  const ackedUs = (row: number): number => sentUs[row] + rttUs[row];
  rows.sort((a, b) => ackedUs(a) - ackedUs(b) || a - b);
  const timesUs = float64Column();
  const packets = uint32Column();
  const spansUs = float64Column();
  for (let from = 0; from < rows.length; ) {
    const timeUs = ackedUs(rows[from]);
    let to = from + 1;
    // Times of packets are rounded one by one.
    while (to < rows.length && ackedUs(rows[to]) - timeUs < 1) to++;
    timesUs.push(timeUs);
    packets.push(to - from);
    spansUs.push(sentUs[rows[to - 1]] - sentUs[rows[from]]);
    from = to;
  }
  return {
    timesUs: timesUs.view().slice(),
    packets: packets.view().slice(),
    spansUs: spansUs.view().slice(),
  };
}
