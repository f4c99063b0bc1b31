/** The findings of a trace as the page tells them: the headline, the groups of cards, evidence, and the steps from one to the next. */
import fc from 'fast-check';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EvidenceRows } from '../../../../../src/app/features/findings/evidence.tsx';
import { Findings } from '../../../../../src/app/features/findings/findings.tsx';
import { Headline } from '../../../../../src/app/features/findings/headline.tsx';
import { HeldBy } from '../../../../../src/app/features/findings/held-by.tsx';
import { findings as feature } from '../../../../../src/app/features/findings/index.ts';
import { judgedTraces } from '../../../../../src/app/features/findings/judged-traces.ts';
import { setTitle } from '../../../../../src/app/features/findings/page-title.tsx';
import { worstColumn } from '../../../../../src/app/features/findings/worst-column.tsx';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { type FindingAction, FindingActionsContext } from '../../../../../src/app/workbench/slots.ts';
import type { Account } from '../../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import type { Evidence, Finding, NotFound } from '../../../../../src/engine/findings/finding/finding.ts';
import type { DigestFacts, Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { spiral } from '../../../../support/cli-report.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const finding = (key: string, severity: Finding['severity'], known: Partial<Finding> = {}): Finding => ({
  ...spiral(severity),
  ...{ key, title: `Title of ${key}` },
  ...known,
});
const CRITICAL = finding('c', 'critical');
const WARNING = finding('w', 'warning');
const INFO = finding('i', 'info');

let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  hand = new HandTrace(app);
});
afterEach(() => vi.unstubAllGlobals());

const list = (known: Partial<Snapshot>): Markup => {
  hand.say(known);
  return markupOf(createElement(Findings, { trace: hand.trace, snapshot: madeSnapshot(known) }), app);
};
const headline = (known: Partial<Snapshot>): Markup => {
  hand.say(known);
  return markupOf(createElement(Headline, { trace: hand.trace, snapshot: madeSnapshot(known) }), app);
};

test('the headline names the failure that a finding explains with it', () => {
  const cause = { key: WARNING.key, title: WARNING.title };
  const failed = finding('peer-gone.1', 'critical', { explainedBy: cause });
  const words = headline({ findings: [WARNING, failed] }).words;
  expect(words).toContain(WARNING.title);
  expect(words).toContain(`explains “${failed.title}”`);
  const effect = finding('pto-storm.1', 'warning', { explainedBy: cause });
  expect(headline({ findings: [WARNING, effect] }).words).not.toContain('explains');
});

test('what held it stands in a line beneath the sentence and in a list, the small parts on demand', () => {
  const part = (holder: AccountPart['holder'], heldUs: number): AccountPart => ({
    ...{ holder, cause: null, heldUs, lostUs: heldUs, lostIsAtLeast: false, longestUs: heldUs },
  });
  const parts = [part('lossDetection', 990_000), part('handshake', 301_000), part('inTransit', 9000)];
  const account = { ...{ startUs: 0, endUs: 1_300_000, parts }, sentence: 'Loss detection held it.' };
  const known = (of: typeof account): Partial<Snapshot> => ({
    phase: 'ready',
    summary: { ...madeSnapshot().summary, account: of as unknown as Account },
  });
  const listed = (of: typeof account): Markup =>
    markupOf(createElement(HeldBy, { trace: hand.trace, snapshot: madeSnapshot(known(of)) }), app);
  const line = (findings: readonly Finding[]): string | undefined =>
    headline({ ...known(account), findings })
      .one('data-testid', 'held-by-line')
      .named('summary')[0]?.words;
  const words = 'held by loss detection 76.2 %, lost 990 ms · handshake 23.2 %, lost 301 ms · 1 more';
  expect([line([]), line([CRITICAL])]).toEqual([words, words]);
  const rows = listed(account).all('data-testid', 'account-part');
  expect(rows.map((row) => row.words)).toEqual([
    'loss detection 76.2 % 990 ms',
    'handshake 23.2 % 301 ms',
    'in transit 0.7 % 9.00 ms',
  ]);
  expect(listed(account).named('details')[0]?.all('data-testid', 'account-part')).toHaveLength(1);
  expect(listed({ ...account, parts: [] }).html).toBe('');
});

