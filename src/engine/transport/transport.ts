/**
 * The transport state of one trace as columns: what the replay writes and what detectors and panels
 * read. Logged values are authoritative where the stack wrote them; what is rebuilt here is kept apart
 * and says so in its series.
 */
import { float64Column } from '../columns/growable';
import { Series, type SeriesInfo } from '../columns/series';
import { StateTimeline } from '../columns/state-timeline';
import { Delivery } from './delivery';
import { Drift } from './drift';
import { EventColumns } from './event-columns';
import { InFlightLedger } from './ledger';
import { LossLog } from './loss-log';
import { PersistentCongestion } from './persistent-congestion';
import { PtoLog } from './pto-log';
import { RecoveryPeriods } from './recovery-periods';
import type { Role } from './role';
import type { RttRescaling } from './rtt-unit';

const SERIES = {
  congestionWindow: {
    id: 'cwnd',
    name: 'congestion window',
    unit: 'bytes',
    shape: 'step',
    origin: 'logged',
  },
  bytesInFlight: {
    id: 'bytes-in-flight',
    name: 'bytes in flight',
    unit: 'bytes',
    shape: 'step',
    origin: 'logged',
  },
  bytesInFlightRebuilt: {
    id: 'bytes-in-flight-rebuilt',
    name: 'bytes in flight',
    unit: 'bytes',
    shape: 'step',
    origin: 'rebuilt',
  },
  ssthresh: {
    id: 'ssthresh',
    name: 'slow start threshold',
    unit: 'bytes',
    shape: 'step',
    origin: 'logged',
  },
  minRtt: { id: 'min-rtt', name: 'min RTT', unit: 'us', shape: 'step', origin: 'logged' },
  smoothedRtt: { id: 'smoothed-rtt', name: 'smoothed RTT', unit: 'us', shape: 'step', origin: 'logged' },
  latestRtt: { id: 'latest-rtt', name: 'latest RTT', unit: 'us', shape: 'step', origin: 'logged' },
  sentTotal: { id: 'sent-total', name: 'sent', unit: 'bytes', shape: 'step', origin: 'logged' },
  ackedTotal: { id: 'acked-total', name: 'acknowledged', unit: 'bytes', shape: 'step', origin: 'rebuilt' },
  receivedTotal: { id: 'received-total', name: 'received', unit: 'bytes', shape: 'step', origin: 'logged' },
  receiveGap: { id: 'receive-gap', name: 'gap', unit: 'us', shape: 'line', origin: 'rebuilt' },
  acksSentTotal: {
    id: 'acks-sent-total',
    name: 'ACKs sent',
    unit: 'packets',
    shape: 'step',
    origin: 'logged',
  },
} as const satisfies { readonly [name: string]: SeriesInfo };

type SeriesName = keyof typeof SERIES;

export { EventColumns, NOT_SET } from './event-columns';

/** Of a change of state: its time, its state, its share of the checkpoints. */
const TIMELINE_BYTES = 11;

/** Who sends the data that the trace is about, judged by bytes, by packets where sizes are not logged. */
export type Side = 'sender' | 'receiver' | 'unknown';

const rebuilt = (
  id: string,
  name: string,
  unit: SeriesInfo['unit'],
  shape: SeriesInfo['shape'],
): SeriesInfo => ({ id, name, unit, shape, origin: 'rebuilt' });

/**
 * Series that are computed from packets beside the logged ones: kept apart, so that a panel never draws one
 * quantity from two origins unless it asks for both. Filled by the replay; nothing here reads events.
 */
class RebuiltSeries {
  /** Beside a logged flight; where none is logged `TransportState.series.bytesInFlightRebuilt` holds it. */
  readonly bytesInFlight = new Series(
    rebuilt('bytes-in-flight-from-packets', 'bytes in flight, from packets', 'bytes', 'step'),
  );
  /** Rebuilt minus logged, at each logged value. */
  readonly flightDrift = new Series(
    rebuilt('flight-drift', 'bytes in flight, rebuilt − logged', 'bytes', 'step'),
  );
  readonly latestRtt = new Series(
    rebuilt('latest-rtt-from-packets', 'latest RTT, from packets', 'us', 'line'),
  );
  readonly minRtt = new Series(rebuilt('min-rtt-from-packets', 'min RTT, from packets', 'us', 'step'));
  readonly smoothedRtt = new Series(
    rebuilt('smoothed-rtt-from-packets', 'smoothed RTT, from packets', 'us', 'step'),
  );
  readonly rttVariation = new Series(
    rebuilt('rttvar-from-packets', 'RTT variation, from packets', 'us', 'step'),
  );
  /** Payload that arrived for the first time. */
  readonly goodputTotal = new Series(rebuilt('goodput-total', 'goodput', 'bytes', 'step'));
  /** Payload that was sent again. */
  readonly resentTotal = new Series(rebuilt('resent-total', 'sent again', 'bytes', 'step'));

  /** All of them, in a fixed order, empty ones included. */
  get all(): readonly Series[] {
    return [
      this.bytesInFlight,
      this.flightDrift,
      this.latestRtt,
      this.minRtt,
      this.smoothedRtt,
      this.rttVariation,
      this.goodputTotal,
      this.resentTotal,
    ];
  }
}

