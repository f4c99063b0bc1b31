/**
 * A measurement in words: one row per figure, also for figures that the trace does not hold, so that a missing one is
 * not taken as zero. Pure functions; the box and the clipboard use the same rows.
 */
import { lossWords, ptoWords } from '../../../drawing/panels/words';
import type { TimeRange } from '../../../drawing/view/view';
import { bitRate } from '../../../engine/base/text/bit-rate';
import {
  bytes,
  count,
  duration,
  fixed,
  instant,
  packets,
  percent,
  plural,
  rtt,
} from '../../../engine/base/text/figures';
import { markWords } from '../../../engine/base/text/origin-marks';
import type { Measured } from '../../../engine/reading/contract/parts';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import type { Redacted } from '../../../engine/service/redaction/redact';

export interface MeasureRow {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** How the value is known, or what it is compared with; may be empty. */
  readonly note: string;
}

/** The trace facts that the rows depend on. */
type Context = Pick<TraceSummary, 'side' | 'lossMethod' | 'datagramBytes' | 'marks'>;

const NOT_LOGGED = 'not logged';
/** For a value that stays in effect once logged: it may be logged later. */
const NOT_YET = 'not yet logged';

/** `1.234 s to 2.345 s` */
export function spanWords({ fromUs, toUs }: Pick<Measured, 'fromUs' | 'toUs'>): string {
  return `${instant(fromUs, toUs - fromUs)} to ${instant(toUs, toUs - fromUs)}`;
}

/**
 * Which part of a measured range a trace has: empty for all of it. Both in the time of the trace.
 * @returns null where it has none.
 */
export function partWords(range: TimeRange, extent: TimeRange): string | null {
  if (range.toUs <= extent.fromUs || range.fromUs >= extent.toUs) return null;
  const [isFromStart, isToEnd] = [range.fromUs < extent.fromUs, range.toUs > extent.toUs];
  if (isFromStart && isToEnd) return 'its whole log';
  return isFromStart ? 'from its start' : isToEnd ? 'to its end' : '';
}

/** Seconds have their milliseconds, shorter spans three digits. */
export function lengthWords(us: number): string {
  return us >= 1e6 ? instant(us) : duration(us);
}

/** The figures in the order in which they are shown. */
export function measureRows(figures: Measured, context: Context): readonly MeasureRow[] {
  const sends = context.side !== 'receiver';
  return [
    lengthRow(figures),
    dataRow('sent', 'Sent', figures.sentBytes, figures, packetNote(figures)),
    dataRow('acked', 'Acknowledged', figures.ackedBytes, figures, ''),
    ...(context.side === 'sender'
      ? []
      : [dataRow('received', 'Received', figures.receivedBytes, figures, '')]),
    lossRow(figures, context),
    transitionRow(figures),
    row('ptos', 'PTOs', figures.ptos, count, () => ptoWords(figures.ptoMethod)),
    ...(sends || !Number.isNaN(figures.cwndToBytes) ? [windowRow(figures, context)] : []),
  ];
}

/** NaN becomes `not logged`, without a note. */
function row(
  id: string,
  name: string,
  figure: number,
  words: (figure: number) => string,
  note: () => string,
): MeasureRow {
  if (Number.isNaN(figure)) return { id, name, value: NOT_LOGGED, note: '' };
  return { id, name, value: words(figure), note: note() };
}

function lengthRow({ fromUs, toUs, roundTrips, rttUs, rttOrigin }: Measured): MeasureRow {
  const trips = `${trim(roundTrips)} round trips of ${rtt(rttUs)}, median smoothed RTT`;
  return {
    id: 'length',
    name: 'Δt',
    value: lengthWords(toUs - fromUs),
    note: Number.isNaN(rttUs) ? 'no RTT known yet' : rttOrigin === 'logged' ? trips : `${trips} (rebuilt)`,
  };
}

function packetNote({ packetsSent }: Measured): string {
  return Number.isNaN(packetsSent) ? '' : plural(packetsSent, 'packet');
}

/** Bytes, and the rate over the whole span: `12,150 B`, `9 packets, 97.2 kbit/s`. */
function dataRow(
  id: string,
  name: string,
  amountBytes: number,
  { fromUs, toUs }: Measured,
  also: string,
): MeasureRow {
  const words = row(id, name, amountBytes, bytes, () => bitRate(amountBytes / ((toUs - fromUs) / 1e6)));
  return { ...words, note: [also, words.note].filter((part) => part !== '').join(', ') };
}

function lossRow({ packetsLost, packetsSent }: Measured, { lossMethod }: Context): MeasureRow {
  const share =
    packetsLost > 0 && packetsSent > 0 ? `, ${percent(packetsLost / packetsSent)} of those sent` : '';
  return row(
    'lost',
    'Lost',
    packetsLost,
    (figure) => plural(figure, 'packet'),
    () => `${lossWords(lossMethod)}${share}`,
  );
}

function transitionRow({ transitions, fromUs, toUs, rttUs }: Measured): MeasureRow {
  return row('transitions', 'State transitions', transitions, count, () => {
    if (transitions === 0) return '';
    const everyUs = (toUs - fromUs) / transitions;
    const trips = Number.isNaN(rttUs) ? '' : ` (${trim(everyUs / rttUs)} round trips)`;
    return `one every ${duration(everyUs)}${trips}`;
  });
}

function windowRow({ cwndFromBytes, cwndToBytes }: Measured, { datagramBytes }: Context): MeasureRow {
  if (Number.isNaN(cwndToBytes)) return { id: 'cwnd', name: 'cwnd', value: NOT_YET, note: '' };
  const to = packets(cwndToBytes, datagramBytes);
  if (cwndFromBytes === cwndToBytes) {
    return row(
      'cwnd',
      'cwnd',
      cwndToBytes,
      (figure) => `${bytes(figure)} at both ends`,
      () => to,
    );
  }
  const from = packets(cwndFromBytes, datagramBytes).replace(/ packets?$/, '');
  const hasWindow = !Number.isNaN(cwndFromBytes);
  return row(
    'cwnd',
    'cwnd',
    cwndToBytes,
    (figure) => `${hasWindow ? bytes(cwndFromBytes) : NOT_YET} → ${bytes(figure)}`,
    () => (hasWindow && to !== '' ? `${from} → ${to}` : to),
  );
}

/** Three digits are enough for a count of round trips. */
function trim(value: number): string {
  if (value >= 100) return count(value);
  return fixed(value, value >= 10 ? 1 : 2);
}

/** How the trace came about, where it is no plain recording. */
function originLines({ marks = [] }: Context): readonly string[] {
  return marks.length === 0 ? [] : [`Trace\t${markWords(marks)}`];
}

/** For a ticket or a spreadsheet: name, value and note, separated by tabs, a line per figure. */
export function measureAsText(figures: Redacted<Measured>, context: Context): string {
  const rows = measureRows(figures, context).map(({ name, value, note }) =>
    [name, value, note].join('\t').trimEnd(),
  );
  return [...originLines(context), `Measured\t${spanWords(figures)}`, ...rows].join('\n');
}

/** One sentence for screen readers. */
export function measureSentence(figures: Measured, context: Context): string {
  const parts = measureRows(figures, context).map(({ name, value, note }) =>
    note === '' ? `${name} ${value}` : `${name} ${value}, ${note}`,
  );
  return `Measured ${spanWords(figures)}. ${parts.join('; ')}.`;
}
