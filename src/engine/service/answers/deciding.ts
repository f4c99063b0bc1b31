/**
 * Which record of a time shows why something held then, and by which of its fields: the window as it stood in the flat, the loss that
 * made a cut, the BLOCKED frame or the last grant of credit, the last data before a pause. A time without such a record has none.
 */
import { CLOSE_FRAMES, EventKind, PacketFlag } from '../../../qlog-schema';
import { ACK_FRAMES } from '../../../qlog-schema/frames';
import type { Cause, Holder } from '../../base/text/account-names';
import { count, instant, rtt } from '../../base/text/figures';
import type { AccountPart } from '../../findings/account/parts';
import { lastIn, nextIn } from '../../findings/close-up/steps';
import type { TimeRange } from '../../input/bytes/source';
import type { WantedField } from '../../input/formats/records';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { Span } from '../../sender/transport/spans';
import type { TransportState } from '../../sender/transport/transport';

export interface Deciding {
  /** Number of the event in its connection. */
  readonly row: number;
  readonly shows: WantedField;
  /** What the field is compared with, in a few words; empty where it speaks for itself. */
  readonly why: string;
}

/** A stretch, or an instant of it. */
export interface Moment extends TimeRange {
  /** When the stretch begins. */
  readonly sinceUs: number;
}

/** Null where no record of the trace decides it. */
export type Decider = (find: RecordFinder, time: Moment) => Deciding | null;

const field = (...paths: readonly string[]): WantedField => ({ kind: 'field', paths });
const frame = (...types: readonly string[]): WantedField => ({ kind: 'frame', types });

const ACK = frame(...ACK_FRAMES);
const STREAM = frame('stream');
const BLOCKED = frame('data_blocked', 'stream_data_blocked', 'streams_blocked');
const GRANT = frame('max_data', 'max_stream_data', 'max_streams');
const NUMBER = field('header.packet_number');
const ERROR = field('connection_error', 'application_error', 'error_code', 'trigger');

const { packetSent, packetReceived, packetLost, metricsUpdated, connectionClosed } = EventKind;
/** A packet that says it and the wait that begins with it may be this far apart, µs. */
const NEAR_US = 1000;

/** Finds rows of events; −1 for none. */
export class RecordFinder {
  readonly state: TransportState;

  constructor(state: TransportState) {
    this.state = state;
  }