export class TransportState {
  readonly events = new EventColumns();
  readonly states = new StateTimeline();
  readonly losses = new LossLog();
  readonly ledger = new InFlightLedger();
  readonly series: { readonly [name in SeriesName]: Series } = {
    congestionWindow: new Series(SERIES.congestionWindow),
    bytesInFlight: new Series(SERIES.bytesInFlight),
    bytesInFlightRebuilt: new Series(SERIES.bytesInFlightRebuilt),
    ssthresh: new Series(SERIES.ssthresh),
    minRtt: new Series(SERIES.minRtt),
    smoothedRtt: new Series(SERIES.smoothedRtt),
    latestRtt: new Series(SERIES.latestRtt),
    sentTotal: new Series(SERIES.sentTotal),
    ackedTotal: new Series(SERIES.ackedTotal),
    receivedTotal: new Series(SERIES.receivedTotal),
    receiveGap: new Series(SERIES.receiveGap),
    acksSentTotal: new Series(SERIES.acksSentTotal),
  };

  /** Series computed beside logged ones, for those who ask for both. */
  readonly rebuilt = new RebuiltSeries();
  /** Rebuilt against logged bytes in flight. */
  readonly drift = new Drift(this.rebuilt.flightDrift);
  readonly recovery = new RecoveryPeriods();
  readonly persistentCongestion = new PersistentCongestion(this.ledger);
  readonly ptos = new PtoLog();
  /** What limits the sender at each instant: names of `LIMITS` (sender-limits.ts). */
  readonly limits = new StateTimeline();
  readonly delivery = new Delivery(this.rebuilt.goodputTotal, this.rebuilt.resentTotal);

  /** Bytes of sent packets that count as in flight, and of received ack-eliciting packets. */
  sentInFlightBytes = 0;
  receivedEliciting = 0;
  /** The same packets, counted: for logs that leave sizes out. */
  sentInFlightPackets = 0;
  receivedElicitingPackets = 0;
  /** Client or server, from the packets. */
  role: Role = 'unknown';
  /** Logged RTTs were in a wrong unit and were multiplied; null where they are as logged. */
  rttRescaled: RttRescaling | null = null;
  sentBytes = 0;
  receivedBytes = 0;
  ackedBytes = 0;
  spuriousLosses = 0;
  /** Largest mean size of the packets that one ACK acknowledged: the maximum datagram size in use. */
  datagramBytes = 0;
  /** Events whose time lies before their predecessor's. */
  backwardSteps = 0;
  /** Events whose time lies far ahead of the events on both sides. */
  timeJumps = 0;
  /** ACKs that raised the ECN-CE count, µs. */
  readonly ceMarks = float64Column();
  firstUs = Number.NaN;
  lastUs = Number.NaN;

  /** The series of bytes in flight to read: logged where the stack writes it, else rebuilt. */
  get inFlight(): Series {
    return this.series.bytesInFlight.length > 0
      ? this.series.bytesInFlight
      : this.series.bytesInFlightRebuilt;
  }

  /** Paths that events name; more than one are not kept apart. */
  pathCount = 1;
  /** Captured on the wire: both directions stand in one stream, and neither is the log's own. */
  captured = false;

  get side(): Side {
    if (this.captured) return 'unknown';
    const { sentInFlightPackets, receivedElicitingPackets } = this;
    if (sentInFlightPackets === 0 && receivedElicitingPackets === 0) return 'unknown';
    const sentSized = sentInFlightPackets === 0 || this.sentInFlightBytes > 0;
    const receivedSized = receivedElicitingPackets === 0 || this.receivedEliciting > 0;
    const more =
      sentSized && receivedSized
        ? this.sentInFlightBytes - this.receivedEliciting
        : sentInFlightPackets - receivedElicitingPackets;
    return more >= 0 ? 'sender' : 'receiver';
  }

  /**
   * Series that hold at least one point, in a fixed order. Bytes in flight that were rebuilt before the
   * first logged value came are left out: one quantity is never drawn from two origins.
   */
  filledSeries(): readonly Series[] {
    const superseded = this.series.bytesInFlight.length > 0 ? this.series.bytesInFlightRebuilt : null;
    return Object.values(this.series).filter((series) => series.length > 0 && series !== superseded);
  }

  /** `filledSeries`, and behind it the series that are rebuilt beside logged ones. */
  allSeries(): readonly Series[] {
    return [...this.filledSeries(), ...this.rebuilt.all.filter((series) => series.length > 0)];
  }

  /**
   * Bytes that the columns hold, unused room included: what grows with the trace. Losses, marks and PTOs, which are
   * few, are left out.
   */
  get byteLength(): number {
    const series = [...Object.values(this.series), ...this.rebuilt.all];
    return (
      this.events.byteLength +
      this.ledger.byteLength +
      series.reduce((sum, { byteLength }) => sum + byteLength, 0) +
      (this.states.length + this.limits.length) * TIMELINE_BYTES
    );
  }

  findSeries(id: string): Series | undefined {
    return [...Object.values(this.series), ...this.rebuilt.all].find((series) => series.info.id === id);
  }

  /** The rebuilt bytes in flight over the whole trace, whether or not any are logged. */
  get flightFromPackets(): Series {
    return this.rebuilt.bytesInFlight.length > 0
      ? this.rebuilt.bytesInFlight
      : this.series.bytesInFlightRebuilt;
  }

  /**
   * Bytes in flight now, from packets, ACKs and the losses that the stack logs or counts. Where it does neither,
   * losses come from the thresholds of RFC 9002 §6.1, never from logged bytes in flight.
   */
  get rebuiltFlightBytes(): number {
    const { method } = this.losses;
    const told = method === 'logged' || method === 'counted';
    return told ? this.ledger.inFlightBytes : this.ledger.presumedBytes;
  }
}
