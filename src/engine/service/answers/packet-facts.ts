/**
 * Answers `packetFacts`: what was sent in a packet and what became of it. What the columns hold is reported first; frames, the ACK
 * among several records of one time, and the logged reason of a loss are read from the records again.
 */
import { LOSS_TRIGGERS, type LossTrigger, PacketSpace } from '../../../qlog-schema';
import { heldStreams } from '../../findings/partition/held-streams';
import { isMissing, type LoggedFrame, type LoggedRecord } from '../../input/formats/records';
import { MAX_FRAME_LINES, MAX_PACKET_STREAMS, type PacketFacts } from '../../reading/contract/packet-facts';
import { RequestFailed } from '../../reading/contract/request-failed';
import type { FileConnection } from '../../reading/stages/connection-list';
import { PacketFate } from '../../sender/transport/packet-fate';
import { markOf, type PacketPlace, placeOf } from '../../sender/transport/packet-search';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler, OpenFile } from './handler';
import { frameLines } from './packet/frame-lines';
import { inferredReason, LossKindMemo } from './packet/packet-loss';
import { loggedLossUs, type PacketRows, packetRows } from './packet/packet-rows';
import { handshakeRows, type SameData, sameCryptoData, sameStreamData } from './packet/same-data';
import { recordsOf } from './records/access';
import { readRows } from './records/record-runs';
import { textReader } from './records/text-reader';

export const handler: Handler<'packetFacts'> = async (file, request, { signal, progress }) => {
  const asked = file.connection(request.connection);
  const { state } = asked.connection;
  const place = placeOf(state, request.space, request.packetNumber);
  if (place === null)
    throw new RequestFailed(`The trace shows no sent ${request.space} packet ${request.packetNumber}.`);
  const lossKind = file.stateOf(LossKindMemo).kindOf(state, file.revision, place);
  const rows = packetRows(state, place, timesOf(state, place));
  const facts = {
    ...factsOf(state, place, rows),
    lossKind,
    streams: streamsOf(file, request.connection, place),
  };
  progress(facts);
  return withRecords(asked, place, rows, facts, signal);
};

/** When it was acknowledged and declared lost, µs; NaN for never, and for a time that is not known. */
function timesOf(state: TransportState, { space, index }: PacketPlace) {
  const books = state.ledger.space(space) as SpaceLedger;
  const settledUs = books.settledUsAt(index);
  const number = books.packetNumbers.at(index);
  switch (books.fateAt(index)) {
    case PacketFate.acked:
      return { ackedUs: settledUs, lostUs: Number.NaN };
    case PacketFate.lost:
      return { ackedUs: Number.NaN, lostUs: settledUs };
    case PacketFate.spurious:
      return {
        ackedUs: settledUs,
        lostUs: loggedLossUs(state, space, number, books.sentUsAt(index), settledUs),
      };
    default:
      return { ackedUs: Number.NaN, lostUs: Number.NaN };
  }
}

function streamsOf(
  file: OpenFile,
  connection: number,
  { space, index }: PacketPlace,
): PacketFacts['streams'] {
  const { state } = file.connection(connection).connection;
  const { sent, ids } = state.streams;
  if (space !== APPLICATION || sent.length === 0) return [];
  const ordinals = new Set(sent.stream.slice(sent.holder.lowerBound(index), sent.holder.upperBound(index)));
  const all = heldStreams(state, file.analysis(connection)?.heldTime ?? null);
  return [...ordinals].slice(0, MAX_PACKET_STREAMS).flatMap((stream) => {
    const held = all.of(stream);
    return held === null ? [] : [{ id: ids[stream], held }];
  });
}

function rowOrNone(row: number | undefined): number {
  return row === undefined || row < 0 ? Number.NaN : row;
}

/** What the columns hold. */
function factsOf(state: TransportState, place: PacketPlace, { sent, acks, lost }: PacketRows): PacketFacts {
  const times = timesOf(state, place);
  const same = place.space === APPLICATION ? sameStreamData(state, place) : null;
  const ack = acks.length === 1 ? acks[0] : undefined;
  return {
    ...markOf(state, place),
    ...times,
    sentRow: rowOrNone(sent),
    frames: null,
    whyNoFrames: null,
    framesLeftOut: 0,
    ackRow: rowOrNone(ack),
    ackedBy: ack === undefined ? Number.NaN : state.events.packetNumber.at(ack),
    lostRow: rowOrNone(lost),
    lossIsLogged: lost >= 0,
    lostBy: Number.isNaN(times.lostUs) ? null : inferredReason(state, place, times.lostUs),
    lossKind: null,
    streams: [],
    ...sameDataOf(same),
  };
}

