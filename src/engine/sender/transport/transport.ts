/**
 * Transport state of one trace as columns: written by the replay, read by detectors and panels. Logged values take
 * precedence; rebuilt ones are stored in series marked as such.
 */
import type { LoggedQuantity, LoggedTermination, LossTrigger } from '../../../qlog-schema';
import { MetricField } from '../../../qlog-schema';
import type { Numbers } from '../../base/columns/block-reader';
import { Series, type SeriesInfo } from '../../base/columns/series';
import { StateTimeline } from '../../base/columns/state-timeline';
import { AckGaps } from './ack-gaps';
import { BlockLog } from './block-log';
import { ConnectivityLog } from './connectivity/connectivity-log';
import { Delivery } from './delivery';
import { Drift } from './drift';
import { EcnLog } from './ecn';
import { EventColumns } from './event-columns';
import { EVENT_TOTALS, EventTotals } from './event-totals';
import { HttpLog } from './http-log';
import { InFlightLedger } from './ledger';
import { LogCounts } from './log-counts';
import { LoggedUnits } from './logged-units';
import { LossLog } from './loss-log';
import { PersistentCongestion } from './persistent-congestion';
import { PtoLog } from './pto-log';
import { RecoveryPeriods } from './recovery-periods';
import type { Role } from './role';
import { PauseSpans } from './sender-pauses';
import { smallestOf } from './smallest-rtt';
import { StreamLog } from './stream-log';
import { UnseenReceived } from './unseen-received';

/** Running total of the packets that the stack says it declared lost for this reason. */
function lostBy(trigger: LossTrigger): SeriesInfo {
  const id = `lost-by-${trigger.toLowerCase().replace(' ', '-')}-total`;
  return { id, name: `lost by ${trigger}`, unit: 'packets', shape: 'step', origin: 'logged' };
}

/** 1 while the congestion state is one that the stack says it entered for this reason. */
function stateBy(id: string, reason: string): SeriesInfo {
  return { id: `state-by-${id}`, name: `state for ${reason}`, unit: 'flag', shape: 'step', origin: 'logged' };
}

const SERIES = {
  congestionWindow: { id: 'cwnd', name: 'congestion window', unit: 'bytes', shape: 'step', origin: 'logged' },
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
  ssthresh: { id: 'ssthresh', name: 'slow start threshold', unit: 'bytes', shape: 'step', origin: 'logged' },
  minRtt: { id: 'min-rtt', name: 'min RTT', unit: 'us', shape: 'step', origin: 'logged' },
  smoothedRtt: { id: 'smoothed-rtt', name: 'smoothed RTT', unit: 'us', shape: 'step', origin: 'logged' },
  latestRtt: { id: 'latest-rtt', name: 'latest RTT', unit: 'us', shape: 'step', origin: 'logged' },
  sentTotal: { id: 'sent-total', name: 'sent', unit: 'bytes', shape: 'step', origin: 'logged' },
  ackedTotal: { id: 'acked-total', name: 'acknowledged', unit: 'bytes', shape: 'step', origin: 'rebuilt' },
  receivedTotal: { id: 'received-total', name: 'received', unit: 'bytes', shape: 'step', origin: 'logged' },
  receiveGap: { id: 'receive-gap', name: 'gap', unit: 'us', shape: 'line', origin: 'rebuilt' },
  lostByPacketThreshold: lostBy('packet threshold'),
  lostByTimeThreshold: lostBy('time threshold'),
  lostByPto: lostBy('PTO'),
  appLimited: {
    id: 'app-limited',
    name: 'application-limited',
    unit: 'flag',
    shape: 'step',
    origin: 'logged',
  },
  connectionCredit: {
    id: 'connection-credit',
    name: 'connection credit open',
    unit: 'bytes',
    shape: 'step',
    origin: 'rebuilt',
  },
  streamCredit: {
    id: 'stream-credit',
    name: 'stream credit open',
    unit: 'bytes',
    shape: 'step',
    origin: 'rebuilt',
  },
  stateByPersistentCongestion: stateBy('persistent-congestion', 'persistent congestion'),
  stateByEcn: stateBy('ecn', 'CE marks'),
  pacingRate: { id: 'pacing-rate', name: 'pacing rate', unit: 'bytes/s', shape: 'step', origin: 'logged' },
  deliveryRate: {
    id: 'delivery-rate-logged',
    name: 'delivery rate, as logged',
    unit: 'bytes/s',
    shape: 'step',
    origin: 'logged',
  },
  ceTotal: { id: 'ce-total', name: 'marked CE', unit: 'packets', shape: 'step', origin: 'logged' },
  acksSentTotal: {
    id: 'acks-sent-total',
    name: 'ACKs sent',
    unit: 'packets',
    shape: 'step',
    origin: 'logged',
  },
} as const satisfies { readonly [name: string]: SeriesInfo };

