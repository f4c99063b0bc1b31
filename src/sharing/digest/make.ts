/**
 * Makes a digest from the newest snapshot, an answer over the visible range and one over the whole
 * trace. All of it is redacted by `engine/service/redaction` first. `fit.ts` reduces its size.
 */

import { CLOSE_UP_SERIES } from '../../drawing/panels/close-up/close-up-window';
import type { SeriesSlice } from '../../engine/base/columns/series';
import { withRemarks } from '../../engine/base/text/remarks';
import type { AnswerPart } from '../../engine/reading/contract/answer-parts';
import type { Outline } from '../../engine/reading/contract/outline';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import type { CloseUpAnswer, Snapshot, WindowAnswer } from '../../engine/reading/contract/snapshot';
import { redact } from '../../engine/service/redaction/redact';
import type { Note } from '../notes/note';
import { type Block, type Digest, MODEL_SERIES } from './digest';
import { packedBlock, packedFields } from './held-parts';
import { MAX_OUTLINE_POINTS, reducedOutline } from './outline';

/** A contained panel, and the data that it uses. */
export interface PanelNeeds {
  readonly id: string;
  readonly series: readonly string[];
  readonly parts: readonly AnswerPart[];
  /** Panels with the lowest rank are dropped first; null for never. */
  readonly rank: number | null;
}

export interface DigestInput {
  readonly snapshot: Snapshot;
  /** Over windows of `surveyWindow`, with `SURVEYED_ROWS` and the part `carried`; `whole` null where the whole trace is visible. */
  readonly fine: WindowAnswer;
  readonly whole: WindowAnswer | null;
  /** Of findings with a close-up, the most important first. */
  readonly closeUps: readonly CloseUpAnswer[];
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly panels: { readonly held: readonly PanelNeeds[]; readonly empty: readonly string[] };
  readonly fileName: string;
  readonly options: ShareOptions;
  readonly notes: readonly Note[];
  /** What a comparison asks of the trace; null for none. */
  readonly outline: Outline | null;
  /** The view as a link's fragment; empty where the digest goes into that link. */
  readonly link: string;
}

/** The parts that a window for a digest of these panels holds: what held the sender, and what was carried, in any case. */
export function surveyedParts(needs: readonly PanelNeeds[]): readonly AnswerPart[] {
  return [...new Set<AnswerPart>([...needs.flatMap(({ parts }) => parts), 'account', 'carried'])];
}

export function makeDigest({ visible, panels, link, options, ...input }: DigestInput): Digest {
  const { fileName: name, fine: answer, whole, closeUps, outline, notes } = input;
  const content = { name, snapshot: input.snapshot, answer, whole, closeUps, outline, notes };
  const shared = redact(content, options);
  const { snapshot, answer: fine, ownMessages } = shared;
  const { extent, summary, notJudged, notFound, models, noBoundary, quality } = snapshot;
  const names = snapshot.catalogue.map(({ id }) => id);
  const ids = new Set(panels.held.flatMap(({ series }) => series).filter((id) => !isTwin(id, names)));
  const { model, carried: traffic } = fine.parts;
  return {
    name: shared.name,
    originMs: quality?.decode.originMs ?? null,
    link,
    extent,
    summary,
    holdsAccount: true,
    connection: connectionOf(snapshot),
    catalogue: snapshot.catalogue.filter(({ id }) => ids.has(id)),
    findings: withRemarks(snapshot),
    notJudged,
    notFound,
    messages: ownMessages.messages,
    messagesLeftOut: ownMessages.leftOut,
    models,
    noBoundary,
    notes: shared.notes,
    panels: { held: panels.held.map(({ id }) => id), empty: panels.empty },
    givenUp: {
      panels: [],
      evidence: 'none',
      reasons: false,
      findings: 0,
      notes: 0,
      closeUps: 0,
      outline: false,
    },
    model: model && {
      id: model.id,
      freeFromUs: model.freeFromUs,
      name: model.name,
      counterfactual: model.counterfactual,
    },
    visible: { fromUs: visible.fromUs, toUs: visible.toUs },
    spacing: fine.spacing,
    rttUs: fine.rttUs,
    blocks: [fine, ...(shared.whole === null ? [] : [shared.whole])].map((one) => blockOf(one, ids)),
    closeUps: shared.closeUps.map(({ key, answer: one }) => ({ key, block: closeUpBlock(one) })),
    outline: shared.outline && reducedOutline(shared.outline, MAX_OUTLINE_POINTS),
    ...packedFields(fine.parts),
    traffic: traffic ?? shared.outline?.traffic ?? null,
    others: [],
  };
}

/** True for a rebuilt series of which a logged one exists: it is not drawn then. */
function isTwin(id: string, ids: readonly string[]): boolean {
  const logged = id.replace(/-from-packets$/, '');
  return logged !== id && ids.includes(logged);
}

function connectionOf({
  connections,
  connection: index,
  connectionCount,
  summary,
}: Snapshot): Digest['connection'] {
  const shown = connections.find((candidate) => candidate.index === index);
  return {
    index,
    count: Math.max(connectionCount, index + 1),
    title: shown?.title ?? null,
    role: shown?.role ?? summary.vantagePoint,
    side: summary.side,
    receivedBytes: shown?.receivedBytes ?? 0,
    groupId: shown?.groupId ?? null,
    odcid: shown?.odcid ?? null,
  };
}

/** Series and losses only: a close-up's picture has no states. */
function closeUpBlock(answer: WindowAnswer): Block {
  return { ...blockOf(answer, new Set(CLOSE_UP_SERIES)), shares: [], ptos: null, streamShares: null };
}

function blockOf({ window, series, states, losses, parts }: WindowAnswer, ids: ReadonlySet<string>): Block {
  const { model } = parts;
  const { shares, ...fields } = packedBlock(parts);
  const named = (slice: SeriesSlice, i: number): SeriesSlice => ({
    ...slice,
    id: MODEL_SERIES[i] as string,
  });
  return {
    window,
    series: [
      ...series.filter(({ id }) => ids.has(id)),
      ...(model === null ? [] : [model.window, model.ssthresh, model.wMax].map(named)),
    ],
    shares: [
      ...(states.names.length === 0 ? [] : [{ kind: 'states', slice: states } as const]),
      ...shares,
      ...(model === null ? [] : [{ kind: 'regions', slice: model.regions } as const]),
    ],
    losses,
    ...fields,
  };
}
