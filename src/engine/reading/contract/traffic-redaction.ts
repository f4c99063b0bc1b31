/**
 * Redacts what a connection carried and how it lived: streams, HTTP/3 requests, handshake, paths and close. Numbers and our
 * own words stay; hosts, paths and priorities of requests, addresses and reason phrases leave with their options.
 */
import { HTTP_METHODS } from '../../../qlog-schema/http-methods';
import { REGISTERED_PROTOCOL } from '../../../qlog-schema/protocols';
import type { HttpRow } from '../../sender/http/http-row';
import type { GapWait, StreamHeld, StreamRow } from '../../sender/streams/stream-row';
import type {
  Connectivity,
  Exchange,
  ParameterRow,
  PathChange,
  TimeSpan,
} from '../../sender/transport/connectivity/connectivity';
import type { HttpAnswer } from './http';
import type { ShareOptions } from './share-options';
import type { StreamLanes, StreamShares, StreamsAnswer } from './streams';
import type { RequestTotals, StreamWait, Traffic } from './traffic';

/** Versions of QUIC as `connectivity` writes them. */
const VERSION = /^(?:(?:v[12]|draft-\d{1,3}) \()?0x[\da-f]{1,8}\)?$/;
/** Values of transport parameters: figures with their units, lengths of ids, versions, and our own words. */
const VALUE =
  /^(?:(?:ID of )?[\d,.]+(?:e[+-]\d+)?(?: (?:B|ms|µs))?|yes|no|none|set|empty|no limit|[\da-f]{1,8}(?:, [\da-f]{1,8})*)$/;

const span = ({ fromUs, toUs }: TimeSpan): TimeSpan => ({ fromUs, toUs });
const gap = ({ fromUs, toUs, bytes, filledBy, lostPacket }: GapWait): GapWait => ({
  fromUs,
  toUs,
  bytes,
  filledBy,
  lostPacket,
});

/** Numbers, and our own words. */
export function redactHeld({ parts, others, spans }: StreamHeld): StreamHeld {
  return {
    parts: parts.map(({ holder, us }) => ({ holder, us })),
    others: others.map(({ id, us }) => ({ id, us })),
    spans: spans.map(({ holder, ...time }) => ({ ...span(time), holder })),
  };
}

function redactStream(row: StreamRow): StreamRow {
  const { id, kind, firstUs, lastUs, sent, received, finSentUs, finReceivedUs } = row;
  const { blockedByStreamUs, blockedByConnectionUs, openingUs, gapUs, beginsMidway, end } = row;
  return {
    id,
    kind,
    firstUs,
    lastUs,
    sent: {
      bytes: sent.bytes,
      ackedBytes: sent.ackedBytes,
      inFlightBytes: sent.inFlightBytes,
      lostBytes: sent.lostBytes,
      discardedBytes: sent.discardedBytes,
      resentBytes: sent.resentBytes,
      endOffset: sent.endOffset,
      packets: sent.packets,
    },
    received: {
      bytes: received.bytes,
      repeatedBytes: received.repeatedBytes,
      endOffset: received.endOffset,
      packets: received.packets,
    },
    finSentUs,
    finReceivedUs,
    aborts: row.aborts.map(({ what, by, timeUs, code }) => ({ what, by, timeUs, code })),
    blockedByStreamUs,
    blockedByConnectionUs,
    openingUs,
    gapUs,
    blocked: row.blocked.map(({ by, ...time }) => ({ ...span(time), by })),
    gaps: row.gaps.map(gap),
    beginsMidway,
    held: row.held && redactHeld(row.held),
    end,
  };
}

export function redactStreams({ rows, from, total, unusable, beyond }: StreamsAnswer): StreamsAnswer {
  return { rows: rows.map(redactStream), from, total, unusable, beyond };
}

export function redactStreamShares(shares: StreamShares): StreamShares {
  const { direction, starts, ids, bytes, others, within } = shares;
  const listed = { direction, starts, ids, bytes, others };
  return within === undefined ? listed : { ...listed, within };
}

export function redactStreamLanes(lanes: StreamLanes): StreamLanes {
  const { order, data, acked, resent, isSpread } = lanes;
  const listed = { ...redactStreams(lanes), order, data, acked, resent };
  return isSpread === undefined ? listed : { ...listed, isSpread };
}

function redactRequest(row: HttpRow, { requestTexts }: ShareOptions): HttpRow {
  const { streamId, method, status, requestBytes, responseBytes, isBody, announcedBytes } = row;
  const { startUs, firstByteUs, endUs, outcome, abortedBy, code, source } = row;
  return {
    streamId,
    method: method !== null && (requestTexts || HTTP_METHODS.includes(method)) ? method : null,
    authority: requestTexts ? row.authority : null,
    path: requestTexts ? row.path : null,
    status,
    priority: requestTexts ? row.priority : null,
    requestBytes,
    responseBytes,
    isBody,
    announcedBytes,
    startUs,
    firstByteUs,
    endUs,
    outcome,
    abortedBy,
    code,
    blocked: row.blocked.map(span),
    gaps: row.gaps.map(gap),
    held: row.held && redactHeld(row.held),
    source,
  };
}

