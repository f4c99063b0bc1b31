/** Answers from a digest in place of a trace: a snapshot with `digest` set, and windows of columns. */

import { CLOSE_UP_SERIES } from '../../drawing/panels/close-up/close-up-window';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import { isCompleteIn } from '../../engine/base/text/handshake-words';
import { isRemark, withoutRemarks } from '../../engine/base/text/remarks';
import { mostSevere } from '../../engine/base/text/severities';
import type { ModelSlice } from '../../engine/reading/contract/parts';
import type {
  DigestFacts,
  Message,
  Snapshot,
  TraceSummary,
  WindowAnswer,
  WindowRequest,
} from '../../engine/reading/contract/snapshot';
import { type Block, type Digest, MODEL_SERIES } from './digest';
import { unpackedParts } from './held-parts';
import {
  coarseUsOf,
  type Drawable,
  drawable,
  resampleLosses,
  resampleSeries,
  resampleShares,
} from './resample';
import { withoutFiner } from './without-finer';

/** Constant: a digest is read at once. */
const REVISION = 1;

export function digestFacts(digest: Digest): DigestFacts {
  const { panels, givenUp, blocks, closeUps, originMs, messagesLeftOut, visible } = digest;
  return {
    holdsAccount: digest.holdsAccount,
    held: panels.held,
    empty: panels.empty,
    visible,
    blocks: blocks.map(({ window: { fromUs, columnUs, columns } }) => ({
      fromUs,
      toUs: fromUs + columnUs * columns,
      columnUs,
    })),
    givenUp,
    closeUps: closeUps.map(({ key }) => key),
    originMs,
    messagesLeftOut,
  };
}

const OF_THE_TRACE = 'In the trace that this digest was made of: ';

/** What went wrong when the trace was read is no failure of the digest, which holds it word for word. */
function ofTheTrace(message: Message): Message {
  if (message.level === 'note' || message.text.startsWith(OF_THE_TRACE)) return message;
  return { ...message, level: 'warning', text: `${OF_THE_TRACE}${message.text}` };
}

/**
 * The summary as the trace has it: that its handshake is not known to have completed stands in how the connection came about, which
 * a digest holds wherever it shows the handshake.
 */
function summaryOf({ summary, connectivity }: Digest): TraceSummary {
  const { handshake } = summary;
  if (handshake === undefined || connectivity === null || isCompleteIn(connectivity)) return summary;
  return { ...summary, handshake: { ...handshake, incomplete: true } };
}

/** @param sizeBytes of the digest itself. */
export function snapshotOf(digest: Digest, sizeBytes: number): Snapshot {
  const { connection } = digest;
  const summary = summaryOf(digest);
  const findings = withoutRemarks(digest.findings);
  const { index, count, title, role, side, receivedBytes, groupId, odcid } = connection;
  return {
    phase: 'ready',
    revision: REVISION,
    progress: {
      readBytes: sizeBytes,
      totalBytes: sizeBytes,
      inflatedBytes: sizeBytes,
      megabytesPerSecond: 0,
      events: summary.events,
      skippedRecords: summary.skippedRecords,
      columnBytes: 0,
    },
    extent: digest.extent,
    summary,
    catalogue: digest.catalogue,
    findings,
    remarks: digest.findings.filter(isRemark),
    connections: [
      {
        index,
        entry: null,
        title,
        role,
        side,
        sentBytes: summary.sentBytes,
        receivedBytes,
        durationUs: summary.durationUs,
        events: summary.events,
        groupId,
        odcid,
        worst: mostSevere(findings),
      },
    ],
    connectionCount: count,
    connection: index,
    quality: null,
    models: digest.models,
    noBoundary: digest.noBoundary,
    notJudged: digest.notJudged,
    notFound: digest.notFound,
    messages: digest.messages.map(ofTheTrace),
    segments: [],
    segmentEvidence: null,
    ends: null,
    digest: digestFacts(digest),
  };
}

export function answerFrom(digest: Digest, request: WindowRequest): WindowAnswer {
  const held = blocksFor(digest, request);
  const { drawn, blocks } = withoutFiner(drawable(held, request.window, request.visible), held);
  const own = isOwnRange(digest, request);
  const states = resampleShares(drawn, blocks, 'states') ?? noStates(drawn);
  const series = request.series.flatMap((id) => resampleSeries(drawn, blocks, id) ?? []);
  const coarseUs = coarseUsOf(drawn, request.visible);
  const rttUs = own ? digest.rttUs : digest.summary.smoothedRttUs;
  return {
    revision: REVISION,
    window: drawn.window,
    series,
    states,
    losses: resampleLosses(drawn, blocks),
    spacing: own ? digest.spacing : null,
    ...(coarseUs === undefined ? {} : { coarseUs }),
    rttUs,
    parts: {
      ...unpackedParts({ digest, drawn, blocks, request, series, states, rttUs, coarseUs }),
      model: modelOf(digest, drawn, blocks, request),
    },
  };
}

/** A request for what close-ups hold, in the range of one, is answered from its columns first. */
function blocksFor(
  { blocks, closeUps }: Digest,
  { visible, series, parts, model }: WindowRequest,
): readonly Block[] {
  const shared: readonly string[] = CLOSE_UP_SERIES;
  if (parts.length > 0 || model !== null || !series.every((id) => shared.includes(id))) return blocks;
  const own = closeUps.find(({ block: { window } }) => {
    const { fromUs, columnUs, columns } = window;
    return fromUs <= visible.fromUs && fromUs + columns * columnUs >= visible.toUs;
  });
  return own === undefined ? blocks : [own.block, ...blocks];
}

function noStates({ window: { columns } }: Drawable): StateSlice {
  return { names: [], shares: new Float64Array(0), changes: new Float64Array(columns) };
}

/** True for the range that the digest was made for, within one column: the spacing is known only for it. */
function isOwnRange({ visible, blocks: [fine] }: Digest, request: WindowRequest): boolean {
  const tolerance = fine?.window.columnUs ?? 0;
  return (
    Math.abs(request.visible.fromUs - visible.fromUs) <= tolerance &&
    Math.abs(request.visible.toUs - visible.toUs) <= tolerance
  );
}

/** The model of the digest, if it is the requested one. */
function modelOf(
  { model }: Digest,
  drawn: Drawable,
  blocks: readonly Block[],
  request: WindowRequest,
): ModelSlice | null {
  if (model === null || request.model?.id !== model.id || request.model.freeFromUs !== model.freeFromUs)
    return null;
  const [window, ssthresh, wMax] = MODEL_SERIES.map((id) => resampleSeries(drawn, blocks, id));
  const regions = resampleShares(drawn, blocks, 'regions');
  return window == null || ssthresh == null || wMax == null || regions === null
    ? null
    : { ...model, window, ssthresh, wMax, regions };
}
