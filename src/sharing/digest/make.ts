/**
 * A digest from what the page holds: the newest snapshot, an answer over the visible range and one over the whole
 * trace. Every part is named here or left behind; what is known only by its name or may hold words of the log goes in
 * where it is let in. Making it smaller is `fit.ts`.
 */

import type { SeriesSlice } from '../../engine/columns/series';
import type { AnswerPart } from '../../engine/contract/parts';
import type { ShareOptions } from '../../engine/contract/share-options';
import type { Message, Snapshot, WindowAnswer } from '../../engine/contract/snapshot';
import { redactAnswer } from '../../engine/redaction/redact-answer';
import { redactSnapshot } from '../../engine/redaction/redact-snapshot';
import type { Note } from '../notes/note';
import { type Block, type Digest, MODEL_SERIES, type ShareKind } from './digest';

/** A panel that is held, and what it reads. */
export interface PanelNeeds {
  readonly id: string;
  readonly series: readonly string[];
  readonly parts: readonly AnswerPart[];
  /** The panel with the lowest is the first that is given up; null for one that never is. */
  readonly rank: number | null;
}

export interface DigestInput {
  readonly snapshot: Snapshot;
  /** Over windows of `surveyWindow`; `whole` null where the whole trace is visible. */
  readonly fine: WindowAnswer;
  readonly whole: WindowAnswer | null;
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly panels: { readonly held: readonly PanelNeeds[]; readonly empty: readonly string[] };
  readonly fileName: string;
  readonly options: ShareOptions;
  readonly notes: readonly Note[];
  /** The view as a link says it; empty where the digest goes into that link. */
  readonly link: string;
}

/** Messages in our own words only. Others may quote the log. */
const OWN_MESSAGES: readonly string[] = [
  'receiver',
  'captured',
  'no-window',
  'no-duration',
  'time-backwards',
  'packet-order',
  'time-jump',
  'several-paths',
  'too-large',
  'time-range',
  'no-header',
];

export function makeDigest(input: DigestInput): Digest {
  const { visible, panels, fileName, options } = input;
  const snapshot = redactSnapshot(input.snapshot, options);
  const fine = redactAnswer(input.fine, input.snapshot, options);
  const whole = input.whole && redactAnswer(input.whole, input.snapshot, options);
  const { findings, notJudged, notFound, extent, quality } = snapshot;
  const words = (text: string): string => (options.fileName ? text : withoutName(text, fileName));
  const known = snapshot.catalogue.map(({ id }) => id);
  const ids = new Set(panels.held.flatMap(({ series }) => series).filter((id) => !isTwin(id, known)));
  const own = snapshot.messages.filter(({ kind }) => options.reasonPhrases || OWN_MESSAGES.includes(kind));
  const { model } = fine.parts;
  return {
    name: options.fileName ? fileName : null,
    originMs: options.wallClock ? (quality?.decode.originMs ?? null) : null,
    link: input.link,
    extent,
    summary: snapshot.summary,
    connection: connectionOf(snapshot, options),
    catalogue: snapshot.catalogue.filter(({ id }) => ids.has(id)),
    findings: findings.map((finding) => ({ ...finding, verdict: words(finding.verdict) })),
    notJudged,
    notFound: notFound.map((closest) => ({ ...closest, reason: words(closest.reason) })),
    messages: own.map((message) => messageOf(message, options, words)),
    messagesLeftOut: snapshot.messages.length - own.length,
    models: snapshot.models,
    noBoundary: snapshot.noBoundary,
    notes: input.notes,
    panels: { held: panels.held.map(({ id }) => id), empty: panels.empty },
    givenUp: { panels: [], evidence: 'none', reasons: false, findings: 0, notes: 0 },
    model: model && {
      id: model.id,
      freeFromUs: model.freeFromUs,
      name: model.name,
      counterfactual: model.counterfactual,
    },
    visible,
    spacing: fine.spacing,
    rttUs: fine.rttUs,
    blocks: [fine, ...(whole === null ? [] : [whole])].map((answer) => blockOf(answer, ids)),
  };
}

/** Rebuilt beside a logged one, and never drawn then. */
function isTwin(id: string, known: readonly string[]): boolean {
  const logged = id.replace(/-from-packets$/, '');
  return logged !== id && known.includes(logged);
}

/** The file's name, whole or without its folder, is taken out wherever it stands; a plain word may be one of ours. */
function withoutName(text: string, fileName: string): string {
  const base = fileName.split('/').pop() ?? '';
  const names = [fileName, base].filter((name) => name.length > 3 && /[^a-z]/i.test(name));
  return names.reduce((rest, name) => rest.replaceAll(name, '(the file)'), text);
}

function messageOf(
  { kind, level, text, places }: Message,
  options: ShareOptions,
  words: (text: string) => string,
): Message {
  return { kind, level, text: words(text), places: options.reasonPhrases ? places.map(words) : [] };
}

function connectionOf(
  { connections, connection: index, connectionCount, summary }: Snapshot,
  options: ShareOptions,
): Digest['connection'] {
  const shown = connections.find((candidate) => candidate.index === index);
  return {
    index,
    count: Math.max(connectionCount, index + 1),
    title: options.reasonPhrases ? (shown?.title ?? null) : null,
    role: shown?.role ?? summary.vantagePoint,
    side: summary.side,
    receivedBytes: shown?.receivedBytes ?? 0,
    groupId: options.connectionIds ? (shown?.groupId ?? null) : null,
    odcid: options.connectionIds ? (shown?.odcid ?? null) : null,
  };
}

function blockOf({ window, series, states, losses, parts }: WindowAnswer, ids: ReadonlySet<string>): Block {
  const { model, limits, recovery, ptos } = parts;
  const named = (slice: SeriesSlice, i: number): SeriesSlice => ({
    ...slice,
    id: MODEL_SERIES[i] as string,
  });
  const shares: readonly (readonly [ShareKind, typeof limits])[] = [
    ['states', states.names.length === 0 ? null : states],
    ['limits', limits],
    ['recovery', recovery],
    ['regions', model?.regions ?? null],
  ];
  return {
    window,
    series: [
      ...series.filter(({ id }) => ids.has(id)),
      ...(model === null ? [] : [model.window, model.ssthresh, model.wMax].map(named)),
    ],
    shares: shares.flatMap(([kind, slice]) => (slice === null ? [] : [{ kind, slice }])),
    losses,
    ptos,
  };
}
