/**
 * When flow control leaves nothing to send, docs/account.md: no credit of the connection, or none of every stream with data. And why
 * more did not come.
 */
import { upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import { initialLimits, kindOf } from '../../sender/streams/initial-limits';
import type { StreamTable } from '../../sender/streams/stream-table';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { StreamNote, StreamNotes } from '../../sender/transport/stream-notes';
import type { TransportState } from '../../sender/transport/transport';
import { totalLength } from '../measures/intervals';
import type { DetectInput } from '../rule/rule-input';
import type { HeldInterval } from './ack-waits';
import { HELD, type Held } from './holders';
import { maxAckDelayUs } from './max-ack-delay';
import { type Change, openStreams } from './stream-ends';

/** Of a datagram, what is not payload of STREAM frames (RFC 9000 §17.3, §19.8; 16 bytes of the AEAD). */
const OVERHEAD_BYTES = 60;

/** Waits of streams that are shorter in all, as a share of the trace, are not looked into. */
const LEAST_SHARE = 0.01;

interface Times {
  readonly startUs: number;
  endUs: number;
}

/** In order of time, none overlaps another. @param endUs end of the span. */
export function timesWithoutCredit(input: DetectInput, endUs: number): readonly HeldInterval[] {
  const { state } = input;
  const { connectionCredit, streamCredit } = state.series;
  const leastBytes = Math.max(1, state.datagramBytes - OVERHEAD_BYTES);
  const ofConnection = lowTimes(connectionCredit, leastBytes, endUs);
  // A stream that ends near its limit waits for nothing: rows of all streams are made only where it lasts.
  const lowUs = totalLength(lowTimes(streamCredit, leastBytes, endUs));
  const ofStreams = lowUs > LEAST_SHARE * (endUs - state.firstUs) ? allBlocked(state, input.streams) : [];
  const spans = [...ofConnection, ...ofStreams].sort((a, b) => a.startUs - b.startUs);
  return merged(spans).map(({ startUs, endUs: untilUs }) => {
    const toUs = Math.min(untilUs, endUs);
    return { startUs, endUs: toUs, held: whyOf(state, startUs, toUs, endUs) };
  });
}

function lowTimes(credit: Series, leastBytes: number, endUs: number): readonly Times[] {
  if (!(credit.min < leastBytes)) return [];
  const times = credit.timesUs.reader();
  const values = credit.values.reader();
  const spans: Times[] = [];
  let sinceUs = Number.NaN;
  for (let i = 0; i < values.length && times.at(i) < endUs; i++) {
    const isLow = values.at(i) < leastBytes;
    if (isLow && Number.isNaN(sinceUs)) sinceUs = times.at(i);
    if (isLow || Number.isNaN(sinceUs)) continue;
    spans.push({ startUs: sinceUs, endUs: times.at(i) });
    sinceUs = Number.NaN;
  }
  if (!Number.isNaN(sinceUs)) spans.push({ startUs: sinceUs, endUs });
  return spans;
}

/** Times in which as many streams wait for credit as have data; each ends where one of them gets more. */
function allBlocked(state: TransportState, { sentCredit }: StreamTable): readonly Times[] {
  const waits: Change[] = [];
  for (let i = 0; i < sentCredit.fromUs.length; i++)
    waits.push({ timeUs: sentCredit.fromUs.at(i), by: 1 }, { timeUs: sentCredit.toUs.at(i), by: -1 });
  waits.sort((a, b) => a.timeUs - b.timeUs || a.by - b.by);
  const open = openStreams(state);
  const spans: Times[] = [];
  let [waiting, withData, next] = [0, 0, 0];
  let sinceUs = Number.NaN;
  for (const [i, { timeUs, by }] of waits.entries()) {
    waiting += by;
    while (next < open.length && open[next].timeUs <= timeUs) withData += open[next++].by;
    // Of one time all changes count.
    const isLast = waits[i + 1]?.timeUs !== timeUs;
    if (by < 0 && timeUs > sinceUs) {
      spans.push({ startUs: sinceUs, endUs: timeUs });
      sinceUs = Number.NaN;
    }
    if (!isLast) continue;
    if (!(waiting > 0 && waiting >= withData)) sinceUs = Number.NaN;
    else if (Number.isNaN(sinceUs)) sinceUs = timeUs;
  }
  return spans;
}

function merged(spans: readonly Times[]): readonly Times[] {
  const all: Times[] = [];
  for (const { startUs, endUs } of spans) {
    const last = all.at(-1);
    if (last !== undefined && startUs < last.endUs) last.endUs = Math.max(last.endUs, endUs);
    else if (endUs > startUs) all.push({ startUs, endUs });
  }
  return all;
}

/** Why more credit did not come before `toUs`. */
function whyOf(state: TransportState, fromUs: number, toUs: number, endUs: number): Held {
  if (toUs >= endUs) return HELD.neverRenewed;
  const { rebuilt, series, parameters } = state;
  const rttUs = rebuilt.smoothedRtt.valueAt(fromUs) || series.smoothedRtt.valueAt(fromUs) || 0;
  const delayUs = maxAckDelayUs(parameters);
  return toUs - earnedUs(state, fromUs, toUs) <= rttUs + delayUs ? HELD.windowTooSmall : HELD.readerSlow;
}

/**
 * When the data was sent that the receiver had read as it granted more, µs: a window before the limit that it grants then. The
 * beginning of the wait where the log does not show the grant.
 */
function earnedUs(
  { streams, parameters, role, ledger }: TransportState,
  fromUs: number,
  toUs: number,
): number {
  const grants = grantsUpTo(streams.notes, toUs);
  const [granted, before] = grants;
  if (granted === undefined || granted.timeUs < fromUs) return fromUs;
  const limits = initialLimits(parameters, role, 'local');
  const isOfStream = granted.kind === 'stream-credit';
  const windowBytes = isOfStream ? limits.byKind[kindOf(streams.ids[granted.stream])] : limits.connection;
  const usedBytes = (before?.value ?? windowBytes) - (granted.value - windowBytes);
  return Number.isNaN(usedBytes) ? fromUs : sentBefore(ledger.application, fromUs, usedBytes);
}

/** The last grant up to a time, and the one before it of the same limit. */
function grantsUpTo(notes: StreamNotes, timeUs: number): readonly StreamNote[] {
  const grants: StreamNote[] = [];
  for (let i = upperBound(notes.timeUs, timeUs) - 1; i >= 0 && grants.length < 2; i--) {
    const note = notes.at(i);
    const isGrant = note.by === 'remote' && /^(stream|connection)-credit$/.test(note.kind);
    const isSame = grants.length === 0 || (note.kind === grants[0].kind && note.stream === grants[0].stream);
    if (isGrant && isSame) grants.push(note);
  }
  return grants;
}

/** When so many bytes of data before a time had been sent, µs. */
function sentBefore({ sentTimesUs, dataSizesBytes }: SpaceLedger, timeUs: number, bytes: number): number {
  const [times, data] = [sentTimesUs.reader(), dataSizesBytes.reader()];
  let left = bytes;
  let row = upperBound(sentTimesUs, timeUs) - 1;
  while (row > 0 && left > data.at(row)) left -= data.at(row--);
  return Math.min(timeUs, times.at(row));
}
