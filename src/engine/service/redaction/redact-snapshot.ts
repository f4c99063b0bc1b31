/**
 * Redacts a snapshot: an allow-list of fields at every level, so that a new field is left out
 * until it is listed. Figures, verdicts and our own names stay; text from the log or the file name
 * stays only with its option.
 */

import { originMarks } from '../../base/text/origin-marks';
import type { Account } from '../../findings/account/account';
import type { AccountPart } from '../../findings/account/parts';
import type { ShareOptions } from '../../reading/contract/share-options';
import type { DigestFacts, Snapshot } from '../../reading/contract/snapshot';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { fileWords, redactOriginMs } from './names';
import { redactFinding, redactModels, redactNotFound, redactNotJudged } from './redact-findings';
import { redactConnection, redactQuality } from './redact-quality';
import { redactMessage, redactQlogVersion, redactVersion } from './redact-texts';
import type { Redactor } from './redactor';

/** @returns a snapshot of the same shape, without fields that the options do not allow. */
export function redactSnapshot(snapshot: Snapshot, by: Redactor): Snapshot {
  const { options } = by;
  const { phase, revision, progress, extent, connectionCount, connection, quality, models } = snapshot;
  return {
    phase,
    revision,
    connectionCount,
    connection,
    progress: {
      readBytes: progress.readBytes,
      totalBytes: progress.totalBytes,
      inflatedBytes: progress.inflatedBytes,
      megabytesPerSecond: progress.megabytesPerSecond,
      events: progress.events,
      skippedRecords: progress.skippedRecords,
      columnBytes: progress.columnBytes,
    },
    extent: { fromUs: extent.fromUs, toUs: extent.toUs },
    summary: redactSummary(snapshot.summary, by),
    catalogue: snapshot.catalogue.map(({ id, name, unit, shape, origin }) => ({
      id,
      name,
      unit,
      shape,
      origin,
    })),
    findings: snapshot.findings.map((finding) => redactFinding(finding, by)),
    remarks: snapshot.remarks.map((remark) => redactFinding(remark, by)),
    connections: snapshot.connections.map((one) => redactConnection(one, options)),
    quality: quality && redactQuality(quality, options),
    models: models && redactModels(models),
    noBoundary: snapshot.noBoundary,
    notJudged: snapshot.notJudged.map(redactNotJudged),
    notFound: snapshot.notFound.map((closest) => redactNotFound(closest, by)),
    messages: snapshot.messages.map((message) => redactMessage(message, by)),
    segments: snapshot.segments.map((segment, i) => redactSegment(segment, i + 1, options)),
    segmentEvidence: snapshot.segmentEvidence,
    ends: null,
    ...(snapshot.digest === undefined ? {} : { digest: redactFacts(snapshot.digest, options) }),
  };
}

function redactSegment(segment: Snapshot['segments'][number], number: number, { fileName }: ShareOptions) {
  const { offset, events, fromUs, startsAnew, missingPackets } = segment;
  const name = fileName ? segment.name : fileWords(number);
  return { name, offset, events, fromUs, startsAnew, missingPackets };
}

