/**
 * What nobody listed stays behind: a snapshot and an answer with a field more in every object that they are made of go
 * through all ways out, and none of these fields is on the other side.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { panelAsText } from '../../../../src/app/workbench/export-entries.tsx';
import { redactContext } from '../../../../src/drawing/panels/redact-context.ts';
import { PANELS } from '../../../../src/drawing/panels/registry.ts';
import { DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import {
  SHARE_NOTHING,
  SHARE_OPTIONS,
  type ShareOption,
  type ShareOptions,
} from '../../../../src/engine/contract/share-options.ts';
import type { Snapshot, WindowAnswer } from '../../../../src/engine/contract/snapshot.ts';
import { redactAnswer } from '../../../../src/engine/redaction/redact-answer.ts';
import { redactSnapshot } from '../../../../src/engine/redaction/redact-snapshot.ts';
import { digestFacts, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { toHtml } from '../../../../src/sharing/report/html.ts';
import { toMarkdown } from '../../../../src/sharing/report/markdown.ts';
import { panelFigures } from '../../../../src/sharing/report/panel-figures.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { qualityFacts } from '../../../../src/sharing/report/quality-facts.ts';
import { snapshotRecord } from '../../../../src/sharing/report/snapshot-record.ts';
import { type SurveyedTrace, surveyTrace } from '../../../support/digest-input.ts';
import { type OpenedTrace, openTrace } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const ALL = Object.fromEntries(SHARE_OPTIONS.map(({ id }) => [id, true])) as {
  readonly [option in ShareOption]: boolean;
};

let unlisted = 0;

/** The same value with one more field in every object, however deep; columns are no objects of fields. */
function withMore<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withMore) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withMore(inner)]);
  return { ...Object.fromEntries(entries), unlisted: `SECRET-${unlisted++}` };
}

/** Every name of a field and every text in a value. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (ArrayBuffer.isView(inner) ? 'columns' : inner));
}

let opened: OpenedTrace;
let surveyed: SurveyedTrace;
let snapshot: Snapshot;
let answer: WindowAnswer;

beforeAll(async () => {
  opened = await openTrace(SPIRAL);
  surveyed = await surveyTrace(SPIRAL);
  const digest = makeDigest(surveyed.input());
  const record = { reason: 'broken', detail: 'x', record: 1, offset: 2 };
  snapshot = withMore({
    ...opened.snapshot,
    // What this trace has none of.
    messages: [{ kind: 'time-jump', level: 'note', text: 'words', places: ['record 1 at byte 2: x'] }],
    quality: { ...opened.snapshot.quality!, skipped: [record] },
    digest: digestFacts(digest),
  } as Snapshot);
  const model = { id: 'newreno', freeFromUs: null };
  answer = withMore(opened.context({ model }).answer);
});

describe.each([
  ['nothing ticked', SHARE_NOTHING],
  ['everything ticked', ALL],
] as const)('with %s, a field that nobody listed', (_, options: ShareOptions) => {
  it('is in every object of the snapshot and the answer that go in', () => {
    const { spaces } = answer.parts.sequence!;
    const deep = [
      ...[snapshot.findings[0]?.evidence[0], snapshot.models?.candidates[0], snapshot.notFound[0]],
      ...[snapshot.quality?.decode.sent, snapshot.quality?.provenance[0], snapshot.quality?.skipped[0]],
      ...[snapshot.summary.ptos, snapshot.connections[0], snapshot.digest?.givenUp, answer.parts.model],
      ...[answer.series[0], spaces[0]?.columns, answer.parts.ptos, answer.parts.limits, answer.spacing],
    ];
    expect(deep.map((part) => (part as { readonly unlisted?: string }).unlisted ?? 'no object')).toEqual(
      deep.map(() => expect.stringMatching(/^SECRET-/)),
    );
  });

  it('is not in the snapshot as it is told', () => {
    expect(textOf(redactSnapshot(snapshot, options))).not.toMatch(/SECRET|unlisted/);
  });

  it('is not in the answer as it is told', () => {
    expect(textOf(redactAnswer(answer, snapshot, options))).not.toMatch(/SECRET|unlisted/);
  });

  it('is not in a report, its pictures, its findings as JSON', () => {
    const told = redactSnapshot(snapshot, options);
    const context = redactContext({ ...opened.context(), snapshot, answer }, options);
    const input = {
      traces: [
        {
          ...{ name: null, snapshot: told, dismissed: [], notes: [], visible: null },
          figures: panelFigures(context, DEFAULT_CHOICES, null, 'figure'),
          quality: qualityFacts(told),
        },
      ],
      link: null,
      written: null,
    };
    const document = postMortem(input);
    const texts = [toHtml(document), toMarkdown(document), textOf(snapshotRecord('-', told))];
    for (const panel of PANELS) if (panel.missing(told) === null) texts.push(panelAsText(panel, context));
    expect(texts.join('\n')).not.toMatch(/SECRET|unlisted/);
    expect(texts.join('\n').length).toBeGreaterThan(10_000);
  });

  it('is not in a digest, by its fields and by its bytes', () => {
    const input = surveyed.input();
    const fine = withMore(input.fine);
    const digest = makeDigest({
      ...input,
      snapshot,
      fine,
      whole: input.whole && withMore(input.whole),
      options,
    });
    const bytes = new TextDecoder('latin1').decode(encodeDigest(digest, 1023));
    expect(textOf(digest)).not.toMatch(/SECRET|unlisted/);
    expect(textOf(snapshotOf(digest, 1))).not.toMatch(/SECRET|unlisted/);
    expect(bytes).not.toMatch(/SECRET|unlisted/);
  });
});

describe('a told snapshot', () => {
  it('with everything ticked is the snapshot itself', () => {
    expect(redactSnapshot(opened.snapshot, ALL)).toEqual(opened.snapshot);
  });

  it('and a told answer with everything ticked is the answer itself', () => {
    const { answer: plain } = opened.context({ model: { id: 'newreno', freeFromUs: null } });
    expect(plain.parts.model).not.toBeNull();
    expect(redactAnswer(plain, opened.snapshot, ALL)).toEqual(plain);
  });
});