describe('the list', () => {
  test('has them in their order, those of severity info folded where no alarm follows', () => {
    const markup = list({ findings: [WARNING, finding('i2', 'info'), CRITICAL, INFO] });
    expect(markup.all('data-testid', 'finding').map((card) => card.attribute('data-key'))).toEqual([
      'w',
      'i2',
      'c',
      'i',
    ]);
    const folded = (of: Markup): readonly string[] =>
      of
        .all('class', 'finding-group')
        .filter(({ html }) => html.startsWith('<details'))
        .map(({ html }) => html.slice(0, html.indexOf('>') + 1));
    expect(folded(markup)).toEqual(['<details class="finding-group">']);
    expect(markup.all('class', 'finding-group').at(-1)?.words).toContain('1 info finding');
    expect(folded(list({ findings: [INFO] }))).toEqual(['<details class="finding-group" open="">']);
  });

  test('has on each card the links of other features, in their order before and after its own', () => {
    const action = (id: string, place: FindingAction['place']): FindingAction => ({
      ...{ id, place },
      Content: ({ finding: { key } }) => createElement('button', { type: 'button' }, `${id} of ${key}`),
    });
    const actions = [action('1', 'after'), action('2', 'before'), action('3', 'after')];
    const known = { findings: [CRITICAL] };
    hand.say(known);
    const cards = createElement(Findings, { trace: hand.trace, snapshot: madeSnapshot(known) });
    const markup = markupOf(createElement(FindingActionsContext, { value: actions }, cards), app);
    const links = markup.all('class', 'finding-links').at(-1)?.named('button') ?? [];
    expect(links.map(({ words }) => words)).toEqual(['2 of c', 'Dismiss', '1 of c', '3 of c']);
  });

  test('counts what is dismissed, and opens info findings that are left alone', () => {
    hand.say({ findings: [CRITICAL, INFO] });
    hand.trace.dismiss('c', true);
    const markup = list({ findings: [CRITICAL, INFO] });
    expect(markup.one('data-testid', 'dismissed').words).toBe('1 dismissed finding, show');
    expect(markup.all('data-testid', 'finding').map((card) => card.attribute('data-key'))).toEqual(['i']);
    expect(markup.html).toContain('<details class="finding-group" open="">');
  });

  test('has the model that the window leaves beside it, folded, and counts no remark', () => {
    const model = finding('model-divergence.1', 'info', { id: 'model-divergence', title: 'It leaves' });
    const log = finding('log-quality.1', 'info', { id: 'log-quality' });
    const known = { findings: [INFO], remarks: [model, log] };
    const markup = list(known);
    expect(markup.all('data-testid', 'finding').map((card) => card.attribute('data-key'))).toEqual(['i']);
    const [remark, ...more] = markup.all('data-testid', 'remark');
    expect([remark?.attribute('data-id'), more]).toEqual(['model-divergence', []]);
    expect(remark?.words).toMatch(/^It leaves/);
    expect(remark?.words).toContain(model.verdict);
    expect(remark?.all('data-evidence')).toHaveLength(model.evidence.length);
    expect(headline(known).words).toContain('No alarm: 1 info finding');
  });

  test.each([
    ['Findings are listed when the whole trace is read.', { phase: 'analysing' }],
    ['The digest holds no finding.', { digest: {} as DigestFacts }],
    ['No findings in this trace.', {}],
    ['', { notJudged: [{ id: 'a', title: 'A', reason: 'it is short' }] }],
    ['', { phase: 'reading', soFar: { toUs: 1e6, findings: [] } }],
    ['', { findings: [INFO] }],
  ] as readonly (readonly [string, Partial<Snapshot>])[])(
    'says "%s" of a trace without any',
    (words, known) => {
      const empty = ['Findings are listed', 'The digest holds', 'No findings'];
      const said = list(known)
        .all('class', 'none')
        .map((one) => one.words)
        .filter((one) => empty.some((start) => one.startsWith(start)));
      expect(said).toEqual(words === '' ? [] : [words]);
    },
  );

  test('so far has ten lines, and counts the rest', () => {
    const many = Array.from({ length: 11 }, (_, i) => finding(`${i}`, 'warning', { startUs: i * 1e6 }));
    const part = (count: number): string =>
      list({ phase: 'reading', soFar: { toUs: 2.5e6, findings: many.slice(0, count) } }).one(
        'data-testid',
        'findings-so-far',
      ).words;
    expect(part(0)).toBe(
      'Nothing found so far, in what was read up to 2.500 s. The whole trace is judged when it is read.',
    );
    expect(part(10)).toContain('Title of 9 from 9.000 s');
    expect(part(10)).not.toContain('more.');
    expect(part(11)).toContain('And 1 more.');
    expect(part(11)).not.toContain('Title of 10');
  });

  test('has rules that could not be applied by their reason, more than three of them folded', () => {
    const rule = (id: string, reason: string) => ({ id, title: `Rule ${id}`, reason });
    const notJudged = [rule('a', 'short'), rule('b', 'no ACKs'), rule('c', 'short'), rule('d', 'short')];
    const words = (of: Snapshot['notJudged']): readonly string[] =>
      list({ notJudged: of })
        .all('data-testid', 'not-judged')
        .map((one) => one.words);
    expect(words(notJudged)).toEqual([
      'Rule a; Rule c; Rule d: not judged, short.',
      'Rule b: not judged, no ACKs.',
    ]);
    expect(words([...notJudged, rule('e', 'short')])[0]).toBe(
      '4 rules not judged: short Rule a; Rule c; Rule d; Rule e.',
    );
  });

  test('says why a rule found nothing, and where the trace came closest, if anywhere', () => {
    const closest: NotFound = {
      id: 'death-spiral',
      title: 'Death spiral',
      reason: 'The window grew.',
      startUs: 1e6,
      endUs: 3e6,
      evidence: [],
    };
    const whyNot = (of: NotFound): string => list({ notFound: [of] }).one('data-testid', 'why-not').words;
    expect(whyNot(closest)).toBe(
      'Death spiral: why not? The window grew. Show where it came closest: 1.00 s to 3.00 s (2.00 s)',
    );
    expect(whyNot({ ...closest, startUs: Number.NaN, endUs: Number.NaN })).not.toContain('closest');
    expect(whyNot({ ...closest, id: 'model-divergence' })).toMatch(
      /^The window follows its model The window grew\./,
    );
  });

  test('of a digest says of each part of a card that it was left out', () => {
    const markup = list({
      findings: [finding('c', 'critical', { why: '', next: '', evidence: [] })],
      digest: { closeUps: [] } as unknown as DigestFacts,
    });
    expect(markup.words).toContain('This was left out of the digest.');
    expect(markup.words).not.toContain('Look at:');
    expect(markup.named('summary').map(({ words }) => words)).not.toContain('Evidence');
  });
});

