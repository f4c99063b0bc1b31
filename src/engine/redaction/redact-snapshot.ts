/**
 * A snapshot as it may leave the device: what reports, findings as JSON and pictures are made from. Every field stands
 * here by its name, at every level, so that a new one stays behind until somebody lists it. Figures, verdicts and names
 * of our own stay; whatever a log or a file name could have put there stays only with its option.
 */

import type { ShareOptions } from '../contract/share-options';
import type { DigestFacts, Snapshot } from '../contract/snapshot';
import { redactFinding, redactModels, redactNotFound, redactNotJudged } from './redact-findings';
import { redactConnection, redactQuality } from './redact-quality';
import { redactMessage, redactQlogVersion, redactVersion } from './redact-texts';
import { isStateName, StateMask } from './state-names';

/** Names of states are free text: with that option they are told as they stand. */
export function maskOf({ summary }: Snapshot, { reasonPhrases }: ShareOptions): StateMask {
  const mask = new StateMask(reasonPhrases ? () => true : isStateName);
  for (const name of summary.states) mask.redact(name);
  return mask;
}

/** @returns a snapshot of the same shape, without what is not ticked. */
export function redactSnapshot(snapshot: Snapshot, options: ShareOptions): Snapshot {
  const mask = maskOf(snapshot, options);
  const { phase, revision, progress, extent, connectionCount, connection, quality, models } = snapshot;
  return {
    ...{ phase, revision, connectionCount, connection },
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
    summary: redactSummary(snapshot.summary, mask, options),
    catalogue: snapshot.catalogue.map(({ id, name, unit, shape, origin }) => ({
      ...{ id, name, unit, shape, origin },
    })),
    findings: snapshot.findings.map((finding) => redactFinding(finding, mask)),
    connections: snapshot.connections.map((one) => redactConnection(one, options)),
    quality: quality && redactQuality(quality, options),
    models: models && redactModels(models),
    noBoundary: snapshot.noBoundary,
    notJudged: snapshot.notJudged.map(redactNotJudged),
    notFound: snapshot.notFound.map((closest) => redactNotFound(closest, mask)),
    messages: snapshot.messages.map((message) => redactMessage(message, options)),
    ...(snapshot.digest === undefined ? {} : { digest: redactFacts(snapshot.digest, options) }),
  };
}

function redactSummary(
  summary: Snapshot['summary'],
  mask: StateMask,
  options: ShareOptions,
): Snapshot['summary'] {
  const { implementation, container, compression, vantagePoint, side, durationUs, events } = summary;
  const { skippedRecords, sentBytes, packetsSent, packetsLost, lossesKnown, lossMethod } = summary;
  const { spuriousLosses, transitions, recoveryPeriods, minRttUs, smoothedRttUs } = summary;
  const { cwndMinBytes, cwndMaxBytes, datagramBytes, ptos } = summary;
  return {
    ...{ implementation, container, compression, vantagePoint, side, durationUs, events },
    ...{ skippedRecords, sentBytes, packetsSent, packetsLost, lossesKnown, lossMethod },
    ...{ spuriousLosses, transitions, recoveryPeriods, minRttUs, smoothedRttUs },
    ...{ cwndMinBytes, cwndMaxBytes, datagramBytes },
    implementationVersion: redactVersion(summary.implementationVersion, options),
    qlogVersion: redactQlogVersion(summary.qlogVersion, options),
    states: summary.states.map((name) => mask.redact(name)),
    ptos: {
      method: ptos.method,
      count: ptos.count,
      spurious: ptos.spurious,
      mostConsecutive: ptos.mostConsecutive,
      persistentCongestion: ptos.persistentCongestion,
    },
  };
}

/** The time of day that a digest was let hold is told on with its option only. */
function redactFacts(
  { held, empty, visible, blocks, givenUp, originMs, messagesLeftOut }: DigestFacts,
  options: ShareOptions,
) {
  return {
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
    },
    originMs: options.wallClock ? originMs : null,
    messagesLeftOut,
  };
}
