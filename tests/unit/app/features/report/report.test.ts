/** The report as the dialog makes it: what it asks the trace for, what it takes from it, and what the dialog says of it. */
import { createElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ReportDraft, reportDraft } from '../../../../../src/app/features/report/report-draft.ts';
import { ReportFields } from '../../../../../src/app/features/report/report-fields.tsx';
import { ReportFigures } from '../../../../../src/app/features/report/report-figures.tsx';
import {
  linkOf,
  type ReportContexts,
  reportContexts,
  reportInput,
  saveFindings,
  withClosedLoop,
} from '../../../../../src/app/features/report/report-input.ts';
import {
  contentWords,
  offeredOptions,
  titleOf,
  worstAlarm,
} from '../../../../../src/app/features/report/report-words.ts';
import { requestSet, setReportInput } from '../../../../../src/app/features/report/set-report.ts';
import type { FragmentOptions } from '../../../../../src/app/navigation/page-fragment.ts';
import { pageLinks } from '../../../../../src/app/navigation/page-link.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { traceNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { SHARE_NOTHING, TRACE_OPTIONS } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { DigestFacts, WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { NOTHING_AUTHORED } from '../../../../../src/sharing/report/authored.ts';
import { reportOf } from '../../../../../src/sharing/report/comparison-report.ts';
import { toMarkdown } from '../../../../../src/sharing/report/document/markdown.ts';
import { spiral } from '../../../../support/cli-report.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';
import { markupOf } from '../../../../support/markup.ts';
import type { OpenedTrace } from '../../../../support/panel-context.ts';
import { realOpened } from '../../../../support/real-opened.ts';

let opened: OpenedTrace;
beforeAll(async () => {
  opened = await realOpened();
});

let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('location', new URL('https://page.example/'));
  app = new AppState();
  hand = new HandTrace(app, 'secret.sqlog');
});
afterEach(() => vi.unstubAllGlobals());

const finding = (key: string, severity: Finding['severity']): Finding => ({
  ...spiral(severity),
  key,
  title: `Title of ${key}`,
  closeUp: null,
});
const DRAFT: ReportDraft = { authored: NOTHING_AUTHORED, panels: [] };
const choices = (draft: Partial<ReportDraft> = {}) => ({
  options: SHARE_NOTHING,
  notes: true,
  draft: { ...DRAFT, ...draft },
});

function say(known: Parameters<HandTrace['say']>[0] = {}): void {
  hand.say({ ...opened.snapshot, findings: [], ...known });
}

/** Answers every window that is asked for, as the worker would. @returns which. */
async function answerWindows(of = hand): Promise<readonly WindowRequest[]> {
  const asked: WindowRequest[] = [];
  for (let step = 0; step < 30; step++) {
    await null;
    const request = of.bodies('window')[0] as WindowRequest | undefined;
    if (request === undefined) continue;
    asked.push(request);
    await of.answer('window', opened.context({ ...request.visible, width: 32 }).answer);
  }
  return asked;
}

async function contextsOf(): Promise<ReportContexts> {
  const made = reportContexts(app, hand.trace);
  await answerWindows();
  const contexts = await made;
  if (contexts === null) throw new Error('there are no contexts');
  return contexts;
}