  #is(row: number, kind: EventKind, flag: number): boolean {
    const { events } = this.state;
    return events.kind.at(row) === kind && (flag === 0 || (events.flags.at(row) & flag) !== 0);
  }

  /** The last event of a kind up to a time. @param flag one of `PacketFlag` that it has; 0 for any. */
  last(untilUs: number, kind: EventKind, flag = 0): number {
    let row = this.state.events.timeUs.upperBound(untilUs) - 1;
    while (row >= 0 && !this.#is(row, kind, flag)) row--;
    return row;
  }

  /** The first one in a time. */
  first({ fromUs, toUs }: TimeRange, kind: EventKind, flag = 0): number {
    const { timeUs } = this.state.events;
    const end = timeUs.upperBound(toUs);
    for (let row = timeUs.lowerBound(fromUs); row < end; row++) if (this.#is(row, kind, flag)) return row;
    return -1;
  }

  /** The first one from a time on. */
  next(fromUs: number, kind: EventKind, flag = 0): number {
    return this.first({ fromUs, toUs: Number.POSITIVE_INFINITY }, kind, flag);
  }

  /** The last one of a time. */
  at(timeUs: number, kind: EventKind, flag = 0): number {
    const row = Number.isNaN(timeUs) ? -1 : this.last(timeUs, kind, flag);
    return row >= 0 && this.state.events.timeUs.at(row) === timeUs ? row : -1;
  }
}

/** @param sinceUs beginning of its stretch. */
export const instantOf = (timeUs: number, sinceUs = timeUs): Moment => ({
  fromUs: timeUs,
  toUs: timeUs,
  sinceUs,
});

const decided = (row: number, shows: WantedField, why = ''): Deciding | null =>
  row >= 0 && Number.isFinite(row) ? { row, shows, why } : null;

const firstOf =
  (...deciders: readonly Decider[]): Decider =>
  (find, time) => {
    for (const decider of deciders) {
      const one = decider(find, time);
      if (one !== null) return one;
    }
    return null;
  };

/** The first of ascending times in a time, else the last before it; NaN for none. */
function timeIn(timesUs: Parameters<typeof nextIn>[0], { fromUs, toUs }: TimeRange): number {
  const within = nextIn(timesUs, fromUs);
  return within <= toUs ? within : lastIn(timesUs, fromUs);
}

const metric =
  (
    name: 'congestionWindow' | 'bytesInFlight' | 'latestRtt' | 'smoothedRtt' | 'pacingRate',
    path: string,
  ): Decider =>
  (find, time) => {
    const { timesUs } = find.state.series[name];
    return decided(find.at(timeIn(timesUs, time), metricsUpdated), field(path));
  };

const WINDOW = metric('congestionWindow', 'congestion_window');
/** The window as it stands from the beginning on, not the one that ends it. */
const FLAT: Decider = (find, { sinceUs }) => {
  const flat = WINDOW(find, instantOf(sinceUs));
  return flat && { ...flat, why: `the window does not grow from ${instant(sinceUs)} on` };
};
const FLIGHT = metric('bytesInFlight', 'bytes_in_flight');
const RTT = firstOf(metric('latestRtt', 'latest_rtt'), metric('smoothedRtt', 'smoothed_rtt'));
/** An RTT above the smallest one by this share has a queue in it. */
const QUEUED = 0.25;

const QUEUE: Decider = (find, time) => {
  const { latestRtt } = find.state.series;
  const timeUs = timeIn(latestRtt.timesUs, time);
  const isQueued = latestRtt.valueAt(timeUs) >= (1 + QUEUED) * latestRtt.min;
  const row = isQueued ? find.at(timeUs, metricsUpdated) : -1;
  return decided(row, field('latest_rtt'), `the smallest RTT is ${rtt(latestRtt.min)}`);
};

/** What is in flight where the path is full, against the window. */
const FILLED: Decider = (find, time) => {
  const { bytesInFlight, congestionWindow } = find.state.series;
  const windowBytes = congestionWindow.valueAt(timeIn(bytesInFlight.timesUs, time));
  const filled = FLIGHT(find, time);
  return filled && windowBytes > 0 ? { ...filled, why: `the window is ${count(windowBytes)} B` } : filled;
};
const RATE = firstOf(metric('pacingRate', 'pacing_rate'), WINDOW);

/** Declared at this time. */
function lossAt(find: RecordFinder, timeUs: number, why = ''): Deciding | null {
  return (
    decided(find.at(timeUs, packetLost), NUMBER, why) ??
    (find.state.losses.method === 'counted'
      ? decided(find.at(timeUs, metricsUpdated), field('cf_lost_packets'), why)
      : null)
  );
}

/** The window before and after a cut; empty where none is logged. */
function cutWords({ series: { congestionWindow } }: TransportState, { startUs, endUs }: Span): string {
  const before = congestionWindow.valueAt(startUs - 1);
  const { timesUs } = congestionWindow;
  for (let at = timesUs.lowerBound(startUs); at < timesUs.length; at++) {
    const after = congestionWindow.values.at(at);
    if (after < before) return `lost; the window was cut from ${count(before)} to ${count(after)} B`;
    if (timesUs.at(at) > endUs) break;
  }
  return before > 0 ? `lost; the window was ${count(before)} B` : '';
}

/** Where losses are inferred, the ACK that does not name the packet. */
const LOSS: Decider = (find, time) => {
  const timeUs = timeIn(find.state.losses.timesUs, time);
  return lossAt(find, timeUs) ?? decided(find.at(timeUs, packetReceived, PacketFlag.hasAck), ACK);
};

const MARK: Decider = (find, { fromUs, toUs }) => {
  const within = find.first({ fromUs, toUs }, packetReceived, PacketFlag.congestionExperienced);
  const row = within >= 0 ? within : find.last(fromUs, packetReceived, PacketFlag.congestionExperienced);
  return decided(row, ACK);
};

/** What reduced the window last before the time, or first in it. */
const CUT: Decider = (find, { fromUs, toUs }) => {
  const { recovery, series } = find.state;
  let cut: Span | null = null;
  for (let i = 0; i < recovery.spans.length; i++) {
    const span = recovery.spans.at(i);
    if (span === null || span.startUs > (cut === null ? toUs : fromUs)) break;
    if (span.count > 0 || series.congestionWindow.length === 0) cut = span;
  }
  if (cut === null) return null;
  const { startUs, cause } = cut;
  const why = cutWords(find.state, cut);
  if (cause === RecoveryCause.congestionExperienced) return MARK(find, instantOf(startUs));
  return lossAt(find, startUs, why) ?? WINDOW(find, { ...instantOf(startUs), toUs: Math.max(toUs, startUs) });
};

/** A timeout, or the probe that it sends. */
const TIMEOUT: Decider = (find, { fromUs, toUs }) => {
  const { ptos } = find.state;
  const timeUs = timeIn(ptos.timesUs, { fromUs, toUs });
  if (!(timeUs >= fromUs)) return null;
  if (ptos.method === 'counted')
    return decided(find.at(timeUs, metricsUpdated), field('pto_count'), 'probe timeouts (PTO) in a row');
  if (ptos.method === 'timer') return decided(find.at(timeUs, EventKind.timerUpdated), field('event_type'));
  return decided(find.at(timeUs, packetSent), NUMBER, 'a probe');
};

/** The ACK that ends the wait, and without any the last packet that waits for one. */
const ANSWER: Decider = (find, { fromUs, toUs }) =>
  decided(find.next(toUs, packetReceived, PacketFlag.hasAck), ACK, 'the ACK that ends the wait') ??
  decided(find.last(fromUs, packetSent, PacketFlag.inFlight), NUMBER, 'the last packet, and no ACK comes');

const NOTHING_COMES = firstOf(TIMEOUT, ANSWER);

/** The last data up to a time, sent or of a receiver received; of a log without frames the packet. */
const LAST_DATA: Decider = (find, { fromUs }) => {
  const kind = find.state.side === 'receiver' ? packetReceived : packetSent;
  const row = find.last(fromUs, kind, PacketFlag.hasStreamData);
  const why = 'the last data until then';
  return decided(row, STREAM, why) ?? decided(find.last(fromUs, kind), NUMBER, 'the last packet until then');
};

/** The data that ends the wait, or begins what comes. */
const nextData =
  (at: (time: TimeRange) => number): Decider =>
  (find, time) =>
    decided(find.next(at(time), packetReceived, PacketFlag.hasStreamData), STREAM);

/** BLOCKED frames, else the last limit that the data came up to, else the one that ends the wait. */
const CREDIT: Decider = (find, time) => {
  const { fromUs, toUs } = time;
  const isOwn = find.state.side === 'receiver';
  const [blocked, granted] = isOwn ? [packetReceived, packetSent] : [packetSent, packetReceived];
  return (
    decided(
      find.first({ fromUs: fromUs - NEAR_US, toUs }, blocked, PacketFlag.blocked),
      BLOCKED,
      'this limit is used up',
    ) ??
    decided(find.last(fromUs, granted, PacketFlag.grantsCredit), GRANT, 'the last limit until then') ??
    decided(
      find.first({ fromUs, toUs: toUs + NEAR_US }, granted, PacketFlag.grantsCredit),
      GRANT,
      'it ends the wait',
    ) ??
    LAST_DATA(find, time)
  );
};

/** A packet in a time, else the last one before. */
const PACKET: Decider = (find, time) => {
  const rows = [packetSent, packetReceived].map((kind) => find.first(time, kind)).filter((row) => row >= 0);
  const before = [packetSent, packetReceived].map((kind) => find.last(time.fromUs, kind));
  return decided(rows.length > 0 ? Math.min(...rows) : Math.max(...before), field('header.packet_type'));
};

/** The first event after a time. */
const TIME: Decider = ({ state: { events } }, { toUs }) =>
  decided(Math.min(events.timeUs.lowerBound(toUs), events.length - 1), field('time'));

const LAST: Decider = ({ state: { events } }) => decided(events.length - 1, field('time'));

/** The last packet of the peer, from which its silence counts. */
const SILENCE: Decider = (find, { toUs }) => decided(find.last(toUs, packetReceived), field('time'));

/** The first record that says why it ended. */
const CLOSE: Decider = (find) => {
  const timeUs = find.state.termination?.timeUs ?? Number.NaN;
  const packet = Math.max(find.at(timeUs, packetSent), find.at(timeUs, packetReceived));
  return decided(find.at(timeUs, connectionClosed), ERROR) ?? decided(packet, frame(...CLOSE_FRAMES));
};

/** A packet that validates a path. */
const PATH: Decider = (find, time) => {
  const rows = [packetSent, packetReceived].map((kind) => find.first(time, kind, PacketFlag.pathValidation));
  return decided(Math.min(...rows.filter((row) => row >= 0)), frame('path_challenge', 'path_response'));
};

const OF_CAUSE: { readonly [cause in Cause]?: Decider } = {
  doesNotGrow: FLAT,
  fullPath: firstOf(QUEUE, FILLED, WINDOW, RTT),
  cutQueue: CUT,
  cutPoliced: CUT,
  cutBurst: CUT,
  cutRandom: CUT,
  cutTooLarge: CUT,
  cutMarks: CUT,
  cutSpurious: CUT,
  cutUnknown: CUT,
};

/** What is not known no record decides. */
const OF_HOLDER: { readonly [holder in Holder]?: Decider } = {
  window: WINDOW,
  pacing: RATE,
  credit: CREDIT,
  application: LAST_DATA,
  nextRequest: LAST_DATA,
  handshake: PACKET,
  lossDetection: NOTHING_COMES,
  pathStalled: NOTHING_COMES,
  hostStopped: TIME,
  inTransit: LAST_DATA,
  sender: LAST_DATA,
  arriving: nextData(({ fromUs }) => fromUs),
  dataMissing: nextData(({ toUs }) => toUs),
  ownCredit: CREDIT,
  firstByte: nextData(({ toUs }) => toUs),
  nothingCame: LAST_DATA,
};

const OF_RULE: { readonly [rule: string]: Decider } = {
  'death-spiral': FLAT,
  'stuck-window': FLAT,
  'state-dwell': FLAT,
  'paced-flat-window': FLAT,
  'recovery-without-loss': WINDOW,
  'multiple-reductions': WINDOW,
  'cut-factor': WINDOW,
  'idle-inflation': WINDOW,
  'idle-rule': WINDOW,
  'model-divergence': WINDOW,
  'persistent-congestion': WINDOW,
  'persistent-congestion-missed': WINDOW,
  'inflight-overshoot': FLIGHT,
  'accounting-mismatch': FLIGHT,
  'flight-constant': firstOf(FLIGHT, LAST_DATA),
  'slow-start-overshoot': LOSS,
  'spurious-loss': LOSS,
  'random-loss': LOSS,
  'size-loss': LOSS,
  'mtu-black-hole': LOSS,
  'mtu-lowered': LOSS,
  policed: LOSS,
  'ecn-ce': MARK,
  bufferbloat: RTT,
  'path-level': RTT,
  'delivery-stall': NOTHING_COMES,
  'pto-storm': NOTHING_COMES,
  'probe-missing': NOTHING_COMES,
  'peer-gone': NOTHING_COMES,
  'path-changed': PATH,
  'host-stall': TIME,
  'credit-not-renewed': CREDIT,
  'flow-control-limited': CREDIT,
  'app-limited': LAST_DATA,
  'peer-flat': nextData(({ fromUs }) => fromUs),
  'amplification-limited': PACKET,
  'handshake-slow': PACKET,
  'handshake-failed': firstOf(CLOSE, PACKET),
  'closed-with-error': CLOSE,
  'idle-timeout': SILENCE,
  'log-ends': LAST,
};

/** Null for what no record decides. */
export function deciderOf({ holder, cause }: Pick<AccountPart, 'holder' | 'cause'>): Decider | null {
  return (cause === null ? undefined : OF_CAUSE[cause]) ?? OF_HOLDER[holder] ?? null;
}

/** @param rule its id. */
export const deciderOfRule = (rule: string): Decider | null => OF_RULE[rule] ?? null;

/** Data of a stream that is sent or received at a time, or the ACK of its last, or whatever happens first from then on. */
export const AT_TIME: Decider = (find, { fromUs: atUs }) => {
  const { events } = find.state;
  const data = [packetSent, packetReceived].map((kind) => find.at(atUs, kind, PacketFlag.hasStreamData));
  return (
    decided(Math.max(...data), STREAM) ??
    decided(find.at(atUs, packetReceived, PacketFlag.hasAck), ACK) ??
    decided(Math.min(events.timeUs.lowerBound(atUs), events.length - 1), field('name'))
  );
};
