/**
 * Slow start that ended in heavy loss: over a fifth of the flight was lost at the first congestion event. Doubling
 * per round trip overshoots the queue by up to a whole window; HyStart++ (RFC 9406) leaves slow start before that.
 *
 * Random loss looks the same. The RTT tells them apart: a queue that overflows was full before.
 */

import { lowerBound } from '../../columns/growable';
import { bytes, count, instant, percent, rtt } from '../../text/figures';
import { PacketFate } from '../../transport/packet-fate';
import { RecoveryCause } from '../../transport/recovery-periods';
import type { TransportState } from '../../transport/transport';
import type { Detector } from '../detector';
import { PLAIN, supporting } from '../plain-finding';
import { highestIn, type Interval, row, rttAt, whyNoWindow } from '../window-parts';
import { WINDOW } from './thresholds-window';

const ID = 'slow-start-overshoot';
const TITLE = 'Heavy loss at the end of slow start';
const T = WINDOW.slowStart;

/** The first recovery period; null when nothing was lost, or a mark came first. */
function firstLossPeriod(state: TransportState): Interval | null {
  const first = state.recovery.spans.at(0);
  // A CE mark ends slow start too: what is lost later is not its overshoot.
  if (first === null || first.cause !== RecoveryCause.loss) return null;
  return { startUs: first.startUs, endUs: Number.isNaN(first.endUs) ? state.lastUs : first.endUs };
}

/** Packets and bytes sent before the period and declared lost in it. */
function lostIn(state: TransportState, { startUs, endUs }: Interval): { packets: number; bytes: number } {
  const lost = { packets: 0, bytes: 0 };
  for (const space of state.ledger.spaces) {
    const to = lowerBound(space.sentTimesUs, startUs);
    for (let i = 0; i < to; i++) {
      if (space.fateAt(i) !== PacketFate.lost || space.settledUsAt(i) > endUs) continue;
      lost.packets++;
      lost.bytes += space.sizesBytes[i] as number;
    }
  }
  return lost;
}

export const slowStartOvershoot: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge(input) {
    const lacking = whyNoWindow(input);
    if (lacking !== null) return lacking;
    return input.state.losses.known ? null : 'losses are neither logged nor to be told from its packets';
  },
  finish({ state }) {
    const period = firstLossPeriod(state);
    if (period === null) return [];
    const { startUs, endUs } = period;
    const { congestionWindow, minRtt, latestRtt } = state.series;
    const beforeUs = startUs - rttAt(state, startUs);
    const flightBytes = highestIn(state.inFlight, beforeUs, startUs);
    const lost = lostIn(state, period);
    const share = lost.bytes / flightBytes;
    const initialBytes = congestionWindow.values[0] as number;
    const cwndBytes = congestionWindow.valueAt(startUs - 1);
    const minFlight = T.minFlightPackets * state.datagramBytes;
    const smallestUs = (minRtt.valueAt(startUs) || state.rebuilt.minRtt.valueAt(startUs)) ?? Number.NaN;
    const lastUs = latestRtt.valueAt(startUs) || state.rebuilt.latestRtt.valueAt(startUs);
    const queueRatio = lastUs / smallestUs;
    const queued = queueRatio >= T.queueRttRatio;
    const evidence = [
      row(
        'lost',
        'share of the flight lost',
        [share, 'share'],
        `> ${T.lostShare * 100} %`,
        share > T.lostShare,
        'loss',
      ),
      row(
        'flight',
        'flight in the round trip before',
        [flightBytes, 'bytes'],
        `≥ ${T.minFlightPackets} packets = ${bytes(minFlight)}`,
        flightBytes >= minFlight,
        'congestion',
      ),
      row(
        'grown',
        'cwnd before the loss',
        [cwndBytes, 'bytes'],
        `> ${bytes(initialBytes)}, the first one`,
        cwndBytes > initialBytes,
        'congestion',
      ),
      supporting(
        row(
          'queue',
          'last RTT before the loss',
          [lastUs, 'us'],
          `≥ ${T.queueRttRatio} × min RTT = ${rtt(T.queueRttRatio * smallestUs)}: a queue`,
          queued,
          'rtt',
        ),
      ),
    ];
    if (!evidence.every(({ holds, needed }) => holds || !needed)) return [];
    const cause = queued
      ? 'behind a queue'
      : 'without a queue before it, so that random loss may be the reason';
    return [
      {
        ...PLAIN,
        key: `${ID}.1`,
        id: ID,
        title: TITLE,
        severity: 'info',
        startUs,
        endUs,
        verdict:
          `Slow start ended at ${instant(startUs)} with ${count(lost.packets)} packets (${bytes(lost.bytes)}) lost, ${percent(share)} of ` +
          `the ${bytes(flightBytes)} in flight against the ${T.lostShare * 100} % that count as heavy, at an RTT of ${rtt(lastUs)} ` +
          `against a smallest of ${rtt(smallestUs)}, ${cause}.`,
        confidence: queued ? 0.8 : 0.4,
        evidence,
        why:
          'Slow start doubles the window each round trip and learns of the full queue one round trip late (RFC 9002 ' +
          '§7.3.1). HyStart++ (RFC 9406) leaves it when the RTT rises, before the loss.',
        next: 'Congestion: the window before its first cut. RTT: whether a queue grew first. Loss: the burst.',
        panels: ['congestion', 'loss', 'rtt'],
      },
    ];
  },
};
