/**
 * Messages about problems: what happened, where, what was kept, what to do. Problems of one kind are one message with a
 * count and the first positions, so that a damaged file does not hide its verdict.
 */
import { amount, count, instant, percent, plural } from '../../base/text/figures';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { NoEvents } from '../../input/formats/format';
import { MissingPackets, missingReceived } from '../../sender/transport/missing-packets';
import { sentOutOfOrder, whyMixed } from '../../sender/transport/repeated-numbers';
import type { TransportState } from '../../sender/transport/transport';
import type { Message } from '../contract/snapshot';
import type { TracePipeline } from '../stages/pipeline';
import type { ProblemGroup, ProblemLog } from '../stages/problem-log';

/** A zip without any text. */
export const EMPTY_ZIP: Message = {
  kind: 'empty-file',
  level: 'error',
  text: 'There is nothing to read: the zip holds no file.',
  places: [],
};

function shownWords(events: number): string {
  if (events === 0) return 'No event could be read.';
  return events === 1 ? 'The other event is shown.' : `The other ${plural(events, 'event')} are shown.`;
}

function placeOf(problem: DecodeProblem): string {
  return `record ${count(problem.record)} at byte ${count(problem.offset)}: ${problem.detail}`;
}

/** Messages about records that were not read, or only after a repair. @param events number of events kept. */
export function problemMessages({ groups }: ProblemLog, events: number): readonly Message[] {
  return groups.map((group) => messageOf(group, events));
}

function messageOf(group: ProblemGroup, events: number): Message {
  const { total } = group;
  const [first] = group.places as readonly [DecodeProblem];
  const places = group.places.map(placeOf);
  if (first.message !== undefined) {
    const { level, text } = first.message;
    return { kind: first.reason, level, text: text(total), places };
  }
  const shown = shownWords(events);
  const where = `record ${count(first.record)} at byte ${count(first.offset)}`;
  const many =
    total > 1 ? `${plural(total, 'record')}` : `Record ${count(first.record)} at byte ${count(first.offset)}`;
  switch (first.reason) {
    case 'broken': {
      const text = `${many} could not be read and ${total > 1 ? 'were' : 'was'} skipped. ${shown}`;
      return { kind: 'broken-record', level: 'warning', text, places };
    }
    case 'cut': {
      const text = `The file ends in the middle of ${where}; it was cut when it was written or copied. ${shown}`;
      return { kind: 'cut-record', level: 'warning', text, places };
    }
    case 'oversized': {
      const text = `${many} ${total > 1 ? 'are' : 'is'} larger than a record may be (${amount(first.sizeBytes)}) and ${total > 1 ? 'were' : 'was'} skipped. ${shown}`;
      return { kind: 'oversized-record', level: 'warning', text, places };
    }
    case 'large': {
      const text = `${many} ${total > 1 ? 'are' : 'is'} unusually large (${amount(first.sizeBytes)}); nothing was left out.`;
      return { kind: 'large-record', level: 'note', text, places };
    }
    case 'too-many-connections': {
      const text = `The file holds more connections than are distinguished here; the events of the later ones were counted (${count(total)}), not read.`;
      return { kind: 'too-many-connections', level: 'warning', text, places };
    }
    case 'no-time': {
      const text = `${many} ${total > 1 ? 'have' : 'has'} no time that can be read; ${total > 1 ? 'each was' : 'it was'} placed with the event before it.`;
      return { kind: 'no-time', level: 'note', text, places };
    }
  }
}

/** Message about events outside a time range. @param events number of all events of the text. */
export function rangeMessages(limit: TracePipeline['rangeLimit'], events: number): readonly Message[] {
  if (limit === null) return [];
  const { range, leftOut } = limit;
  const text =
    `Only ${instant(range.fromUs)} to ${instant(range.toUs)} of the trace is shown, as was asked: ${count(leftOut)} of its ` +
    `${plural(events, 'event')} lie outside and were left out. What was in flight before is not known.`;
  return [{ kind: 'time-range', level: 'note', text, places: [] }];
}

/** Message about a text that was read to its end and holds no event. */
export function noEventsMessage({ kind, text }: NoEvents): Message {
  return { kind, level: 'error', text, places: [] };
}

/** Of a text that was read to its end and holds nothing of a trace (`FileText.isForeign`), as words. @param format its name. */
export const tellsNothing = (format: string): string =>
  `Not a ${format} trace: no ${format} header stands in it, and what looks like an event holds no packet and no figure.`;

export function foreignMessage(format: string): Message {
  return { kind: 'not-qlog', level: 'error', text: tellsNothing(format), places: [] };
}

/**
 * Messages about what the trace cannot show, for the user to know before trusting a page without findings.
 * @param events number of all events of the text.
 * @param midwayNumber number of the first packet where the log begins in the middle of the connection; null where not.
 */
