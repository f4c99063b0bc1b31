/** Answers `stretches`: when something held, and which records decide it. Loaded with the first choice of a part, finding or stream. */
import { heldByWords } from '../../base/text/account-names';
import { withRemarks } from '../../base/text/remarks';
import type { AccountPart } from '../../findings/account/parts';
import { timesOf } from '../../findings/partition/held';
import type { TimeRange } from '../../input/bytes/source';
import {
  type DecidingRecord,
  findingTimes,
  heldKey,
  inArray,
  lifeTimes,
  longestTime,
  MAX_STRETCHES,
  type Stretches,
  type Subject,
  timeLength,
} from '../../reading/contract/stretches';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import type { HttpRow } from '../../sender/http/http-row';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { TransportState } from '../../sender/transport/transport';
import { AT_TIME, type Decider, deciderOf, deciderOfRule, instantOf, type Moment } from './deciding';
import type { Handler } from './handler';
import { RecordFinder } from './record-finder';

type Judged = Pick<Analysis, 'verdicts' | 'account' | 'causedTime'>;

export const handler: Handler<'stretches'> = (file, { connection, of }) =>
  stretchesOf(file.connection(connection), file.analysis(connection), of);

/** @param judged undefined before the connection is analysed: there is no part, and no finding, yet. */
export function stretchesOf(asked: FileConnection, judged: Judged | undefined, of: Subject): Stretches {
  const { state } = asked.connection;
  if (of.kind === 'stream') {
    const request = httpTable(state, 'start').rows.find((row) => row.streamId === of.streamId);
    const times = streamTimes(state, of.streamId, request);
    const places = placesOfRequest(times, request?.firstByteUs ?? Number.NaN);
    return answerOf(times, recordsOf(asked, places, AT_TIME));
  }
  if (of.kind === 'held') {
    const part = partOf(judged, of.key);
    const times = part === null ? [] : partTimes(judged, part);
    return answerOf(times, recordsOf(asked, placesIn(times), part && deciderOf(part)));
  }
  const finding = judged && withRemarks(judged.verdicts).find((one) => one.key === of.key);
  const times = finding === undefined ? [] : findingTimes(finding);
  return answerOf(times, recordsOf(asked, placesIn(times), deciderOfRule(finding?.id ?? '')));
}

function answerOf(times: readonly TimeRange[], records: readonly DecidingRecord[]): Stretches {
  return { timesUs: inArray(merge(times)), longest: longestTime(times), records };
}

const partOf = (judged: Judged | undefined, key: string): AccountPart | null =>
  judged?.account?.parts.find((one) => heldKey(one) === key) ?? null;

function partTimes(judged: Judged | undefined, part: AccountPart): readonly TimeRange[] {
  const words = heldByWords(part);
  return timesOf(judged?.causedTime ?? null, (name) => (name === words ? name : undefined)).map(
    ({ startUs, endUs }) => ({ fromUs: startUs, toUs: endUs }),
  );
}

/** Of the request on it, where there is one, else of its frames: to the end of the log where it does not end. */
function streamTimes(
  state: TransportState,
  streamId: number,
  request: HttpRow | undefined,
): readonly TimeRange[] {
  if (request !== undefined) return lifeTimes(request.startUs, request.endUs, state.lastUs);
  const at = state.streams.find(streamId);
  const rows = streamRowsOf(state);
  if (at < 0 || at >= rows.table.length) return [];
  const { firstUs, lastUs } = rows.row(at);
  return lifeTimes(firstUs, lastUs, state.lastUs);
}

/** As many as are drawn: gaps that are shorter than one of rising lengths close. */
function merge(stretches: readonly TimeRange[]): readonly TimeRange[] {
  let merged = stretches;
  for (let gapUs = 1; merged.length > MAX_STRETCHES; gapUs *= 2) {
    const next: TimeRange[] = [];
    for (const one of merged) {
      const last = next.at(-1);
      if (last !== undefined && one.fromUs - last.toUs <= gapUs)
        next[next.length - 1] = { fromUs: last.fromUs, toUs: one.toUs };
      else next.push(one);
    }
    merged = next;
  }
  return merged;
}

interface Place {
  readonly place: DecidingRecord['place'];
  readonly at: Moment;
}

const wholeOf = (place: Place['place'], stretch: TimeRange): Place => ({
  place,
  at: { ...stretch, stretch },
});

const endOf = (stretch: TimeRange): Place => ({
  place: 'last',
  at: instantOf(stretch.toUs, stretch),
});

/** Of several stretches the longest, the first, one of median length and the last; of one its beginning, its middle and its end. */
function placesIn(stretches: readonly TimeRange[]): readonly Place[] {
  const [first] = stretches;
  const last = stretches.at(-1);
  const longest = longestTime(stretches);
  if (first === undefined || last === undefined || longest === null) return [];
  if (first === last)
    return [
      wholeOf('first', first),
      { place: 'typical', at: instantOf((first.fromUs + first.toUs) / 2, first) },
      endOf(first),
    ];
  const byLength = [...stretches].sort((a, b) => timeLength(a) - timeLength(b));
  return [
    wholeOf('longest', longest),
    wholeOf('first', first),
    wholeOf('typical', byLength[(byLength.length - 1) >> 1] ?? first),
    endOf(last),
  ];
}

function placesOfRequest([life]: readonly TimeRange[], firstByteUs: number): readonly Place[] {
  if (life === undefined) return [];
  const places: readonly Place[] = [
    { place: 'start', at: instantOf(life.fromUs, life) },
    { place: 'first byte', at: instantOf(firstByteUs, life) },
    { place: 'end', at: instantOf(life.toUs, life) },
  ];
  return places.filter(({ at }) => at.fromUs >= life.fromUs);
}

/** Each record once, and of two none as a typical one. @param decider null where no record decides it. */
function recordsOf(
  { text, connection }: FileConnection,
  places: readonly Place[],
  decider: Decider | null,
): readonly DecidingRecord[] {
  const { state } = connection;
  const { events } = state;
  const { names } = text.pipeline;
  const find = new RecordFinder(state);
  const rows = places.flatMap(({ place, at }) => {
    const deciding = decider?.(find, at) ?? null;
    return deciding === null ? [] : [{ place, stretch: at.stretch, ...deciding }];
  });
  const isNamed = ({ place }: (typeof rows)[number]): boolean => place !== 'typical';
  const each = rows.filter((one, at) => {
    const same = rows.findIndex((other) => other.row === one.row && isNamed(other));
    return same < 0 || same === at;
  });
  return (each.length === 2 ? each.filter(isNamed) : each).map(({ row, ...deciding }): DecidingRecord => {
    const number = events.packetNumber.at(row);
    return {
      ...deciding,
      row,
      timeUs: events.timeUs.at(row),
      name: names.nameOf(events.nameId.at(row)) ?? '',
      packetNumber: Number.isNaN(number) ? null : number,
    };
  });
}