function redactSummary(summary: Snapshot['summary'], { states, options }: Redactor): Snapshot['summary'] {
  const { implementation, container, compression, vantagePoint, side, durationUs, events } = summary;
  const { skippedRecords, sentBytes, packetsSent, packetsLost, lossesKnown, lossMethod } = summary;
  const { spuriousLosses, transitions, recoveryPeriods, minRttUs, smoothedRttUs } = summary;
  const { cwndMinBytes, cwndMaxBytes, datagramBytes, datagramsSent, rttSamples, ptos } = summary;
  const { ecnUnusable, statesAreNoPhases, lossKinds, path, account, leastCreditBytes } = summary;
  const { leastStreamCreditBytes, goodputBytes, streams, requests, handshake, ending, marks } = summary;
  return {
    implementation,
    container,
    compression,
    vantagePoint,
    side,
    durationUs,
    events,
    skippedRecords,
    sentBytes,
    packetsSent,
    packetsLost,
    lossesKnown,
    lossMethod,
    spuriousLosses,
    transitions,
    recoveryPeriods,
    minRttUs,
    smoothedRttUs,
    cwndMinBytes,
    cwndMaxBytes,
    datagramBytes,
    ...(marks === undefined ? {} : { marks: originMarks(marks) }),
    ...(datagramsSent === undefined ? {} : { datagramsSent }),
    ...(rttSamples === undefined ? {} : { rttSamples }),
    ...(ecnUnusable === undefined ? {} : { ecnUnusable }),
    ...(statesAreNoPhases === undefined ? {} : { statesAreNoPhases }),
    ...(leastCreditBytes === undefined ? {} : { leastCreditBytes }),
    ...(leastStreamCreditBytes === undefined ? {} : { leastStreamCreditBytes }),
    ...(lossKinds === undefined ? {} : { lossKinds: redactKinds(lossKinds) }),
    ...(path === undefined ? {} : { path: path.map(redactInterval) }),
    ...(account === undefined ? {} : { account: redactAccount(account) }),
    ...(goodputBytes === undefined ? {} : { goodputBytes }),
    ...(streams === undefined ? {} : { streams }),
    ...(requests === undefined ? {} : { requests }),
    ...(handshake === undefined ? {} : { handshake: redactHandshake(handshake) }),
    ...(ending === undefined ? {} : { ending: redactEnding(ending) }),
    implementationVersion: redactVersion(summary.implementationVersion, options),
    qlogVersion: redactQlogVersion(summary.qlogVersion, options),
    states: summary.states.map((name) => states.redact(name)),
    ptos: {
      method: ptos.method,
      count: ptos.count,
      spurious: ptos.spurious,
      mostConsecutive: ptos.mostConsecutive,
      persistentCongestion: ptos.persistentCongestion,
    },
  };
}

function redactAccount({ startUs, endUs, main, parts, ...account }: Account): Account {
  const { neededUs, carriedTwiceUs, afterTransferUs, provedShare, healthy, sentence } = account;
  return {
    startUs,
    endUs,
    main: main && redactPart(main),
    parts: parts.map(redactPart),
    neededUs,
    carriedTwiceUs,
    afterTransferUs,
    provedShare,
    healthy,
    sentence,
  };
}

function redactPart({ holder, cause, heldUs, lostUs, lostIsAtLeast, longestUs }: AccountPart): AccountPart {
  return { holder, cause, heldUs, lostUs, lostIsAtLeast, longestUs };
}

function redactKinds({ counts, benign }: NonNullable<Snapshot['summary']['lossKinds']>) {
  const { policed, burst, random, unknown } = counts;
  const named = {
    'queue-full': counts['queue-full'],
    policed,
    burst,
    random,
    'too-large': counts['too-large'],
  };
  return { counts: { ...named, unknown }, benign };
}

function redactInterval({ fromUs, toUs, rttMinUs, rate, proof, by }: PathInterval): PathInterval {
  return { fromUs, toUs, rttMinUs, rate, proof, by };
}

function redactHandshake({ fromUs, toUs, incomplete }: NonNullable<Snapshot['summary']['handshake']>) {
  return { fromUs, toUs, ...(incomplete === true ? { incomplete } : {}) };
}

/** Our own words and a number; never the reason phrase. */
function redactEnding({ how, by, space, code, timeUs }: NonNullable<Snapshot['summary']['ending']>) {
  return { how, by, space, code, timeUs };
}

/** The time of day in a digest stays only with its option. */
function redactFacts(
  { holdsAccount, held, empty, visible, blocks, givenUp, closeUps, originMs, messagesLeftOut }: DigestFacts,
  options: ShareOptions,
) {
  return {
    holdsAccount,
    held: [...held],
    empty: [...empty],
    visible: { fromUs: visible.fromUs, toUs: visible.toUs },
    blocks: blocks.map(({ fromUs, toUs, columnUs }) => ({ fromUs, toUs, columnUs })),
    givenUp: {
      panels: [...givenUp.panels],
      evidence: givenUp.evidence,
      reasons: givenUp.reasons,
      findings: givenUp.findings,
      notes: givenUp.notes,
      closeUps: givenUp.closeUps,
      outline: givenUp.outline,
    },
    closeUps: [...closeUps],
    originMs: redactOriginMs(originMs, options),
    messagesLeftOut,
  };
}
