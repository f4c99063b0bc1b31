/**
 * A digest from what the page holds: the newest snapshot, an answer over the visible range and one over the whole
 * trace. Every part is named here or left behind; what is known only by its name or may hold words of the log goes in
 * where it is let in. Making it smaller is `fit.ts`.
 */

import type { SeriesSlice } from '../../engine/columns/series';
import type { Answer, Message, Snapshot } from '../../engine/contract/messages';
import type { AnswerPart } from '../../engine/contract/parts';
import type { Ticks } from '../../engine/contract/ticks';
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
  readonly fine: Answer;
  readonly whole: Answer | null;
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly panels: { readonly held: readonly PanelNeeds[]; readonly empty: readonly string[] };
  readonly fileName: string;
  readonly ticks: Ticks;
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
  const { visible, panels, fileName, ticks } = input;
  const snapshot = redactSnapshot(input.snapshot, ticks);
  const fine = redactAnswer(input.fine, input.snapshot, ticks);
  const whole = input.whole && redactAnswer(input.whole, input.snapshot, ticks);
  const { findings, notJudged, notFound, extent, quality } = snapshot;
  const words = (text: string): string => (ticks.fileName ? text : withoutName(text, fileName));
  const known = snapshot.catalogue.map(({ id }) => id);
  const ids = new Set(panels.held.flatMap(({ series }) => series).filter((id) => !isTwin(id, known)));
  const own = snapshot.messages.filter(({ kind }) => ticks.reasonPhrases || OWN_MESSAGES.includes(kind));
  const { model } = fine.parts;
  return {
    name: ticks.fileName ? fileName : null,
    originMs: ticks.wallClock ? (quality?.decode.originMs ?? null) : null,
    link: input.link,
    extent,
    summary: snapshot.summary,
    connection: connectionOf(snapshot, ticks),
    catalogue: snapshot.catalogue.filter(({ id }) => ids.has(id)),
    findings: findings.map((finding) => ({ ...finding, verdict: words(finding.verdict) })),
    notJudged,
    notFound: notFound.map((closest) => ({ ...closest, reason: words(closest.reason) })),
    messages: own.map((message) => messageOf(message, ticks, words)),
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
  ticks: Ticks,
  words: (text: string) => string,
): Message {
  return { kind, level, text: words(text), places: ticks.reasonPhrases ? places.map(words) : [] };
}

function connectionOf(
  { connections, connection: index, connectionCount, summary }: Snapshot,
  ticks: Ticks,
): Digest['connection'] {
  const shown = connections.find((candidate) => candidate.index === index);
  return {
    index,
    count: Math.max(connectionCount, index + 1),
    title: ticks.reasonPhrases ? (shown?.title ?? null) : null,
    role: shown?.role ?? summary.vantagePoint,
    side: summary.side,
    receivedBytes: shown?.receivedBytes ?? 0,
    groupId: ticks.connectionIds ? (shown?.groupId ?? null) : null,
    odcid: ticks.connectionIds ? (shown?.odcid ?? null) : null,
  };
}

function blockOf({ window, series, states, losses, parts }: Answer, ids: ReadonlySet<string>): Block {
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
