/** What any sender needs on this path, docs/account.md, *What it cost*. */
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { TransportState } from '../../sender/transport/transport';

/** RFC 9002 §7.2: where no window is logged. */
const INITIAL_WINDOW_BYTES = 12_000;

/** Times are µs. */
export interface Needed {
  /** The handshake's round trips and half of one at each end. */
  readonly endsUs: number;
  readonly startUpUs: number;
}

export function neededUs(state: TransportState, intervals: readonly PathInterval[]): Needed {
  const rttUs = intervals.find(({ rttMinUs }) => rttMinUs > 0)?.rttMinUs ?? 0;
  const rate = intervals.find((interval) => interval.rate > 0)?.rate ?? 0;
  const { congestionWindow } = state.series;
  const initialBytes = congestionWindow.length > 0 ? congestionWindow.values.at(0) : INITIAL_WINDOW_BYTES;
  const doublings = Math.ceil(Math.log2((rate * rttUs) / initialBytes));
  return {
    endsUs: (handshakes(state) + 1) * rttUs,
    startUpUs: doublings > 0 && Number.isFinite(doublings) ? doublings * rttUs : 0,
  };
}

/** Round trips of the handshake: two with Retry, none with 0-RTT (RFC 9000 §8.1.2, RFC 9001 §4.6). */
function handshakes({ connectivity: { packets, entries } }: TransportState): number {
  if (entries.some(({ said }) => said.fact === 'packet' && said.type === 'retry')) return 2;
  return packets['zero-rtt'].sent.packets + packets['zero-rtt'].received.packets > 0 ? 0 : 1;
}
