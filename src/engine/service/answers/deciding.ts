/**
 * Which record of a time shows why something held then, and by which of its fields: the window as it stood in the flat, the loss that
 * made a cut, the BLOCKED frame or the last grant of credit, the last data before a pause. A time without such a record has none.
 */
import { CLOSE_FRAMES, EventKind, PacketFlag } from '../../../qlog-schema';
import { ACK_FRAMES } from '../../../qlog-schema/frames';
import type { Cause, Holder } from '../../base/text/account-names';
import { bytes, count, duration, instant, rtt } from '../../base/text/figures';
import type { AccountPart } from '../../findings/account/parts';
import { lastIn, nextIn } from '../../findings/close-up/steps';
import type { TimeRange } from '../../input/bytes/source';
import type { WantedField } from '../../input/formats/records';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { Span } from '../../sender/transport/spans';
import type { TransportState } from '../../sender/transport/transport';
import type { RecordFinder } from './record-finder';

export interface Deciding {
  /** Number of the event in its connection. */
  readonly row: number;
  readonly shows: WantedField;
  /** What the field is compared with, in a few words; empty where it speaks for itself. */
  readonly why: string;
}

/** A stretch, or an instant of it. */
export interface Moment extends TimeRange {
  readonly stretch: TimeRange;
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

export const instantOf = (timeUs: number, stretch: TimeRange): Moment => ({
  fromUs: timeUs,
  toUs: timeUs,
  stretch,
});

const decided = (row: number, shows: WantedField, why = ''): Deciding | null =>
  row >= 0 && Number.isFinite(row) ? { row, shows, why } : null;

/** A decider with more words of what its record is compared with. @param words of the record's time; empty where nothing shows. */
const against =
  (decider: Decider, words: (state: TransportState, time: Moment, recordUs: number) => string): Decider =>
  (find, time) => {
    const one = decider(find, time);
    if (one === null) return null;
    const more = words(find.state, time, find.state.events.timeUs.at(one.row));
    return { ...one, why: [one.why, more].filter((part) => part !== '').join('; ') };
  };

/** What is in flight of the window, of the stretch: an ACK that ends it has room again. */
function flightWords(
  { inFlight, series: { congestionWindow }, side }: TransportState,
  { fromUs, stretch }: Moment,
): string {
  const atUs = Math.max(stretch.fromUs, Math.min(fromUs, stretch.toUs - 1));
  const flight = inFlight.valueAt(atUs);
  const window = congestionWindow.valueAt(atUs);
  if (!(flight >= 0) || side === 'receiver') return '';
  return window > 0 ? `in flight: ${count(flight)} of ${bytes(window)}` : `in flight: ${bytes(flight)}`;
}

/** How long the stretch is, in a measure of the path. */
function lengthWords({ rebuilt: { smallestRttUs } }: TransportState, { stretch }: Moment): string {
  const length = `it lasts ${duration(stretch.toUs - stretch.fromUs)}`;
  return smallestRttUs > 0 ? `${length}, the smallest RTT is ${rtt(smallestRttUs)}` : length;
}

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
const FLAT = against(
  (find, { stretch }) => WINDOW(find, instantOf(stretch.fromUs, stretch)),
  (_, { stretch }) => `the window does not grow from ${instant(stretch.fromUs)} on`,
);
/** The window that is full at a time: the one before its next change. */
const FULL = against((find, { fromUs, stretch }) => WINDOW(find, instantOf(fromUs, stretch)), flightWords);
const CHANGED = against(WINDOW, ({ series: { congestionWindow } }, _, recordUs) => {
  const before = congestionWindow.valueAt(recordUs - 1);
  return before > 0 ? `it was ${bytes(before)} before` : '';
});
const FLIGHT = metric('bytesInFlight', 'bytes_in_flight');
const RTT = against(
  firstOf(metric('latestRtt', 'latest_rtt'), metric('smoothedRtt', 'smoothed_rtt')),
  ({ series: { latestRtt } }) => (latestRtt.length > 0 ? `the smallest RTT is ${rtt(latestRtt.min)}` : ''),
);
/** An RTT above the smallest one by this share has a queue in it. */
const QUEUED = 0.25;

const QUEUE: Decider = (find, time) => {
  const { latestRtt } = find.state.series;
  return latestRtt.valueAt(timeIn(latestRtt.timesUs, time)) >= (1 + QUEUED) * latestRtt.min
    ? RTT(find, time)
    : null;
};

const FILLED = against(FLIGHT, ({ series: { congestionWindow } }, _, recordUs) => {
  const window = congestionWindow.valueAt(recordUs);
  return window > 0 ? `the window is ${bytes(window)}` : '';
});
const COUNTED = against(FLIGHT, ({ rebuilt: { bytesInFlight } }, _, recordUs) => {
  const packets = bytesInFlight.valueAt(recordUs);
  return packets >= 0 ? `of its packets ${bytes(packets)} are in flight` : '';
});
const RATE = against(firstOf(metric('pacingRate', 'pacing_rate'), WINDOW), flightWords);

/** Declared at this time. */
function lossAt(find: RecordFinder, timeUs: number): Deciding | null {
  const isCounted = find.state.losses.method === 'counted';
  return (
    decided(find.at(timeUs, packetLost), NUMBER, 'lost') ??
    (isCounted ? decided(find.at(timeUs, metricsUpdated), field('cf_lost_packets'), 'lost') : null)
  );
}

/** The window before and after a cut; where none is logged, what it was cut for. */
function cutWords({ series: { congestionWindow } }: TransportState, { startUs, endUs, cause }: Span): string {
  const before = congestionWindow.valueAt(startUs - 1);
  const why = cause === RecoveryCause.congestionExperienced ? 'marked' : 'lost';
  const { timesUs } = congestionWindow;
  for (let at = timesUs.lowerBound(startUs); at < timesUs.length; at++) {
    const after = congestionWindow.values.at(at);
    if (after < before) return `${why}; the window was cut from ${count(before)} to ${bytes(after)}`;
    if (timesUs.at(at) > endUs) break;
  }
  return before > 0 ? `${why}; the window was ${bytes(before)}` : why;
}

/** Where losses are inferred, the ACK that does not name the packet. */
const LOSS: Decider = (find, time) => {
  const timeUs = timeIn(find.state.losses.timesUs, time);
  const ack = find.at(timeUs, packetReceived, PacketFlag.hasAck);
  return lossAt(find, timeUs) ?? decided(ack, ACK, 'it names later packets, and not what is lost');
};

const MARK: Decider = (find, { fromUs, toUs }) => {
  const within = find.first({ fromUs, toUs }, packetReceived, PacketFlag.congestionExperienced);
  const row = within >= 0 ? within : find.last(fromUs, packetReceived, PacketFlag.congestionExperienced);
  return decided(row, ACK);
};

/** What reduced the window last before the time, or first in it. */
const CUT: Decider = (find, { fromUs, toUs, stretch }) => {
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
  const isMarked = cause === RecoveryCause.congestionExperienced;
  const fallen = { fromUs: startUs, toUs: Math.max(toUs, startUs), stretch };
  const record = isMarked
    ? MARK(find, instantOf(startUs, stretch))
    : (lossAt(find, startUs) ?? WINDOW(find, fallen));
  return record && { ...record, why };
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

/** The last data up to a time, sent or of a receiver received, and when the next follows; of a log without frames the packet. */
const LAST_DATA: Decider = (find, { fromUs }) => {
  const kind = find.state.side === 'receiver' ? packetReceived : packetSent;
  const { timeUs } = find.state.events;
  const wordsOf = (what: string, row: number, flag: number): string => {
    const next = row < 0 ? -1 : find.next(timeUs.at(row) + 1, kind, flag);
    const later =
      next < 0 ? 'none follows' : `the next follows ${duration(timeUs.at(next) - timeUs.at(row))} later`;
    return `the last ${what} until then, ${later}`;
  };
  const data = find.last(fromUs, kind, PacketFlag.hasStreamData);
  const packet = find.last(fromUs, kind);
  return (
    decided(data, STREAM, wordsOf('data', data, PacketFlag.hasStreamData)) ??
    decided(packet, NUMBER, wordsOf('packet', packet, 0))
  );
};
/** With what is in flight when the wait ends: the window has room. */
const NO_DATA = against(LAST_DATA, (state, { stretch }) => {
  const words = flightWords(state, instantOf(stretch.toUs, stretch));
  return words === '' ? '' : `at the end of the wait ${words}`;
});

/** The data that begins what comes. */
const NEXT_DATA: Decider = (find, { fromUs }) => {
  const { timeUs } = find.state.events;
  const row = find.next(fromUs, packetReceived, PacketFlag.hasStreamData);
  const before = row < 0 ? -1 : find.last(timeUs.at(row) - 1, packetReceived, PacketFlag.hasStreamData);
  const why =
    before < 0 ? 'the first data' : `data before it ${duration(timeUs.at(row) - timeUs.at(before))} earlier`;
  return decided(row, STREAM, why);
};
/** The data that ends the wait. */
const LATE_DATA = against(
  (find, { toUs }) =>
    decided(find.next(toUs, packetReceived, PacketFlag.hasStreamData), STREAM, 'it ends the wait'),
  lengthWords,
);

/** BLOCKED frames, else the last limit that the data came up to, else the one that ends the wait. */
const CREDIT = against((find, time) => {
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
}, lengthWords);

/** A packet in a time, else the last one before. */
const PACKET = against((find, time) => {
  const rows = [packetSent, packetReceived].map((kind) => find.first(time, kind)).filter((row) => row >= 0);
  const before = [packetSent, packetReceived].map((kind) => find.last(time.fromUs, kind));
  return decided(rows.length > 0 ? Math.min(...rows) : Math.max(...before), field('header.packet_type'));
}, lengthWords);

/** The first event after a time. */
const TIME = against(
  ({ state: { events } }, { toUs }) =>
    decided(
      Math.min(events.timeUs.lowerBound(toUs), events.length - 1),
      field('time'),
      'the first event after it',
    ),
  lengthWords,
);

const LAST: Decider = ({ state: { events } }) => decided(events.length - 1, field('time'));

/** The last packet of the peer, from which its silence counts. */
const SILENCE: Decider = (find, { toUs }) =>
  decided(find.last(toUs, packetReceived), field('time'), 'the last packet of the peer');

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
  fullPath: firstOf(QUEUE, FILLED, FULL, RTT),
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
  window: FULL,
  pacing: RATE,
  credit: CREDIT,
  application: NO_DATA,
  nextRequest: NO_DATA,
  handshake: PACKET,
  lossDetection: NOTHING_COMES,
  pathStalled: NOTHING_COMES,
  hostStopped: TIME,
  inTransit: LAST_DATA,
  sender: LAST_DATA,
  arriving: NEXT_DATA,
  dataMissing: LATE_DATA,
  ownCredit: CREDIT,
  firstByte: LATE_DATA,
  nothingCame: LAST_DATA,
};

const OF_RULE: { readonly [rule: string]: Decider } = {
  'death-spiral': FLAT,
  'stuck-window': FLAT,
  'state-dwell': FLAT,
  'paced-flat-window': FLAT,
  'recovery-without-loss': CHANGED,
  'multiple-reductions': CHANGED,
  'cut-factor': CHANGED,
  'idle-inflation': CHANGED,
  'idle-rule': CHANGED,
  'model-divergence': CHANGED,
  'persistent-congestion': CHANGED,
  'persistent-congestion-missed': CHANGED,
  'inflight-overshoot': FILLED,
  'accounting-mismatch': COUNTED,
  'flight-constant': firstOf(FILLED, LAST_DATA),
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
  'app-limited': NO_DATA,
  'peer-flat': NEXT_DATA,
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