describe('what the trace is asked for', () => {
  test('is the whole of it, and what is visible where that is a part', async () => {
    say();
    const { extent } = opened.snapshot;
    const all = reportContexts(app, hand.trace);
    expect((await answerWindows()).map(({ visible }) => visible)).toEqual([extent]);
    expect((await all)?.contexts?.visible).toBe((await all)?.contexts?.whole);
    const part = { fromUs: extent.fromUs + 1e5, toUs: extent.fromUs + 5e5 };
    hand.trace.showRange(part);
    const some = reportContexts(app, hand.trace);
    expect((await answerWindows()).map(({ visible }) => visible)).toEqual([extent, part]);
    expect((await some)?.visible).toEqual(part);
    expect((await some)?.contexts?.visible).not.toBe((await some)?.contexts?.whole);
  });

  test('is what its death spirals cost closed loop, of which a digest knows no more than it holds', async () => {
    const spirals = [finding('death-spiral.1', 'critical')];
    say({ findings: spirals });
    const read = await contextsOf();
    const made = withClosedLoop(hand.trace, read);
    const findings = spirals.map((one) => ({ ...one, closedLoop: { us: 1, bytes: 2, words: 'a run' } }));
    await hand.answer('closedLoop', findings);
    expect((await made).snapshot.findings).toEqual(findings);
    const none = { ...read, snapshot: { ...read.snapshot, findings: [] } };
    const digest = { ...read, snapshot: { ...read.snapshot, digest: {} as DigestFacts } };
    for (const other of [none, digest]) expect(await withClosedLoop(hand.trace, other)).toBe(other);
    expect(hand.bodies('closedLoop')).toEqual([]);
  });

  test('is nothing before it is read, and no window of what has no length', async () => {
    say({ phase: 'reading' });
    expect(await reportContexts(app, hand.trace)).toBeNull();
    say({ extent: { fromUs: 5, toUs: 5 } });
    expect(await reportContexts(app, hand.trace)).toMatchObject({ contexts: null, visible: null });
    expect(hand.asked).toEqual([]);
  });

  test('fails with the worker', async () => {
    say();
    const made = reportContexts(app, hand.trace);
    const failed = expect(made).rejects.toThrow('it is out of memory');
    for (let step = 0; step < 10; step++) await null;
    await hand.fail('window', 'it is out of memory');
    await failed;
  });
});

