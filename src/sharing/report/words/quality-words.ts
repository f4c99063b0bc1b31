/**
 * Trace quality in words: what the file is, how fine its clock is, which congestion fields it holds and what a
 * missing one hides. Pure functions over the snapshot.
 */
import { lossWords } from '../../../drawing/panels/words';
import { controllerWords } from '../../../engine/base/text/controller-words';
import { bytes, count, percent, plural } from '../../../engine/base/text/figures';
import { LOG_REMARK } from '../../../engine/base/text/remarks';
import type { LoggedField } from '../../../engine/input/recording/fields';
import type { TraceQuality } from '../../../engine/reading/contract/quality';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { evidenceValue } from './evidence-value';

export type Row = readonly [name: string, value: string];

const RESOLUTION_WORDS: { readonly [resolution in TraceQuality['decode']['resolution']]: string } = {
  '1 ms': 'whole milliseconds: shorter gaps and RTTs cannot be distinguished',
  '1 µs': 'microseconds',
  float32: '32-bit floats: steps of 8 µs after a minute, over 1 ms after five hours',
  finer: 'finer than a microsecond',
  unknown: 'unknown: too few times',
};

/** What the file is and who wrote it. */
export function dialectRows({ summary, quality }: Snapshot): readonly Row[] {
  const rows: Row[] = [
    ['Container', summary.container ?? 'unknown'],
    ['Compression', summary.compression === 'none' ? 'none' : summary.compression],
    ['qlog version', summary.qlogVersion],
    ['Implementation', implementationWords(summary.implementation, summary.implementationVersion, quality)],
  ];
  if (quality === null) return rows;
  const { encoding, decode, role } = quality;
  if (encoding !== 'utf-8')
    rows.push(['Text', `${encoding.toUpperCase()}, read as UTF-8; offsets count UTF-8 bytes`]);
  const logged = decode.loggedVantagePoint;
  const differs = role !== 'unknown' && role !== logged;
  rows.push(['Vantage point', differs ? `${logged} in the file, ${role} as the packets show` : logged]);
  return rows;
}

function implementationWords(
  name: string | null,
  version: string | null,
  quality: TraceQuality | null,
): string {
  if (name === null) return 'not named in the file';
  const words = version === null ? name : `${name} ${version}`;
  const decode = quality?.decode;
  return decode?.implementationGuessed === true
    ? `${words}, guessed from ${decode.implementationReason ?? 'its shape'}`
    : words;
}

/** What limits the log: each fault with its figure. */
export function limitRows({ remarks }: Pick<Snapshot, 'remarks'>): readonly Row[] {
  const faults = remarks.find(({ id }) => id === LOG_REMARK)?.evidence ?? [];
  return faults.map((fault) => [fault.name, evidenceValue(fault)]);
}

/** Rebuilt values compared with logged ones: the controller that the window follows, the bytes in flight. */
export function modelRows({ models }: Pick<Snapshot, 'models'>, quality: TraceQuality): readonly Row[] {
  return [...controllerRows(models), ...driftRows(quality)];
}

function driftRows({ drift: { compared, equal, largestBytes } }: TraceQuality): readonly Row[] {
  if (compared === 0) return [];
  const share = percent(equal / compared);
  const apart = equal === compared ? '' : `; they differ by at most ${bytes(largestBytes)}`;
  return [
    [
      'Bytes in flight',
      `rebuilt from packets, they equal the logged ones in ${share} of ${plural(compared, 'value')}${apart}`,
    ],
  ];
}

function controllerRows(models: Snapshot['models']): readonly Row[] {
  if (models === null || models.notJudged !== null) return [];
  return [['Controller', `${controllerWords(models)} (open loop: on the sends, ACKs and losses of the log)`]];
}

/** Format and resolution of the times. */
export function clockRows({ decode, backwardSteps, rttFactor }: TraceQuality): readonly Row[] {
  const { timeFormat, timeFormatStated, timeDescribedLate, resolution, absentTimes } = decode;
  const how = timeFormatStated
    ? 'as the file says'
    : 'not stated, inferred from the reference time or the first times';
  const late = timeDescribedLate ? '; what the file says about it came after the first events' : '';
  const rows: Row[] = [
    ['Times', timeFormat === null ? 'unknown' : `${timeFormat}, ${how}${late}`],
    ['Clock', RESOLUTION_WORDS[resolution]],
  ];
  if (absentTimes > 0)
    rows.push([
      'Without a time',
      `${plural(absentTimes, 'event')}, placed at the time of the previous event`,
    ]);
  if (backwardSteps > 0)
    rows.push([
      'Backward steps',
      `${plural(backwardSteps, 'event')}, moved to the time of the previous event`,
    ]);
  if (rttFactor !== 1) {
    const unit = rttFactor < 1 ? 'microseconds' : 'seconds';
    rows.push([
      'RTT unit',
      `${unit} instead of milliseconds, inferred from the packets’ round trips; corrected`,
    ]);
  }
  return rows;
}

