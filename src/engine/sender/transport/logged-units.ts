/** Units that figures of the log contradict, and what these are taken for instead. */
import { duration } from '../../base/text/figures';
import type { DelayUnit } from './ack-delay-unit';
import type { RttRescaling, TimeUnit } from './rtt-unit';

export class LoggedUnits {
  /** Set if logged RTTs were in a wrong unit and were multiplied. */
  rtt: RttRescaling | null = null;
  /** The same of the delays that ACKs report. */
  ackDelay: DelayUnit | null = null;
  /** Times that are in another unit than RTTs: the text is to be read again with it. */
  times: TimeUnit | null = null;
  /** Logged congestion windows that are numbers of packets. */
  windowsInPackets = 0;
}

/** Which two figures contradict each other, as part of a sentence. */
export function timeContradiction({ loggedUs, rebuiltUs }: TimeUnit): string {
  return `by its times packets are acknowledged after about ${duration(rebuiltUs)}, and the RTTs that it logs are about ${duration(loggedUs)}`;
}
