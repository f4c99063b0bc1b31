/**
 * A snapshot as it may leave the device: what reports, findings as JSON and pictures are made from. Figures, verdicts
 * and names of our own stay; whatever a log or a file name could have put there stays only with its tick.
 */
import type { Answer, Snapshot } from '../protocol';
import type { ConnectionSummary, TraceQuality } from '../protocol-quality';
import { isStateName, StateMask } from './state-names';
import type { Ticks } from './ticks';
import { replacer, toldDetail, toldMessage, toldQlogVersion, toldVersion } from './told-texts';

/** Names of states are free text: with that tick they are told as they stand. */
function maskOf({ summary }: Snapshot, { reasonPhrases }: Ticks): StateMask {
  const mask = new StateMask(reasonPhrases ? () => true : isStateName);
  for (const name of summary.states) mask.told(name);
  return mask;
}

/** @returns a snapshot of the same shape, without what is not ticked. */
export function toldSnapshot(snapshot: Snapshot, ticks: Ticks): Snapshot {
  const mask = maskOf(snapshot, ticks);
  const { summary, quality } = snapshot;
  const replace = replacer(mask.replaced);
  const judged = withTexts(
    { findings: snapshot.findings, notFound: snapshot.notFound, notJudged: snapshot.notJudged },
    replace,
  );
  return {
    ...snapshot,
    ...judged,
    summary: {
      ...summary,
      states: summary.states.map((name) => mask.told(name)),
      implementationVersion: toldVersion(summary.implementationVersion, ticks),
      qlogVersion: toldQlogVersion(summary.qlogVersion, ticks),
    },
    connections: snapshot.connections.map((connection) => toldConnection(connection, ticks)),
    quality: quality === null ? null : toldQuality(quality, ticks),
    messages: snapshot.messages.map((message) => toldMessage(message, ticks)),
  };
}

function toldConnection(connection: ConnectionSummary, ticks: Ticks): ConnectionSummary {
  return {
    ...connection,
    entry: ticks.fileName ? connection.entry : null,
    title: ticks.fileName && ticks.reasonPhrases ? connection.title : null,
    groupId: ticks.connectionIds ? connection.groupId : null,
    odcid: ticks.connectionIds ? connection.odcid : null,
  };
}

function toldQuality(quality: TraceQuality, ticks: Ticks): TraceQuality {
  const { decode } = quality;
  return {
    ...quality,
    decode: {
      ...decode,
      originMs: ticks.wallClock ? decode.originMs : null,
      names: decode.names.filter(({ status }) => ticks.reasonPhrases || status === 'transport'),
      paths: decode.paths.filter((path) => /^\d{1,10}$/.test(path)),
    },
    skipped: quality.skipped.map((record) => ({ ...record, detail: toldDetail(record.detail, ticks) })),
  };
}

/** Where a finding holds sentences. Its other texts are ids, units and words of fixed sets, whatever a state is called. */
const SENTENCES: ReadonlySet<string> = new Set([
  'title',
  'verdict',
  'reason',
  'why',
  'next',
  'words',
  'name',
  'threshold',
]);

/** The same values with every sentence put through `replace`. */
function withTexts<T>(value: T, replace: (text: string) => string): T {
  const walk = (item: unknown, isSentence: boolean): unknown => {
    if (typeof item === 'string') return isSentence ? replace(item) : item;
    if (Array.isArray(item)) return item.map((inner) => walk(inner, false));
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => [key, walk(inner, SENTENCES.has(key))]),
    );
  };
  return walk(value, false) as T;
}

/** The names of states in a window, as `toldSnapshot` tells them. */
export function toldAnswer(answer: Answer, snapshot: Snapshot, ticks: Ticks): Answer {
  const mask = maskOf(snapshot, ticks);
  const { states, spacing } = answer;
  return {
    ...answer,
    states: { ...states, names: states.names.map((name) => mask.told(name)) },
    spacing: spacing === null ? null : { ...spacing, state: mask.told(spacing.state) },
  };
}