export interface FieldRow {
  readonly name: LoggedField;
  /** `not-known`: a digest does not hold it. */
  readonly state: 'logged' | 'rebuilt' | 'inferred' | 'missing' | 'not-known';
  /** What its absence hides, or how it is known. */
  readonly words: string;
}

/** The congestion fields, whether each is present, and what a missing one hides. */
export function fieldRows({
  summary,
  catalogue,
  quality,
}: Pick<Snapshot, 'summary' | 'catalogue' | 'quality'>): readonly FieldRow[] {
  const has = (id: string): boolean => catalogue.some((info) => info.id === id);
  const logged = (name: LoggedField, present: boolean, hides: string): FieldRow => ({
    name,
    state: present ? 'logged' : 'missing',
    words: present ? '' : hides,
  });
  const ofRecords = (name: LoggedField, present: boolean | undefined, hides: string): FieldRow =>
    present === undefined
      ? { name, state: 'not-known', words: 'a digest does not hold it' }
      : logged(name, present, hides);
  const metrics = quality?.decode.metricFields;
  const received = quality?.decode.received;
  return [
    logged('congestion window', has('cwnd'), 'nothing can be said about the window'),
    inFlightRow(has),
    logged(
      'slow start threshold',
      has('ssthresh'),
      'the end of slow start is not seen; some stacks leave it out while it is unlimited',
    ),
    logged('min RTT', has('min-rtt'), 'queueing delay cannot be separated from propagation delay'),
    logged('smoothed RTT', has('smoothed-rtt'), 'durations cannot be counted in round trips'),
    logged(
      'congestion states',
      summary.states.length > 0,
      'no congestion_state_updated: the log level or the stack hides states, oscillation cannot be seen',
    ),
    lossRow(summary),
    ofRecords(
      'pacing rate',
      metrics?.includes('pacing_rate'),
      'pacing cannot be distinguished from an idle application',
    ),
    ofRecords('PTO count', metrics?.includes('pto_count'), 'probe timeouts show as silence only'),
    logged('packets sent', summary.packetsSent > 0, 'nothing can be rebuilt from packets'),
    ofRecords(
      'packets received',
      received && received.packets > 0,
      'what arrives, ACKs above all, is not seen',
    ),
    ofRecords(
      'ACK ranges',
      received && received.withAckRanges > 0,
      'what is acknowledged is not known: bytes in flight grow only, and losses cannot be inferred from gaps',
    ),
  ];
}

function lossRow({ lossesKnown, lossMethod }: Snapshot['summary']): FieldRow {
  const name = 'losses';
  if (!lossesKnown)
    return { name, state: 'missing', words: 'the trace does not show whether packets were lost' };
  if (lossMethod === 'logged') return { name, state: 'logged', words: '' };
  return { name, state: lossMethod === 'counted' ? 'logged' : 'inferred', words: lossWords(lossMethod) };
}

function inFlightRow(has: (id: string) => boolean): FieldRow {
  const name = 'bytes in flight';
  if (has('bytes-in-flight')) return { name, state: 'logged', words: '' };
  if (has('bytes-in-flight-rebuilt'))
    return { name, state: 'rebuilt', words: 'from the packets sent and acknowledged' };
  return { name, state: 'missing', words: 'an empty pipe cannot be distinguished from a full one' };
}

/** What was corrected or left out while reading. */
export function readingRows({ decode, outOfOrder }: TraceQuality): readonly Row[] {
  const counted: readonly (readonly [string, number])[] = [
    ['Characters that are not UTF-8', decode.replacedCharacters],
    ['Records repaired (NaN, Infinity, stray commas)', decode.repairedRecords],
    ['Sent packets with a repeated or lower number', outOfOrder],
    ['ACK ranges left out, impossible or too many', decode.droppedRanges],
    ['Frames left out, too many in one packet', decode.droppedFrames],
    ['Packet numbers that cannot be followed', decode.sent.unusableNumbers + decode.received.unusableNumbers],
    ['Unusually large records', decode.largeRecords],
  ];
  return counted.filter(([, value]) => value > 0).map(([name, value]) => [name, count(value)]);
}
