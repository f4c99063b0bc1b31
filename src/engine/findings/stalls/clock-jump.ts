/**
 * Jumps of the clock that dates the records: the packets next to one look as far apart as packets next to a stop. The stack measures
 * the RTT by a clock of its own, and says in its next metrics how long the ACK after it really took.
 */
import { ACK_GAP, type AckGap, lateUs } from '../../sender/transport/ack-gaps';
import type { TransportState } from '../../sender/transport/transport';

/** The logged RTT lacks at least this share of the silence. */
const LACKING_SHARE = 0.5;

/** Whether the RTT that the log gives for the ACK after a gap, or for one read with it, does not hold the time of the gap. */
export function isClockJump({ series, rebuilt }: TransportState, gap: AckGap): boolean {
  const { latestRtt } = series;
  const silentUs = lateUs(gap);
  if (!(silentUs > 0)) return false;
  const place = latestRtt.timesUs.lowerBound(gap.endUs);
  const loggedAtUs = latestRtt.timesUs.at(place);
  if (!(loggedAtUs <= gap.endUs + ACK_GAP.togetherUs)) return false;
  const rebuiltUs = rebuilt.latestRtt.valueAt(loggedAtUs);
  // Some stacks log it without the ack_delay.
  const lackingUs = rebuiltUs - gap.ackDelayUs - latestRtt.values.at(place);
  return lackingUs >= LACKING_SHARE * silentUs;
}
