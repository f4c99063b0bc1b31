/**
 * A snapshot as it may leave the device: what reports, findings as JSON and pictures are made from. Every field stands
 * here by its name, at every level, so that a new one stays behind until somebody lists it. Figures, verdicts and names
 * of our own stay; whatever a log or a file name could have put there stays only with its tick.
 */
import type { DigestFacts, Snapshot } from '../contract/messages';
import type { Ticks } from '../contract/ticks';
import { isStateName, StateMask } from './state-names';
import { toldFinding, toldModels, toldNotFound, toldNotJudged } from './told-findings';
import { toldConnection, toldQuality } from './told-quality';
import { toldMessage, toldQlogVersion, toldVersion } from './told-texts';

/** Names of states are free text: with that tick they are told as they stand. */
export function maskOf({ summary }: Snapshot, { reasonPhrases }: Ticks): StateMask {
  const mask = new StateMask(reasonPhrases ? () => true : isStateName);
  for (const name of summary.states) mask.told(name);
  return mask;
}

/** @returns a snapshot of the same shape, without what is not ticked. */
export function toldSnapshot(snapshot: Snapshot, ticks: Ticks): Snapshot {
  const mask = maskOf(snapshot, ticks);
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
    summary: toldSummary(snapshot.summary, mask, ticks),
    catalogue: snapshot.catalogue.map(({ id, name, unit, shape, origin }) => ({
      ...{ id, name, unit, shape, origin },
    })),
    findings: snapshot.findings.map((finding) => toldFinding(finding, mask)),
    connections: snapshot.connections.map((one) => toldConnection(one, ticks)),
    quality: quality && toldQuality(quality, ticks),
    models: models && toldModels(models),
    noBoundary: snapshot.noBoundary,
    notJudged: snapshot.notJudged.map(toldNotJudged),
    notFound: snapshot.notFound.map((closest) => toldNotFound(closest, mask)),
    messages: snapshot.messages.map((message) => toldMessage(message, ticks)),
    ...(snapshot.digest === undefined ? {} : { digest: toldFacts(snapshot.digest, ticks) }),
  };
}

function toldSummary(summary: Snapshot['summary'], mask: StateMask, ticks: Ticks): Snapshot['summary'] {
  const { implementation, container, compression, vantagePoint, side, durationUs, events } = summary;
  const { skippedRecords, sentBytes, packetsSent, packetsLost, lossesKnown, lossMethod } = summary;
  const { spuriousLosses, transitions, recoveryPeriods, minRttUs, smoothedRttUs } = summary;
  const { cwndMinBytes, cwndMaxBytes, datagramBytes, ptos } = summary;
  return {
    ...{ implementation, container, compression, vantagePoint, side, durationUs, events },
    ...{ skippedRecords, sentBytes, packetsSent, packetsLost, lossesKnown, lossMethod },
    ...{ spuriousLosses, transitions, recoveryPeriods, minRttUs, smoothedRttUs },
    ...{ cwndMinBytes, cwndMaxBytes, datagramBytes },
    implementationVersion: toldVersion(summary.implementationVersion, ticks),
    qlogVersion: toldQlogVersion(summary.qlogVersion, ticks),
    states: summary.states.map((name) => mask.told(name)),
    ptos: {
      method: ptos.method,
      count: ptos.count,
      spurious: ptos.spurious,
      mostConsecutive: ptos.mostConsecutive,
      persistentCongestion: ptos.persistentCongestion,
    },
  };
}

/** The time of day that a digest was let hold is told on with its tick only. */
function toldFacts(
  { held, empty, visible, blocks, givenUp, originMs, messagesLeftOut }: DigestFacts,
  ticks: Ticks,
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
    originMs: ticks.wallClock ? originMs : null,
    messagesLeftOut,
  };
}