type SeriesName = keyof typeof SERIES;

/** Without those that are made of events when they are asked for. */
const STORED = (Object.keys(SERIES) as SeriesName[]).filter(
  (name) => !(EVENT_TOTALS as readonly string[]).includes(name),
);

/** Logged metrics that are drawn as they are logged, by their fields; those that say more are read one by one (`metrics.ts`). */
export const METRIC_SERIES: ReadonlyMap<MetricField, SeriesName> = new Map([
  [MetricField.deliveryRate, 'deliveryRate'],
]);

const NAME_OF_ID: ReadonlyMap<string, SeriesName> = new Map(
  (Object.keys(SERIES) as SeriesName[]).map((name) => [SERIES[name].id, name]),
);

export { EventColumns, NOT_SET } from './event-columns';

/** Of all connections that have given none. */
const NO_PARAMETERS: ReadonlyMap<number, number> = new Map();

/** Per state change: its time, its state, its share of the checkpoints. */
const TIMELINE_BYTES = 14;
/** Of a pause. */
const PAUSE_BYTES = 16;

/** Who sends the data of the trace, decided by bytes, or by packets where sizes are not logged. */
export type Side = 'sender' | 'receiver' | 'unknown';

const rebuilt = (
  id: string,
  name: string,
  unit: SeriesInfo['unit'],
  shape: SeriesInfo['shape'],
): SeriesInfo => ({ id, name, unit, shape, origin: 'rebuilt' });

/**
 * Series computed from packets in addition to logged ones: stored separately, so that a panel never draws one quantity
 * from two origins unless it requests both. Filled by the replay; reads no events.
 */
class RebuiltSeries {
  /** In addition to a logged flight; without one the values are in `TransportState.series.bytesInFlightRebuilt`. */
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
  /** Payload acknowledged for the first time. */
  readonly goodputTotal = new Series(rebuilt('goodput-total', 'goodput', 'bytes', 'step'));
  /** Delivery rate samples, one per ACK of new data; in the other series those that are application-limited. */
  readonly deliveryRate = new Series(rebuilt('delivery-rate', 'delivery rate', 'bytes/s', 'line'));
  readonly deliveryRateLimited = new Series(
    rebuilt('delivery-rate-app-limited', 'delivery rate, application-limited', 'bytes/s', 'line'),
  );
  /** Retransmitted payload. */
  readonly resentTotal = new Series(rebuilt('resent-total', 'sent again', 'bytes', 'step'));
  #smallest = { samples: 0, rttUs: Number.NaN };

  /**
   * The smallest RTT from packets that two others are near (`smallestOf`), µs; NaN for none. `minRtt` is min_rtt as RFC 9002
   * §5.2 has it: the smallest sample, whatever made it. A range begins with that of the log before it.
   */
  get smallestRttUs(): number {
    const { latestRtt, minRtt } = this;
    if (latestRtt.length === 0) return minRtt.min;
    if (latestRtt.length !== this.#smallest.samples) {
      const beforeUs = minRtt.length > latestRtt.length ? minRtt.values.at(0) : Number.POSITIVE_INFINITY;
      const rttUs = Math.min(beforeUs, smallestOf(latestRtt.values.slice()));
      this.#smallest = { samples: latestRtt.length, rttUs };
    }
    return this.#smallest.rttUs;
  }

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
      this.deliveryRate,
      this.deliveryRateLimited,
    ];
  }
}

type TransportSeries = { readonly [name in SeriesName]: Series };

/** @param totals give the series that are made when they are asked for. */
function seriesWith(totals: EventTotals): TransportSeries {
  return {
    congestionWindow: new Series(SERIES.congestionWindow),
    bytesInFlight: new Series(SERIES.bytesInFlight),
    bytesInFlightRebuilt: new Series(SERIES.bytesInFlightRebuilt),
    ssthresh: new Series(SERIES.ssthresh),
    minRtt: new Series(SERIES.minRtt),
    smoothedRtt: new Series(SERIES.smoothedRtt),
    latestRtt: new Series(SERIES.latestRtt),
    get sentTotal() {
      return totals.series.sentTotal;
    },
    ackedTotal: new Series(SERIES.ackedTotal),
    get receivedTotal() {
      return totals.series.receivedTotal;
    },
    get receiveGap() {
      return totals.series.receiveGap;
    },
    get acksSentTotal() {
      return totals.series.acksSentTotal;
    },
    ceTotal: new Series(SERIES.ceTotal),
    lostByPacketThreshold: new Series(SERIES.lostByPacketThreshold),
    lostByTimeThreshold: new Series(SERIES.lostByTimeThreshold),
    lostByPto: new Series(SERIES.lostByPto),
    appLimited: new Series(SERIES.appLimited),
    connectionCredit: new Series(SERIES.connectionCredit),
    streamCredit: new Series(SERIES.streamCredit),
    stateByPersistentCongestion: new Series(SERIES.stateByPersistentCongestion),
    stateByEcn: new Series(SERIES.stateByEcn),
    pacingRate: new Series(SERIES.pacingRate),
    deliveryRate: new Series(SERIES.deliveryRate),
  };
}