export function contentMessages(
  state: TransportState,
  events: number,
  midwayNumber: number | null,
): readonly Message[] {
  const messages: Message[] = [];
  const add: Add = (kind, level, text) => {
    messages.push({ kind, level, text, places: [] });
  };
  addUnseen(state, add);
  addBeginning(state, midwayNumber, add);
  addLacking(state, add);
  addTimes(state, events, add);
  return messages;
}

type Add = (kind: string, level: Message['level'], text: string) => void;

/** What the side that logged cannot see. */
function addUnseen(state: TransportState, add: Add): void {
  if (state.captured) {
    add(
      'captured',
      'note',
      'This is a capture on the wire: both directions stand in one stream, and the state of neither end is in it. What ' +
        'is drawn are the packets that passed; a trace logged by the sender is needed for a verdict.',
    );
  } else if (state.side === 'receiver') {
    add(
      'receiver',
      'note',
      'This is the trace of the receiver. It cannot see the congestion window, the round trip time (RTT) or the losses ' +
        'of the data sender: what is drawn here belongs to its own few packets. Open the trace of the other side for a verdict.',
    );
  } else if (state.series.congestionWindow.length === 0) {
    add(
      'no-window',
      'warning',
      'No congestion window is logged (in metrics_updated events), so that nothing can be said about it.',
    );
  }
}

function addBeginning(state: TransportState, midwayNumber: number | null, add: Add): void {
  if (state.beginsMidway) {
    const text =
      'The file is a range of a log, exported here with what was in flight where it begins and how the log shows losses, RTT and ' +
      'recovery. The handshake and slow start may be missing.';
    add('exported-range', 'note', text);
  } else if (midwayNumber !== null) {
    const text =
      `The log begins in the middle of the connection: it holds no Initial packet, and its first packet has the number ${count(midwayNumber)}. ` +
      'It is judged from its first metrics on; what was in flight before, the handshake and slow start are not in it.';
    add('begins-midway', 'note', text);
  }
}

function addLacking(state: TransportState, add: Add): void {
  if (state.pathCount > 1) {
    const text = `The connection uses ${plural(state.pathCount, 'path')}, and they are not distinguished here: windows, RTTs and packet numbers of all stand in one line each. Do not trust a step in them.`;
    add('several-paths', 'warning', text);
  } else if (whyMixed(state) !== null) {
    const text = `${plural(state.ledger.outOfOrder, 'sent packet')} of ${count(state.ledger.outOfOrder + state.ledger.sentPackets)} repeat a number or go back in them: several connections stand in one log, without ids, and are not judged. Log each into a file of its own, or its group_id.`;
    add('numbers-repeat', 'warning', text);
  }
  addMissing(new MissingPackets(state), 'sent', 'by their numbers', add);
  addMissing(missingReceived(state), 'received', 'by the ACKs of this end', add);
}

function addMissing(
  missing: Pick<MissingPackets, 'extent' | 'within'>,
  which: string,
  by: string,
  add: Add,
): void {
  const { extent } = missing;
  if (extent === null) return;
  const lacking = missing.within(extent.startUs, extent.endUs);
  const text =
    `Records are missing: of the ${plural(lacking.numbered, 'packet')} ${which} from ${instant(extent.startUs)} to ${instant(extent.endUs)}, ` +
    `${by}, ${count(lacking.missing)} (${percent(lacking.share)}) are not in the log. Shares and rates there are no measurement, and ` +
    'where more than 2 % are missing most rules are not judged.';
  add('missing-records', 'warning', text);
}

/** Times and packet numbers that are out of order. @param events number of all events of the text. */
function addTimes(state: TransportState, events: number, add: Add): void {
  if (events > 1 && state.lastUs <= state.firstUs) {
    const text =
      'All events have the same time, so that nothing can be drawn along it. The event list shows them.';
    add('no-duration', 'warning', text);
  }
  if (state.backwardSteps > 0) {
    add(
      'time-backwards',
      'note',
      `${plural(state.backwardSteps, 'event')} ${state.backwardSteps === 1 ? 'is' : 'are'} earlier than the one before; each was moved to its predecessor's time.`,
    );
  }
  const outOfOrder = sentOutOfOrder(state);
  if (outOfOrder > 0) {
    add(
      'packet-order',
      'note',
      `${plural(outOfOrder, 'sent packet')} with a packet number that is repeated or below an earlier one: left out of what is rebuilt.`,
    );
  }
  if (state.timeJumps > 0) {
    const many = state.timeJumps > 1 ? `${plural(state.timeJumps, 'event')} are` : '1 event is';
    add(
      'time-jump',
      'warning',
      `${many} dated far ahead of the events before and after; each was moved to its predecessor's time.`,
    );
  }
}
