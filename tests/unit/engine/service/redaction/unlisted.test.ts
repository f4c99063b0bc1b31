/**
 * What nobody listed stays behind: a field more in every object of everything that is known of a trace, and in every
 * object of its log, goes through all ways out, and nothing that leaves is changed by one letter.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SHARE_NOTHING,
  type ShareOptions,
} from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { redact } from '../../../../../src/engine/service/redaction/redact.ts';
import { digestFacts } from '../../../../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../../../../src/sharing/digest/make.ts';
import { exportText, openStored, wholeRange } from '../../../../support/export.ts';
import { type LeavingTrace, leavingTrace } from '../../../../support/leaving-trace.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { DEEP, someOf } from '../../../../support/tier.ts';
import { textOf, WAYS_OUT } from '../../../../support/ways-out.ts';

const SPIRAL = corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz');
const otherPath = (name: string): string =>
  new URL(`../../../../corpus/other/${name}`, import.meta.url).pathname;
const MARK = /SECRET|unlisted/;

let marks = 0;

/** The same value with one more field in every object, however deep; columns are no objects of fields. */
function withMore<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withMore) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withMore(inner)]);
  return { ...Object.fromEntries(entries), unlisted: `SECRET-${marks++}` };
}

/** The same log with one more field in every object of every record: JSON, or records after U+001E. */
function logWithMore(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const [before = '', ...records] = text.split('\x1e');
  const written = records.map((record) => `\x1e${JSON.stringify(withMore(JSON.parse(record)))}\n`);
  return new TextEncoder().encode(
    records.length === 0 ? JSON.stringify(withMore(JSON.parse(before))) : written.join(''),
  );
}

let plain: LeavingTrace;
let marked: LeavingTrace;

beforeAll(async () => {
  const bytes = readTrace(SPIRAL);
  const read = await leavingTrace(bytes, 'spiral.sqlog', 'https://logs.example/spiral.sqlog');
  const record = {
    reason: 'broken',
    detail: 'x',
    record: 1,
    offset: 2,
    file: 'a.sqlog',
    fileNumber: 1,
  } as const;
  const places = ['record 1 at byte 2: x'];
  // What this trace has none of.
  const snapshot: Snapshot = {
    ...read.snapshot,
    messages: [
      { kind: 'time-jump', level: 'note', text: 'words', places },
      { kind: 'broken-record', level: 'warning', text: 'a.sqlog: words', places, entry: 'a.sqlog', file: 1 },
      { kind: 'remote-status', level: 'error', text: 'words', places: [] },
    ],
    quality: { ...read.snapshot.quality!, skipped: [record] },
    segments: [
      { name: 'a.sqlog', offset: 0, events: 1, fromUs: 2, startsAnew: false, missingPackets: 0 },
      { name: 'b.sqlog', offset: 3, events: 4, fromUs: 5, startsAnew: true, missingPackets: 6 },
    ],
    segmentEvidence: 'none',
    digest: digestFacts(
      makeDigest({ ...read.digest, snapshot: read.snapshot, notes: read.notes, options: SHARE_NOTHING }),
    ),
  };
  plain = { ...read, snapshot, context: { ...read.context, snapshot } };
  const { file: _, ...known } = plain;
  marked = { ...withMore(known), file: await openStored(logWithMore(bytes), read.name) };
});

it('a field that nobody listed is in every object that goes in', () => {
  const { snapshot, context, rows, measured, http, outline, notes, digest, origins, view } = marked;
  const { answer } = context;
  const { spaces } = answer.parts.sequence!;
  const deep = [
    ...[snapshot.findings[0]?.evidence[0], snapshot.models?.candidates[0], snapshot.notFound[0]],
    ...[snapshot.quality?.decode.sent, snapshot.quality?.provenance[0], snapshot.quality?.skipped[0]],
    ...[snapshot.summary.ptos, snapshot.connections[0], snapshot.digest?.givenUp, snapshot.messages[0]],
    snapshot.segments[0],
    ...[answer.series[0], spaces[0]?.columns, answer.parts.ptos, answer.parts.limits, answer.spacing],
    ...[answer.parts.model, answer.parts.model?.window, context.viewport, rows.columns[0]?.info, measured],
    ...[notes[0]?.anchor, digest.fine.window, digest.visible, digest.panels.held[0], view.range, view.model],
    ...[outline, outline.landmarks, outline.arrived, outline.milestones[0], outline.states[0]],
    http.rows[0],
    origins[0]?.kind === 'file' ? origins[0].fingerprint : null,
  ];
  expect(deep.map((part) => (part as { readonly unlisted?: string }).unlisted ?? 'no object')).toEqual(
    deep.map(() => expect.stringMatching(/^SECRET-/)),
  );
});

/** In the gate an old form; the newest is that of the trace above. */
const LOGS = someOf(
  [
    ['event arrays of the first drafts', 'picoquic-d199d45b_bbr-loss5MB_server.qlog.gz'],
    ['the newest drafts', 'quic-go-v0.65.0_loss5MB_server.sqlog.gz'],
    ['frames of another stack', 'neqo-0.6.8_newreno-loss5MB_server.qlog.gz'],
  ] as const,
  3,
);

const SHARED: readonly (readonly [name: string, options: ShareOptions])[] = [
  ['no option', SHARE_NOTHING],
  ['every option', SHARE_ALL],
];

describe.each(someOf(SHARED, 2))(
  'with %s, fields that nobody listed change nothing of',
  (_, options: ShareOptions) => {
    it.each(Object.entries(WAYS_OUT))('%s', async (way, leave) => {
      const text = await leave(marked, options);
      expect(text).not.toMatch(MARK);
      expect(text === (await leave(plain, options)), `${way} is the same`).toBe(true);
      expect(text.length).toBeGreaterThan(0);
    });

    it.each(LOGS)('an export of a log with %s', async (__, name) => {
      const bytes = readTrace(otherPath(name));
      const exported = async (log: Uint8Array): Promise<string> => {
        const file = await openStored(log, name);
        const { fromUs, toUs } = wholeRange(file[0]!);
        const range = { fromUs, toUs: DEEP ? toUs : fromUs + (toUs - fromUs) / 10 };
        return (await exportText(file, range, options, 0, name)).text;
      };
      const text = await exported(logWithMore(bytes));
      expect(text).not.toMatch(MARK);
      expect(text.length).toBeGreaterThan(10_000);
      expect(text === (await exported(bytes))).toBe(true);
    });
  },
);

it('with every option everything that is known leaves as it is', () => {
  const { name, snapshot, context, rows, measured, outline, notes } = plain;
  const { answer, hidden } = context;
  const given = {
    name,
    snapshot,
    answer,
    whole: answer,
    hidden: [...hidden],
    rows,
    measured,
    outline,
    notes,
  };
  const { ownMessages, ...shared } = redact(given, SHARE_ALL);
  // What tells which other log continues it is for this device only.
  expect(snapshot.ends).not.toBeNull();
  expect(answer.parts.model).not.toBeNull();
  const identity = { ...outline.identity, originalIds: [], groupId: null, connectionIds: [] };
  expect(outline.identity.connectionIds).not.toEqual([]);
  expect(shared).toEqual({
    ...given,
    snapshot: { ...snapshot, ends: null },
    outline: { ...outline, identity },
  });
  expect(ownMessages.messages.map(({ kind }) => kind)).toEqual(snapshot.messages.map(({ kind }) => kind));
  expect(textOf(given)).not.toMatch(MARK);
});