const APPLICATION = PacketSpace.application;

function sameDataOf(
  same: SameData | null,
): Pick<PacketFacts, 'resendsKnown' | 'resentIn' | 'resentCount' | 'resends' | 'resendsCount'> {
  return {
    resendsKnown: same !== null,
    resentIn: same?.later ?? [],
    resentCount: same?.laterCount ?? 0,
    resends: same?.earlier ?? [],
    resendsCount: same?.earlierCount ?? 0,
  };
}

/** The facts with what only the records say; as they are where those cannot be read. */
async function withRecords(
  asked: FileConnection,
  place: PacketPlace,
  { sent, acks, lost }: PacketRows,
  facts: PacketFacts,
  signal: AbortSignal,
): Promise<PacketFacts> {
  const { state, info } = asked.connection;
  const { events, ledger } = state;
  const records = await recordsOf(asked);
  signal.throwIfAborted();
  if (isMissing(records)) return { ...facts, whyNoFrames: records.missing };
  const books = ledger.space(place.space) as SpaceLedger;
  const compared = place.space === APPLICATION ? [] : handshakeRows(books, place.index);
  const rowOfPacket = new Map(
    compared.map((index) => [
      index,
      packetRows(state, { space: place.space, index }, { ackedUs: Number.NaN, lostUs: Number.NaN }).sent,
    ]),
  );
  const wanted = [sent, lost, ...(acks.length > 1 ? acks : []), ...rowOfPacket.values()];
  const rows = [...new Set(wanted.filter((row) => row >= 0))].sort((a, b) => a - b);
  const read = new Map<number, LoggedRecord>();
  let failure: string | null = null;
  const source = {
    rows: { length: events.length, offsetAt: (row: number) => events.offset.at(row) },
    reader: textReader(asked),
    records,
  };
  await readRows(source, rows, { signal }, (one) => {
    if ('record' in one) read.set(one.row, one.record);
    else if (one.row === sent) ({ failure } = one);
  });
  signal.throwIfAborted();
  const framesAt = (row: number | undefined): readonly LoggedFrame[] | null => {
    const record = row === undefined ? undefined : read.get(row);
    return record === undefined ? null : records.frames(record, info.index);
  };
  const frames = framesAt(sent);
  const lines = frames === null ? null : frameLines(frames);
  const lostRecord = read.get(lost);
  const trigger = lostRecord === undefined ? null : triggerOf(lostRecord, nameOf(asked, lost));
  const ack = ackAmong(acks, facts.packetNumber, framesAt) ?? facts.ackRow;
  return {
    ...facts,
    frames: lines?.slice(0, MAX_FRAME_LINES) ?? null,
    whyNoFrames: lines === null ? (failure ?? 'the log lists none') : null,
    framesLeftOut: Math.max(0, (lines?.length ?? 0) - MAX_FRAME_LINES),
    ackRow: ack,
    ackedBy: Number.isNaN(ack) ? Number.NaN : events.packetNumber.at(ack),
    lostBy:
      trigger === null
        ? facts.lostBy
        : { trigger, isLogged: true, ackedAbove: facts.lostBy?.ackedAbove ?? 0 },
    ...(place.space === APPLICATION || frames === null
      ? {}
      : sameDataOf(
          sameCryptoData(books, place.index, compared, (index) =>
            framesAt(index === place.index ? sent : rowOfPacket.get(index)),
          ),
        )),
  };
}

function nameOf({ text, connection }: FileConnection, row: number): string {
  return text.pipeline.names.nameOf(connection.state.events.nameId.at(row)) ?? '';
}

/** The first row whose ACK names the packet; of several whose frames are not known none. */
function ackAmong(
  acks: readonly number[],
  packetNumber: number,
  framesAt: (row: number) => readonly LoggedFrame[] | null,
): number | undefined {
  if (acks.length < 2) return undefined;
  return acks.find((row) =>
    framesAt(row)?.some(({ ranges }) =>
      ranges.some(([from, to]) => from <= packetNumber && packetNumber <= to),
    ),
  );
}

function triggerOf({ fields }: LoggedRecord, name: string): LossTrigger | null {
  if (isMissing(fields)) return null;
  const [word] = fields.valuesAt(['trigger'], name);
  return typeof word === 'string' && Object.hasOwn(LOSS_TRIGGERS, word)
    ? LOSS_TRIGGERS[word as keyof typeof LOSS_TRIGGERS]
    : null;
}