describe('the headline', () => {
  test('is the worst alarm that is not dismissed, with the number of further ones', () => {
    const known = { findings: [CRITICAL, WARNING, finding('w2', 'warning'), INFO] };
    expect(headline(known).words).toMatch(
      /^● Critical Title of c 2\.04 s to.*confidence 95 %.* 2 more alarms$/,
    );
    hand.trace.dismiss('c', true);
    hand.trace.dismiss('w2', true);
    expect(headline(known).words).toMatch(/^▲ Warning Title of w .*confidence 95 %/);
    hand.trace.dismiss('w', true);
    expect(headline(known).words).toBe('No alarm: 1 info finding.');
    hand.trace.dismiss('i', true);
    expect(headline(known).words).toBe('No alarm: nothing found.');
  });

  test('says nothing before the trace is read, nor of a digest that holds no alarm', () => {
    expect(headline({ phase: 'reading' }).html).toBe('');
    expect(headline({ digest: {} as DigestFacts, findings: [INFO] }).html).toBe('');
    expect(headline({ digest: {} as DigestFacts, findings: [WARNING] }).words).toContain('Title of w');
  });

  test('of a digest says what held the sender, of one of an older version that it does not hold that', () => {
    const digest = { holdsAccount: false } as DigestFacts;
    for (const findings of [[], [WARNING]])
      expect(headline({ digest, findings }).words).toMatch(/^made by an older version: no account/);
    const held = {
      ...madeSnapshot({}).summary,
      account: { sentence: 'It held.', parts: [] } as unknown as Account,
    };
    expect(
      headline({ digest: { holdsAccount: true } as DigestFacts, summary: held, findings: [] }).words,
    ).toBe('It held.');
  });

  test('of a set is the worst of all its traces, by its letter, whichever leads; a trace that is not read may have one', () => {
    const other = new HandTrace(app, 'b.sqlog');
    app.files.show(hand.file);
    hand.say({ findings: [WARNING] });
    hand.trace.set.add(other.trace);
    const of = (): Markup =>
      markupOf(createElement(Headline, { trace: hand.trace, snapshot: madeSnapshot() }), app);
    other.say({ findings: [CRITICAL] });
    expect(of().words).toMatch(/^B ● Critical Title of c .* 1 more alarm$/);
    expect(of().one('data-testid', 'headline').attribute('data-trace')).toBe(other.trace.key);
    other.say({ phase: 'reading' });
    expect(of().words).toMatch(/^A ▲ Warning Title of w/);
    hand.trace.dismiss('w', true);
    expect(of().html).toBe('');
    other.say();
    expect(of().words).toBe('No alarm in any of 2 traces: nothing found.');
    other.say({ findings: [CRITICAL] });
    const title = setTitle(judgedTraces(hand.trace.set), {
      trace: hand.trace,
      snapshot: madeSnapshot({ findings: [WARNING] }),
    });
    expect(title).toBe('● Title of c · b.sqlog, one of 2 traces – qlogscope');
    // The chosen one of the lead comes first.
    hand.trace.choose('w');
    expect(
      setTitle(judgedTraces(hand.trace.set), {
        trace: hand.trace,
        snapshot: madeSnapshot({ findings: [WARNING] }),
      }),
    ).toBe('▲ Title of w · a.sqlog – qlogscope');
  });
});

