/**
 * What of a digest that was read may be shown: numbers and names that no trace gives are taken out one by one, and all
 * else stays. Numbers that are none, or less than nothing, become what a trace without them has; words that a newer
 * version knows beside ours, such as another limit, are left out. What cannot be a digest at all is `check.ts`.
 */
import { plainLines } from '../../engine/text/plain';
import { type Block, type Digest, SHARE_KINDS, type ShareKind } from './digest';
import { LIMIT_NAMES, RECOVERY_NAMES, REGION_NAMES } from './words';

/** Names that are of a fixed set; those of states are the log's own. */
const KNOWN: { readonly [kind in ShareKind]: readonly string[] | null } = {
  states: null,
  limits: LIMIT_NAMES,
  recovery: RECOVERY_NAMES,
  regions: REGION_NAMES,
};

/** As for every other time in a digest (`check.ts`). */
const MAX_TIME_US = 1e15;
/** The last moment that a clock can show, ms since 1970 (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

type Share = Block['shares'][number];
type Evidence = Digest['findings'][number]['evidence'][number];

const isAmount = (value: number): boolean => Number.isFinite(value) && value >= 0;
const amountOr = (value: number, instead: number): number => (isAmount(value) ? value : instead);
/** NaN is what a trace has that does not tell. */
const amount = (value: number): number => amountOr(value, Number.NaN);
const share = (value: number): number => (Number.isNaN(value) ? value : Math.min(1, Math.max(0, value)));

export function cleaned(digest: Digest): Digest {
  const { originMs, extent, connection, models, model, spacing } = digest;
  const blocks = digest.blocks.map(cleanBlock);
  const lost = SHARE_KINDS.filter((kind) => hasShares(digest.blocks, kind) && !hasShares(blocks, kind));
  const held = digest.panels.held.filter((id) => !lost.some((kind) => kind === id));
  return {
    ...digest,
    originMs: originMs !== null && Math.abs(originMs) <= LAST_MS ? originMs : null,
    extent: { fromUs: Math.floor(extent.fromUs), toUs: Math.ceil(extent.toUs) },
    summary: cleanSummary(digest),
    connection: { ...connection, receivedBytes: amountOr(connection.receivedBytes, 0) },
    findings: digest.findings.map((finding) => ({
      ...finding,
      confidence: share(amountOr(finding.confidence, 0)),
      cost:
        finding.cost !== null && isAmount(finding.cost.us) && isAmount(finding.cost.bytes)
          ? finding.cost
          : null,
      evidence: finding.evidence.map(cleanEvidence),
    })),
    notFound: digest.notFound.map((closest) => ({
      ...closest,
      evidence: closest.evidence.map(cleanEvidence),
    })),
    models: models && {
      ...models,
      candidates: models.candidates.map((candidate) => ({
        ...candidate,
        reductionScore: share(candidate.reductionScore),
        growthScore: share(candidate.growthScore),
        fit: share(amountOr(candidate.fit, 0)),
      })),
    },
    model: model && { ...model, freeFromUs: Number.isNaN(model.freeFromUs) ? null : model.freeFromUs },
    notes: digest.notes
      .map((note) => ({ ...note, text: plainLines(note.text).trim() }))
      .filter(({ text }) => text !== ''),
    panels: { ...digest.panels, held },
    spacing:
      spacing !== null && isSpacing(spacing) ? { ...spacing, medianUs: amount(spacing.medianUs) } : null,
    rttUs: amount(digest.rttUs),
    blocks,
  };
}

function cleanSummary({ summary, extent }: Digest): Digest['summary'] {
  const { durationUs, packetsLost } = summary;
  return {
    ...summary,
    durationUs: amountOr(durationUs, extent.toUs - extent.fromUs),
    sentBytes: amountOr(summary.sentBytes, 0),
    packetsLost: amountOr(packetsLost, 0),
    lossesKnown: summary.lossesKnown && isAmount(packetsLost),
    spuriousLosses: amountOr(summary.spuriousLosses, 0),
    minRttUs: amount(summary.minRttUs),
    smoothedRttUs: amount(summary.smoothedRttUs),
    cwndMinBytes: isAmount(summary.cwndMaxBytes) ? amountOr(summary.cwndMinBytes, 0) : Number.NaN,
    cwndMaxBytes: amount(summary.cwndMaxBytes),
    datagramBytes: amount(summary.datagramBytes),
  };
}

/** What was not measured does not hold. */
function cleanEvidence(evidence: Evidence): Evidence {
  return { ...evidence, holds: evidence.holds && !Number.isNaN(evidence.value) };
}

function isSpacing({ counts, binUs }: NonNullable<Digest['spacing']>): boolean {
  return counts.length > 0 && binUs > 0 && binUs * counts.length <= MAX_TIME_US;
}

function hasShares(blocks: readonly Block[], kind: ShareKind): boolean {
  return blocks.some(({ shares }) => shares.some((held) => held.kind === kind));
}

function cleanBlock(block: Block): Block {
  const { ptos } = block;
  return {
    ...block,
    series: block.series.map((slice) => {
      const { next } = slice;
      const hasNext = next !== null && Number.isFinite(next.timeUs) && Number.isFinite(next.value);
      return hasNext ? slice : { ...slice, next: null };
    }),
    shares: block.shares.flatMap(knownShares),
    ptos: ptos && {
      ...ptos,
      persistentCongestion: ptos.persistentCongestion.filter(({ startUs, endUs }) => startUs <= endUs),
    },
  };
}

/** A slice with the names that we know, each once: long ones were cut. None where it has none of them. */
function knownShares({ kind, slice }: Share): readonly Share[] {
  const known = KNOWN[kind];
  const { names, shares, changes } = slice;
  const kept = [...new Set(names.filter((name) => known === null || known.includes(name)))];
  if (kept.length === 0) return [];
  if (kept.length === names.length) return [{ kind, slice }];
  const into = names.map((name) => kept.indexOf(name));
  const left = new Float64Array(changes.length * kept.length);
  for (let column = 0; column < changes.length; column++)
    into.forEach((place, i) => {
      const at = column * kept.length + place;
      if (place >= 0) left[at] = (left[at] as number) + (shares[column * names.length + i] as number);
    });
  return [{ kind, slice: { names: kept, shares: left, changes } }];
}