export function redactHttp(
  { rows, order, from, total, totals, control, unread }: HttpAnswer,
  options: ShareOptions,
): HttpAnswer {
  return {
    rows: rows.map((row) => redactRequest(row, options)),
    order,
    from,
    total,
    totals: totals && {
      ...redactRequestTotals(totals),
      sent: totals.sent,
      slowest: totals.slowest && redactRequest(totals.slowest, options),
    },
    ...(control && {
      control: control.map(({ id, sentBytes, receivedBytes }) => ({ id, sentBytes, receivedBytes })),
    }),
    unread,
  };
}

/** Text of the log that is a word of the field; any other with the option for free text. */
function word(text: string | null, allowed: RegExp, { reasonPhrases }: ShareOptions): string | null {
  return text !== null && (reasonPhrases || allowed.test(text)) ? text : null;
}

/** Names come from our own table. */
function redactParameter({ name, own, peer, usual }: ParameterRow, options: ShareOptions): ParameterRow {
  const value = (text: string | null): string | null => word(text, VALUE, options);
  return { name, own: value(own), peer: value(peer), usual };
}

function redactPath(path: PathChange, { addresses }: ShareOptions): PathChange {
  const { timeUs, why, by, validatedUs, from, to } = path;
  return { timeUs, why, by, validatedUs, from: addresses ? from : null, to: addresses ? to : null };
}

/** Numbers, and our own words. */
function redactExchange({ client, oneWayUs, packets }: Exchange): Exchange {
  return {
    client,
    oneWayUs,
    packets: packets.map(({ phase, timeUs, by, packetNumber, fate, isAgain }) => {
      return { phase, timeUs, by, packetNumber, fate, isAgain };
    }),
  };
}

export function redactConnectivity(life: Connectivity, options: ShareOptions): Connectivity {
  return {
    steps: life.steps.map(({ timeUs, kind, text, row }) => ({ timeUs, kind, text, row })),
    ...(life.exchange && { exchange: redactExchange(life.exchange) }),
    phases: life.phases.map(({ phase, fromUs, toUs, ...counts }) => {
      const { sentPackets, receivedPackets, sentBytes, receivedBytes, lostPackets } = counts;
      return {
        phase,
        fromUs,
        toUs,
        sentPackets,
        receivedPackets,
        sentBytes,
        receivedBytes,
        lostPackets,
      };
    }),
    parameters: life.parameters.map((row) => redactParameter(row, options)),
    paths: life.paths.map((path) => redactPath(path, options)),
    amplificationLimited: life.amplificationLimited.map(span),
    version: word(life.version, VERSION, options),
    alpn: life.alpn !== null && REGISTERED_PROTOCOL.test(life.alpn) ? life.alpn : null,
    serverName: options.requestTexts ? life.serverName : null,
    handshakeUs: life.handshakeUs,
    closeReason: options.reasonPhrases ? life.closeReason : null,
    leftOut: life.leftOut,
  };
}

function redactRequestTotals(requests: RequestTotals): RequestTotals {
  return {
    count: requests.count,
    done: requests.done,
    cancelled: requests.cancelled,
    reset: requests.reset,
    refused: requests.refused,
    requestBytes: requests.requestBytes,
    responseBytes: requests.responseBytes,
    medianUs: requests.medianUs,
    longestUs: requests.longestUs,
    longestStream: requests.longestStream,
    medianFirstByteUs: requests.medianFirstByteUs,
    longestFirstByteUs: requests.longestFirstByteUs,
  };
}

const wait = (one: StreamWait | null): StreamWait | null => one && { id: one.id, us: one.us };

/** Numbers alone. */
export function redactTotals({ streams, requests, life }: Traffic): Traffic {
  return {
    streams: streams && {
      count: streams.count,
      finished: streams.finished,
      reset: streams.reset,
      sentBytes: streams.sentBytes,
      resentBytes: streams.resentBytes,
      receivedBytes: streams.receivedBytes,
      repeatedBytes: streams.repeatedBytes,
      blockedUs: streams.blockedUs,
      mostBlocked: wait(streams.mostBlocked),
      gapUs: streams.gapUs,
      mostBehindGaps: wait(streams.mostBehindGaps),
    },
    requests: requests && redactRequestTotals(requests),
    life: life && {
      handshakeUs: life.handshakeUs,
      retries: life.retries,
      versionNegotiations: life.versionNegotiations,
      zeroRttPackets: life.zeroRttPackets,
      keyUpdates: life.keyUpdates,
      pathChanges: life.pathChanges,
      amplificationLimitedUs: life.amplificationLimitedUs,
    },
  };
}
