/** Redacts the trace quality: an allow-list of fields, free text of the log only with its option. */
import type { ConnectionSummary, SkippedRecord, TraceQuality } from '../../reading/contract/quality';
import type { ShareOptions } from '../../reading/contract/share-options';
import { fileWords, redactIds, redactName, redactOriginMs } from './names';
import { redactDetail } from './redact-texts';

type Decode = TraceQuality['decode'];
type Packets = Decode['sent'];
type Provenance = TraceQuality['provenance'][number];

export function redactConnection(connection: ConnectionSummary, options: ShareOptions): ConnectionSummary {
  const { index, role, side, sentBytes, receivedBytes, durationUs, events, worst } = connection;
  return {
    index,
    role,
    side,
    sentBytes,
    receivedBytes,
    durationUs,
    events,
    worst,
    entry: redactName(connection.entry, options),
    title: options.fileName && options.reasonPhrases ? connection.title : null,
    ...redactIds(connection, options),
  };
}

export function redactQuality(quality: TraceQuality, options: ShareOptions): TraceQuality {
  const { compression, encoding, role, rttFactor, backwardSteps, outOfOrder } = quality;
  const { compared, equal, largestBytes, firstApartUs } = quality.drift;
  return {
    compression,
    encoding,
    role,
    rttFactor,
    backwardSteps,
    outOfOrder,
    decode: redactDecode(quality.decode, options),
    drift: { compared, equal, largestBytes, firstApartUs },
    provenance: quality.provenance.map(redactProvenance),
    skipped: quality.skipped.map((one) => redactSkipped(one, options)),
    skippedTotal: quality.skippedTotal,
  };
}

function redactSkipped(skipped: SkippedRecord, options: ShareOptions): SkippedRecord {
  const { record, offset, reason, file, fileNumber } = skipped;
  const entry = { record, offset, reason, detail: redactDetail(skipped.detail, options) };
  if (file === undefined || fileNumber === undefined) return entry;
  return { ...entry, file: options.fileName ? file : fileWords(fileNumber), fileNumber };
}

function redactDecode(decode: Decode, options: ShareOptions): Decode {
  const { timeFormat, timeFormatStated, timeDescribedLate, resolution, events, absentTimes } = decode;
  const { backwardTimes, replacedCharacters, repairedRecords, repeatedPackets, largeRecords } = decode;
  const { droppedRanges, droppedFrames, transportEvents, knownEvents, unknownEvents } = decode;
  const { implementation, implementationGuessed, implementationReason, loggedVantagePoint } = decode;
  return {
    timeFormat,
    timeFormatStated,
    timeDescribedLate,
    resolution,
    events,
    absentTimes,
    backwardTimes,
    replacedCharacters,
    repairedRecords,
    repeatedPackets,
    largeRecords,
    droppedRanges,
    droppedFrames,
    transportEvents,
    knownEvents,
    unknownEvents,
    implementation,
    implementationGuessed,
    implementationReason,
    loggedVantagePoint,
    originMs: redactOriginMs(decode.originMs, options),
    names: decode.names
      .filter(({ status }) => options.reasonPhrases || status === 'transport')
      .map(({ id, name, status, count }) => ({ id, name, status, count })),
    metricFields: [...decode.metricFields],
    sent: redactPackets(decode.sent),
    received: redactPackets(decode.received),
    quirks: decode.quirks.map(({ id, reason }) => ({ id, reason })),
    paths: decode.paths.filter((path) => /^\d{1,6}$/.test(path)),
    tuplePackets: [...decode.tuplePackets],
  };
}

function redactPackets({
  packets,
  sized,
  sizeSources,
  numbered,
  unusableNumbers,
  framed,
  withAckRanges,
}: Packets): Packets {
  return {
    packets,
    sized,
    numbered,
    unusableNumbers,
    framed,
    withAckRanges,
    sizeSources: [...sizeSources],
  };
}

function redactProvenance(provenance: Provenance): Provenance {
  const { quantity, logged, rebuilt, isLogged, isRebuilt, method, difference } = provenance;
  return {
    quantity,
    logged,
    rebuilt,
    isLogged,
    isRebuilt,
    method,
    difference: difference && {
      compared: difference.compared,
      stride: difference.stride,
      median: difference.median,
      p95: difference.p95,
    },
  };
}