describe('what the report holds', () => {
  test('is what the user wrote and chose; what was dismissed is counted, and the name is told nowhere', async () => {
    say({ findings: [finding('a', 'critical'), finding('b', 'warning')] });
    hand.trace.dismiss('b', true);
    const contexts = await contextsOf();
    const authored = { ...NOTHING_AUTHORED, title: 'Slow downloads', author: 'A. Author' };
    const input = reportInput(app, hand.trace, contexts, choices({ authored, panels: ['congestion'] }));
    expect(input.authored).toEqual(authored);
    expect(input.link).toBeNull();
    expect(input.traces[0]?.dismissed).toEqual(['b']);
    expect(input.traces[0]?.figures.map(({ panel }) => panel)).toEqual(['congestion']);
    const text = toMarkdown(reportOf(input));
    expect(text).toMatch(/^# Slow downloads/);
    expect(text).not.toContain('secret');
    const named = reportInput(app, hand.trace, contexts, {
      ...choices(),
      options: { ...SHARE_NOTHING, fileName: true },
    });
    expect(named.traces[0]?.name).toBe('secret.sqlog');
  });

  test('has notes where they are ticked', async () => {
    say();
    const contexts = await contextsOf();
    const note = { id: 'n', text: 'Look here', anchor: { kind: 'trace' } };
    const notes = hand.trace.feature(traceNotes).current.get();
    vi.spyOn(hand.trace.feature(traceNotes).current, 'get').mockReturnValue({
      ...notes,
      book: { ...notes.book, notes: [note] },
    } as never);
    const held = (ticked: boolean) =>
      reportInput(app, hand.trace, contexts, { ...choices(), notes: ticked }).traces[0]?.notes;
    expect(held(true)).toHaveLength(1);
    expect(held(false)).toEqual([]);
  });

  test('of a digest says that it is made from one, with its columns, and gives no name to a command', async () => {
    const { extent } = opened.snapshot;
    const digest = {
      ...{ held: [], empty: [], visible: extent, closeUps: [], originMs: null, messagesLeftOut: 0 },
      givenUp: {
        panels: [],
        evidence: 'none',
        reasons: false,
        findings: 0,
        notes: 0,
        closeUps: 0,
        outline: false,
      },
      blocks: [{ ...extent, columnUs: (extent.toUs - extent.fromUs) / 40 }],
    } as unknown as DigestFacts;
    say({ digest });
    const contexts = await contextsOf();
    const options = { ...SHARE_NOTHING, fileName: true };
    const [trace] = reportInput(app, hand.trace, contexts, { ...choices(), options }).traces;
    expect(trace?.name).toBeNull();
    expect(trace?.digest).toMatch(
      /^Made from a digest, not from the trace itself: smallest and largest values of 40 columns of .* over the whole trace\.$/,
    );
  });

  test('of a set is both traces in their order, each over what is visible of it; without one that is not read there is none', async () => {
    const other = new HandTrace(app, 'other.sqlog');
    app.files.show(hand.file);
    say({ findings: [finding('a', 'critical')] });
    hand.trace.set.add(other.trace);
    const { set } = hand.trace;
    other.say({ ...opened.snapshot, findings: [], phase: 'reading' });
    const half = requestSet(app, set);
    for (let i = 0; i < 3; i++) await answerWindows();
    await hand.fail('outline', 'none').catch(() => undefined);
    for (let i = 0; i < 3; i++) await answerWindows();
    expect(await half).toBeNull();
    other.say({ ...opened.snapshot, findings: [], revision: 2 });
    set.setOffset(other.trace, 2e5);
    const whole = requestSet(app, set);
    const asked: WindowRequest[] = [];
    for (let i = 0; i < 6; i++) {
      for (const one of [hand, other]) {
        const windows = await answerWindows(one);
        if (one === other) asked.push(...windows);
        if (one.bodies('outline').length > 0) await one.fail('outline', 'it holds none');
      }
    }
    const lanes = await whole;
    expect(lanes).toHaveLength(2);
    // The set's range in the time of the trace that was shifted.
    const range = set.view.get().range ?? set.extent;
    expect(asked.at(-1)?.visible).toEqual({ fromUs: range.fromUs - 2e5, toUs: range.toUs - 2e5 });
    const input = setReportInput(app, set, lanes ?? [], choices());
    expect(input.traces.map(({ snapshot }) => snapshot.findings.length)).toEqual([1, 0]);
    expect(contentWords(set)).toMatch(
      /^Page one compares A with B: verdict, .* Its picture shows 0\.000 s to /,
    );
  });
});

describe('the link in it', () => {
  const links = (traces: number): FragmentOptions[] => {
    const asked: FragmentOptions[] = [];
    const stub = {
      fragmentNow: (options: FragmentOptions) => {
        asked.push(options);
        return { text: 'v=7&t=1-2', traces };
      },
      shared: () => ({ reference: '#v=7&t=1-2', url: 'http://localhost/#v=7&t=1-2', reach: 'this-machine' }),
    };
    const own = app.feature.bind(app);
    app.feature = ((key: never) => (key === pageLinks ? stub : own(key))) as typeof app.feature;
    return asked;
  };

  test('names the reported traces alone, with what may be told of them', () => {
    const asked = links(1);
    const other = new HandTrace(app, 'other.sqlog');
    const told = linkOf(app, { ...SHARE_NOTHING, fileName: true }, [hand.file]);
    expect(told.link).toBe('#v=7&t=1-2');
    const [options] = asked;
    expect(options?.optionsOf(hand.file, true)).toEqual({ ...SHARE_NOTHING, fileName: true });
    expect(options?.optionsOf(other.file, false)).toBeNull();
    expect(options?.digest).toBeNull();
  });

  test('is none where it would name no trace', () => {
    links(0);
    expect(linkOf(app, SHARE_NOTHING, [hand.file])).toEqual({ link: null });
  });
});

describe('findings as JSON', () => {
  test('are the record of the trace, under a name that tells as much as was ticked', async () => {
    const saved: { readonly name: string; readonly text: Promise<string> }[] = [];
    const blobs: Blob[] = [];
    vi.stubGlobal('document', {
      createElement: () => ({
        download: '',
        click() {
          saved.push({ name: this.download, text: (blobs.at(-1) as Blob).text() });
        },
      }),
    });
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:x';
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    say({ models: null });
    saveFindings(hand.trace, choices());
    say({ findings: [finding('a', 'critical')], revision: 2 });
    saveFindings(hand.trace, choices());
    saveFindings(hand.trace, { ...choices(), options: { ...SHARE_NOTHING, fileName: true } });
    expect(saved.map(({ name }) => name)).toEqual(['trace-findings.json', 'secret-findings.json']);
    const [text, named] = await Promise.all(saved.map((one) => one.text));
    expect(JSON.parse(text ?? '')).toMatchObject({
      file: '-',
      trace: 0,
      side: 'sender',
      findings: [{ id: 'death-spiral' }],
    });
    expect(text).not.toContain('secret');
    expect(JSON.parse(named ?? '').file).toBe('secret.sqlog');
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

describe('the dialog', () => {
  const [critical, warning, info] = [finding('c', 'critical'), finding('w', 'warning'), finding('i', 'info')];

  test('says how many findings there will be, and which part pictures show', () => {
    say({ findings: [critical, warning, info] });
    expect(contentWords(hand.trace.set)).toBe('It has 3 findings.');
    hand.trace.dismiss('w', true);
    hand.trace.showRange({ fromUs: 1e5, toUs: 13e5 });
    expect(contentWords(hand.trace.set)).toBe(
      'It has 2 findings, and not the 1 dismissed one. Pictures in its appendix show 0.100 s to 1.300 s.',
    );
    hand.trace.dismiss('c', true);
    expect(contentWords(hand.trace.set)).toContain('It has 1 finding, and not the 2 dismissed ones.');
  });

  test('has the title of the worst alarm that is not dismissed, unless its author gives another', () => {
    const found = { findings: [info, critical, warning] };
    expect(titleOf(worstAlarm(found, []), false)).toBe('Post-mortem: Title of c');
    expect(titleOf(worstAlarm(found, ['c']), false)).toBe('Post-mortem: Title of w');
    expect(titleOf(worstAlarm(found, ['c', 'w']), false)).toBe('Report on the trace');
    expect(titleOf(worstAlarm(found, []), true)).toBe('Comparison: A against B');
    say(found);
    const fields = (): readonly (string | null)[] =>
      ['title', 'severity'].map((field) =>
        markupOf(
          createElement(ReportFields, { trace: hand.trace, snapshot: madeSnapshot(found), isSet: false }),
          app,
        )
          .one('data-testid', `report-${field}`)
          .attribute('placeholder'),
      );
    expect(fields()).toEqual(['Post-mortem: Title of c', 'Critical']);
    hand.trace.dismiss('c', true);
    hand.trace.dismiss('w', true);
    expect(fields()).toEqual(['Report on the trace', '']);
  });

  test('offers the time of day where a log has one', () => {
    const { set } = hand.trace;
    say({ quality: null, digest: { originMs: null } as DigestFacts });
    const rest = offeredOptions(set);
    expect(rest).not.toContain('wallClock');
    say({ quality: null, digest: { originMs: 0 } as DigestFacts, revision: 2 });
    expect(offeredOptions(set)).toEqual(['wallClock', ...rest]);
    expect([...offeredOptions(set)].toSorted()).toEqual(TRACE_OPTIONS.toSorted());
  });

  test('has a figure for each panel that one of the traces has, once, ticked as it was left', () => {
    const figures = () =>
      markupOf(createElement(ReportFigures, { set: hand.trace.set }), app).all('data-figure');
    expect(figures()).toEqual([]);
    say();
    const ids = figures().map((box) => box.attribute('data-figure'));
    expect(ids).toContain('congestion');
    expect(new Set(ids).size).toBe(ids.length);
    hand.trace.feature(reportDraft).update((draft) => ({ ...draft, panels: ['rtt'] }));
    const ticked = figures().filter(({ html }) => html.includes('checked'));
    expect(ticked.map((box) => box.attribute('data-figure'))).toEqual(['rtt']);
  });
});