/** The first record that says that the connection ended. */
export interface Termination extends LoggedTermination {
  readonly timeUs: number;
}

export class TransportState {
  readonly events = new EventColumns();
  readonly states = new StateTimeline();
  readonly losses = new LossLog();
  readonly ledger = new InFlightLedger();
  readonly #totals = new EventTotals(this.events, {
    sentTotal: new Series(SERIES.sentTotal),
    acksSentTotal: new Series(SERIES.acksSentTotal),
    receivedTotal: new Series(SERIES.receivedTotal),
    receiveGap: new Series(SERIES.receiveGap),
  });
  readonly series = seriesWith(this.#totals);
  readonly ecn = new EcnLog(this.series.ceTotal, this.ledger);

  /** Delay for which the receiver says that it held the ACK of each RTT sample, µs (RFC 9000 §19.3); not drawn. */
  readonly ackDelay = new Series(rebuilt('ack-delay', 'ACK delay', 'us', 'step'));

  /** The packet threshold of the loss inference where reordering has raised it (RFC 9002 §6.1.1); not drawn. */
  readonly packetThreshold = new Series(rebuilt('packet-threshold', 'packet threshold', 'packets', 'step'));

  /** Series computed in addition to logged ones. */
  readonly rebuilt = new RebuiltSeries();
  /** Streams: their STREAM frames, and what else frames say of them. */
  readonly streams = new StreamLog();
  /** Handshake, keys, parameters, paths, as records say them. */
  readonly connectivity = new ConnectivityLog();
  /** Frames of HTTP/3 that the log's events tell. */
  readonly http = new HttpLog();
  /** Difference between rebuilt and logged bytes in flight. */
  readonly drift = new Drift(this.rebuilt.flightDrift);
  readonly recovery = new RecoveryPeriods();
  readonly persistentCongestion = new PersistentCongestion(this.ledger);
  readonly ptos = new PtoLog();
  readonly ackGaps = new AckGaps();
  /** When the sender asks for no more than it gets. */
  readonly pauses = new PauseSpans();
  /** When the stack says that it can send no data, and why. */
  readonly blocks = new BlockLog();
  readonly delivery = new Delivery(this.rebuilt.goodputTotal, this.rebuilt.resentTotal);

  /** Bytes of sent packets that count as in flight, and of received ack-eliciting packets. */
  sentInFlightBytes = Number.NaN;
  receivedEliciting = Number.NaN;
  /** Number of the same packets, for logs without sizes. */
  sentInFlightPackets = 0;
  receivedElicitingPackets = 0;
  /** Client or server, derived from packets. */
  role: Role = 'unknown';
  readonly units = new LoggedUnits();
  readonly unseenReceived = new UnseenReceived();
  /** Records left out because they stand twice. */
  doubledRecords = 0;
  sentBytes = Number.NaN;
  receivedBytes = Number.NaN;
  /** All packets of the log: the ledger leaves out those without a number, and repeated ones. */
  sentPackets = 0;
  receivedPackets = 0;
  readonly counts = new LogCounts();
  ackedBytes = Number.NaN;
  spuriousLosses = 0;
  /** Transport parameters as logged last (RFC 9000 §18.2), of the endpoint that logs and of its peer: by their pairs. */
  get parameters(): ReadonlyMap<number, number> {
    return this.#parameters ?? NO_PARAMETERS;
  }
  /** Largest mean size of the packets that one ACK acknowledged: the maximum datagram size in use. */
  datagramBytes = 0;
  /** Packets are logged as sent before the sender's pacer lets them go. */
  sentBeforePacer = false;
  /** Events earlier than their predecessor. */
  backwardSteps = 0;
  /** The longest way back that one of them goes, µs. */
  farthestBackUs = 0;
  /** Per `PacketSpace`, numbers of the packets that were not sent at the time that they have here: their ACKs are no samples of the RTT. */
  readonly movedSends = new Map<number, Set<number>>();
  /** Events far ahead of the events before and after. */
  timeJumps = 0;
  /** When the handshake was complete and, on a server, the first request had come, µs; NaN for never. */
  establishedUs = Number.NaN;
  /** How the connection ended; null where no record says it. */
  termination: Termination | null = null;
  #parameters: Map<number, number> | null = null;
  firstUs = Number.NaN;
  lastUs = Number.NaN;

  /**
   * Totals of bytes begin as doubles, here and in the classes that fill the state: V8 lays an object out anew when one of its
   * small integers leaves 31 bits, and compiles all code again that uses it, in the middle of a trace.
   */
  constructor() {
    this.sentInFlightBytes = 0;
    this.receivedEliciting = 0;
    this.sentBytes = 0;
    this.receivedBytes = 0;
    this.ackedBytes = 0;
  }

  setParameter(fact: number, value: number): void {
    this.#parameters ??= new Map();
    this.#parameters.set(fact, value);
  }

  /** The series of bytes in flight to use: logged if the stack logs it, else rebuilt. */
  get inFlight(): Series {
    const { bytesInFlight, bytesInFlightRebuilt } = this.series;
    return bytesInFlight.length > 0 ? bytesInFlight : bytesInFlightRebuilt;
  }

  /** Times of ACKs that increased the ECN-CE count, µs. */
  get ceMarksUs(): Numbers {
    return this.series.ceTotal.timesUs;
  }

  /** Number of paths named by events; they are not separated. */
  pathCount = 1;
  /** Captured on the wire: both directions are in one trace, and neither is the endpoint's own. */
  captured = false;
  /** The log is an exported range of one, and begins after the start of that. */
  isRange = false;
  beginsMidway = false;
  /** It leaves out the beginning or the end of that log: how the connection ended does not follow from what is missing. */
  isPart = false;
  /** What that one holds, wherever. */
  loggedInWhole: readonly LoggedQuantity[] = [];
  /** The window in force where the range begins had grown to its value. */
  windowGrewBefore = false;
  /** Side of the whole log, where this is a range of it; null where it is not, or the side was unknown. */
  sideOfWhole: 'sender' | 'receiver' | null = null;

  get side(): Side {
    if (this.captured) return 'unknown';
    if (this.sideOfWhole !== null) return this.sideOfWhole;
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
   * Series with at least one point, in a fixed order. Bytes in flight rebuilt before the first logged value are left
   * out: one quantity is never drawn from two origins.
   */
  filledSeries(): readonly Series[] {
    const superseded = this.series.bytesInFlight.length > 0 ? this.series.bytesInFlightRebuilt : null;
    return Object.values(this.series).filter((series) => series.length > 0 && series !== superseded);
  }

  /** `filledSeries`, followed by the series rebuilt in addition to logged ones. */
  allSeries(): readonly Series[] {
    return [...this.filledSeries(), ...this.rebuilt.all.filter((series) => series.length > 0)];
  }

  /**
   * Bytes of memory of the columns that grow with the trace, unused capacity included. Losses, CE marks, PTOs
   * and stated blocks, which are few, are left out.
   */
  get byteLength(): number {
    const series = [...STORED.map((name) => this.series[name]), ...this.rebuilt.all, this.#totals];
    return (
      this.events.byteLength +
      this.ledger.byteLength +
      this.streams.byteLength +
      this.http.byteLength +
      series.reduce((sum, { byteLength }) => sum + byteLength, 0) +
      this.states.length * TIMELINE_BYTES +
      this.pauses.startUs.length * PAUSE_BYTES
    );
  }

  findSeries(id: string): Series | undefined {
    const name = NAME_OF_ID.get(id);
    return name === undefined ? this.rebuilt.all.find((series) => series.info.id === id) : this.series[name];
  }

  /** The rebuilt bytes in flight over the whole trace, even if logged ones exist. */
  get flightFromPackets(): Series {
    const { rebuilt, series } = this;
    return rebuilt.bytesInFlight.length > 0 ? rebuilt.bytesInFlight : series.bytesInFlightRebuilt;
  }

  /**
   * Current bytes in flight, from packets, ACKs and the losses that the stack logs or counts. If it does neither,
   * losses are inferred by the thresholds of RFC 9002 §6.1, never from logged bytes in flight.
   */
  get rebuiltFlightBytes(): number {
    const isReported = this.losses.method === 'logged' || this.losses.method === 'counted';
    return isReported ? this.ledger.inFlightBytes : this.ledger.presumedBytes;
  }
}