describe('a row of evidence', () => {
  const row = (id: string, known: Partial<Evidence> = {}): Evidence => ({
    ...{ id, name: `row ${id}`, value: 0.12, unit: 'share', normal: 'few', threshold: '≥ 90 %' },
    ...{ holds: true, needed: true, deciding: true, panel: null },
    ...known,
  });
  const rows = (...of: readonly Evidence[]): Markup =>
    markupOf(createElement(EvidenceRows, { rows: of, onPanel: () => undefined }));

  test.each([
    ['✓Holds: row a', row('a')],
    ['✕Fails: row a', row('a', { holds: false })],
    ['–Does not hold, not required: row a', row('a', { holds: false, needed: false })],
    ['✓Holds: row a', row('a', { needed: false })],
  ])('%s', (words, of) => {
    expect(
      rows(of)
        .one('data-evidence', 'a')
        .words.replace(/ (?=row)/, ' '),
    ).toMatch(new RegExp(`^${words.replace(/ row/, ' ?row')}`));
  });

  test('says what was found, what is normal, and from where on it is an alarm', () => {
    expect(rows(row('a')).words).toMatch(/found 12\.0 % · normal: few · alarm from 90 %$/);
    expect(rows(row('a', { normal: '' })).words).not.toContain('normal');
    expect(
      rows(row('a', { panel: 'rtt' }))
        .named('button')
        .map(({ words }) => words),
    ).toEqual(['row a']);
  });

  test('that decides stands first, the others after a count of all', () => {
    const markup = rows(row('a', { deciding: false }), row('b'), row('c', { deciding: false }));
    expect(markup.all('data-evidence').map((one) => one.attribute('data-evidence'))).toEqual(['b', 'a', 'c']);
    expect(markup.named('summary').map(({ words }) => words)).toEqual(['All 3']);
    expect(rows(row('b')).named('summary')).toEqual([]);
  });
});

describe('the next and the previous finding', () => {
  const run = (id: string): void => {
    const command = feature.commands?.find((one) => one.id === id);
    command?.run(app);
  };
  const at = (): string | null => hand.trace.view.get().chosen;

  test('go around those that are not dismissed, and back by as many steps', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), fc.nat(12), (dismissed, count) => {
        const trace = new HandTrace(app);
        hand = trace;
        const keys = dismissed.map((_, i) => `k${i}`);
        trace.say({ findings: keys.map((key) => finding(key, 'warning')) });
        for (const [i, isDismissed] of dismissed.entries())
          if (isDismissed) trace.trace.dismiss(keys[i] ?? '', true);
        const left = keys.filter((_, i) => !dismissed[i]);
        for (let step = 0; step <= count; step++) {
          run('next-finding');
          expect(at()).toBe(left.length === 0 ? null : left[step % left.length]);
        }
        for (let step = 1; step <= count; step++) {
          run('previous-finding');
          expect(at()).toBe(left.length === 0 ? null : left[(count - step) % left.length]);
        }
        app.files.close(trace.file);
      }),
      { seed: SEED, numRuns: draws(200) },
    );
  });

  test('of nothing chosen begin with the worst', () => {
    hand.say({ findings: [CRITICAL, WARNING] });
    run('previous-finding');
    expect(at()).toBe('c');
  });
});

test('a recent trace has its worst finding by sign and word', () => {
  const cell = (worst: unknown): string =>
    markupOf(createElement(worstColumn.Cell as never, { recent: { worst } } as never)).words;
  expect(cell({ severity: 'critical', title: 'Death spiral' })).toBe('● Death spiral, critical');
  expect(cell(null)).toBe('no finding');
});
