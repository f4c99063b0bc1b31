/** Page one in plain words: what users saw, why, what to do, when, how sure, on real traces and on findings of any kind. */
import { describe, expect, test } from 'vitest';
import type { Course, Finding, KnownDefect } from '../../../../../src/engine/findings/finding/finding';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { TraceSummary } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../../../../src/engine/reading/facts/summary.ts';
import {
  AUTHORED_LENGTHS,
  type Authored,
  actionsIn,
  authoredOf,
  NOTHING_AUTHORED,
} from '../../../../../src/sharing/report/authored.ts';
import { toHtml } from '../../../../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../../../../src/sharing/report/document/markdown.ts';
import { isLead } from '../../../../../src/sharing/report/input.ts';
import { postMortem } from '../../../../../src/sharing/report/post-mortem.ts';
import { suggestedActions } from '../../../../../src/sharing/report/sections/actions.ts';
import { usersSaw } from '../../../../../src/sharing/report/sections/users-saw.ts';
import {
  meaningOf,
  meaningOfRule,
  PLAIN_RULES,
  plainCause,
} from '../../../../../src/sharing/report/words/plain-words.ts';
import findings from '../../../../corpus/findings.json';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { inputOf, SPIRAL_PATH, traceInput } from '../../../../support/report-input.ts';

/** The facts of page one by name. */
async function briefOf(path: string, options = {}): Promise<{ readonly [name: string]: string }> {
  const [section] = postMortem(inputOf(await traceInput(path, options))).sections;
  const rows = section?.blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : [])) ?? [];
  return Object.fromEntries(rows.map(([name, value]) => [name, [value].flat().join('\n')]));
}

test('page one of a trace whose rules could not be applied says that it proves nothing', async () => {
  const told = async (file: string): Promise<string> =>
    toMarkdown(postMortem(inputOf(await traceInput(corpusPath(file))))).split('## ')[1] ?? '';
  const receiver = await told('applimited-small-cubic.client.sqlog.gz');
  expect(receiver).toMatch(
    /no critical finding and no warning\. That proves nothing: \d+ rules could not be applied \(a receiver cannot see the window of the sender\)\. It is the trace of the receiver: that of the sender is needed\./,
  );
  expect(await told('rate-cubic-fixed-s17.server.sqlog.gz')).not.toContain('proves nothing');
});

describe('page one of a spiral', () => {
  test('answers who noticed what, why, where, what to do, when and how sure', async () => {
    const brief = await briefOf(SPIRAL_PATH);
    expect(brief['What users saw']).toContain(
      'Whoever waited at the client saw the download from the server run at 1.4 Mbit/s for 7.95 s, until the log ends.',
    );
    const [price, ...others] = brief['What it cost']?.split('\n') ?? [];
    expect(price).toMatch(
      /^Of 9\.99 s at least 7\.11 s are lost to “Death spiral”: so long the path stood idle while data waited\. In that time it could have carried at least 1\d\.\d MB, at 14\.7 Mbit\/s\.$/,
    );
    expect(others).toEqual([]);
    expect(brief['How long']).toBe(
      'Death spiral: 7.95 s; it was still going on.\nHeld by congestion window (it does not grow): 7.98 s of 9.99 s, at most 7.32 s at a time.',
    );
    expect(brief['What users saw']).toContain(
      'At its fastest, for one round trip at another time, the same connection carried 17.2 Mbit/s, 12 times as much.',
    );
    expect(brief.Why).toContain('idle time is counted from the last send');
    expect(brief.Component).toBe(
      'quiche 0.30.0, on the server that sent the data; congestion control: behaves like CUBIC (idle counted from last send), 100 %.',
    );
    expect(brief['What to do']).toContain(
      'quiche 0.30.0 has the fix since 0.26.1 (quiche pull request 2370)',
    );
    expect(brief.When).toBe(
      'From 2026-11-21 06:36:04.962 UTC (2.036 s after the log begins) until 06:36:12.914 UTC (9.989 s), where the log ends.',
    );
    expect(brief['How sure']).toMatch(
      /^97 % confidence\. All 11 checks that it requires hold, 5 further checks support it, see/,
    );
    expect(brief['Also found']).toContain('Recovery without a loss (warning, of the same cause)');
  });

  test('without the time of day counts from where the log begins, everywhere', async () => {
    const brief = await briefOf(SPIRAL_PATH, { name: null, options: SHARE_NOTHING });
    expect(brief.When).toBe('From 2.036 s after the log begins until 9.989 s, where the log ends.');
    const told = toMarkdown(
      postMortem(inputOf(await traceInput(SPIRAL_PATH, { name: null, options: SHARE_NOTHING }))),
    );
    expect(told).not.toMatch(/UTC|2026/);
    expect(told).toContain('| Time | What |');
  });

  test('of an affected version names the one with the fix', async () => {
    const brief = await briefOf(corpusPath('rate-026-cubic-s05.server.sqlog.gz'));
    expect(brief['What to do']).toContain(
      'Update quiche from 0.26.0 to 0.26.1 or later, which has the fix (quiche pull request 2370).',
    );
    expect(brief['How long']).not.toContain('still going on');
  });

  test('of an upload says who waited for it', async () => {
    const brief = await briefOf(corpusPath('upload-cubic-buggy-s04.client.sqlog.gz'));
    expect(brief['What users saw']).toContain('saw its upload to the server run at');
    expect(brief['What users saw']).toContain(
      'The connection was closed by this side (application code 0x100, no error).',
    );
  });
});

test('a receiver’s trace says at what rate the download ran, and shows that', async () => {
  const input = await traceInput(corpusPath('applimited-small-cubic.client.sqlog.gz'));
  expect(input.findingFigures.map(({ panel }) => panel)).toEqual(['received']);
  const brief = await briefOf(corpusPath('applimited-small-cubic.client.sqlog.gz'));
  expect(brief['What users saw']).toMatch(
    /^Whoever waited at the client saw the download from the server run at [\d.]+ [kM]bit\/s, over all of [\d.]+ s\./,
  );
});

test('a loss before a finding without a proven cause is not called its trigger', async () => {
  const told = toMarkdown(
    postMortem(inputOf(await traceInput(corpusPath('bottleneck-10mbit-bbr2.server.sqlog.gz')))),
  );
  expect(told).toContain('Before “State held too long”: the last loss.');
  expect(told).not.toContain('Trigger');
});

test('of a handshake that failed the picture is its packets, and the log is not that of who sent data', async () => {
  const path = corpusPath('../wire/go-deaf.client.sqlog.gz');
  const input = await traceInput(path);
  expect(input.findingFigures.map(({ panel }) => panel)).toEqual(['handshake']);
  const brief = await briefOf(path);
  expect(brief.Component).toContain('on the client that wrote the log');
  expect(brief['What to do']).toContain('Check that the server runs and listens');
});

test('random loss that is no alarm says how sure it is', async () => {
  const brief = await briefOf(corpusPath('../wire/aio-req-100-small.server.qlog.gz'));
  expect(brief['How sure']).toMatch(/^Random loss: \d+ % confidence\./m);
});

test('a calm trace has its component, its rate and its end', async () => {
  const brief = await briefOf(corpusPath('rate-reno-s12.server.sqlog.gz'));
  expect(brief['What users saw']).toMatch(
    / run at [\d.]+ Mbit\/s, over all of 3\.79 s\. The connection was closed by the peer/,
  );
  expect(brief.When).toMatch(/^From 2026-.* UTC \(where the log begins\) until /);
  expect(brief.Why).toMatch(/^The path lost packets now and then though it was not full/);
  expect(brief['What to do']).toMatch(/^It is the path: look where it loses packets/);
  expect(brief['How sure']).toBe(
    'What the path carries is proved at no time: it may carry more, and more may be lost (“at least”).',
  );
});

const COURSE: Course = {
  arrivedBytes: 1_000_000,
  beforeUs: 2e6,
  beforeBytes: 1_000_000,
  highestRate: 600_000,
  longestWaitUs: 10_000,
  lostPackets: 0,
  lastLossUs: Number.NaN,
  reducedUs: Number.NaN,
  reducedFromBytes: Number.NaN,
  reducedToBytes: Number.NaN,
};
const finding = (parts: Partial<Finding> = {}): Finding =>
  ({
    ...{
      id: 'stuck-window',
      verdict: 'the verdict',
      startUs: 3e6,
      endUs: 5e6,
      cost: null,
      closedLoop: null,
      cause: null,
    },
    ...{ next: 'look there', course: COURSE, ...parts },
  }) as Finding;
const SUMMARY: TraceSummary = {
  ...emptySummary('none'),
  ...{ vantagePoint: 'server', side: 'sender', lossesKnown: true, packetsSent: 90, packetsLost: 7 },
};

describe('what users saw', () => {
  const saw = (
    course: Partial<Course>,
    parts: Partial<Finding> = {},
    { open = false, side = 'sender' }: { open?: boolean; side?: TraceSummary['side'] } = {},
  ): string =>
    usersSaw(
      finding({ course: { ...COURSE, ...course }, ...parts }),
      { summary: { ...SUMMARY, side }, findings: [] },
      open,
    ).join(' ');

  test('compares with the time before only where that was faster', () => {
    expect(saw({})).toContain('run at 4.0 Mbit/s for 2.00 s.');
    expect(saw({ beforeBytes: 1_250_000 })).toContain('for 2.00 s, against 5.0 Mbit/s in the 2.00 s before.');
    expect(saw({ beforeBytes: 1_249_000 })).not.toContain('against');
    expect(saw({ beforeUs: 99_999, beforeBytes: 1_000_000 })).not.toContain('against');
  });

  test('names the fastest round trip only where it was much faster', () => {
    expect(saw({ highestRate: 999_000 })).not.toContain('At its fastest');
    expect(saw({ highestRate: 1_000_000 })).toContain('carried 8.0 Mbit/s, 2 times as much.');
    // Where packets get lost the path may allow less.
    const lossy = saw({ highestRate: 1_000_000, lostPackets: 3 });
    expect(lossy).not.toContain('At its fastest');
    // Which losses a rule counts, it says itself: here stands what the summary has.
    expect(lossy).toContain('Over the whole trace: 7 of 90 packets lost (inferred).');
    expect(lossy).not.toContain('3 packets');
  });

  test('says that the transfer stood still where most of the time is one wait', () => {
    expect(saw({ longestWaitUs: 1_599_000 })).toContain('run at 4.0 Mbit/s');
    const still = saw({ longestWaitUs: 1_600_000, highestRate: 1e9, beforeBytes: 1e9 });
    expect(still).toContain('saw the download from the server stand still for 1.60 s of 2.00 s, as far');
    expect(still).not.toMatch(/bit\/s/);
    expect(saw({ longestWaitUs: 2e6 })).toContain('stand still for 2.00 s, as far as acknowledgements show.');
  });

  test('says that nobody waited where no data did', () => {
    const nobody = saw({ longestWaitUs: 0, arrivedBytes: 0, beforeBytes: 1e9 });
    expect(nobody).toContain('Nobody waited, as far as the log shows: in these 2.00 s no data was without');
    expect(nobody).not.toMatch(/Whoever|stand still|bit\/s/);
    expect(saw({ longestWaitUs: 2e6, arrivedBytes: 0 })).toContain('stand still');
  });

  test('tells slow from broken off', () => {
    expect(saw({ longestWaitUs: 499_000 })).toContain('the longest wait for data was 499 ms');
    expect(saw({ longestWaitUs: 500_000 })).toContain('For up to 500 ms at a time nothing arrived at all');
    expect(saw({}, { startUs: 0, endUs: 400_000 })).not.toMatch(/longest wait|nothing arrived/);
  });

  // ACKs may be lost, or late, and the data there.
  test.each<[string, number, boolean, string]>([
    ['stood still', 2e6, false, 'stand still for 2.00 s, as far as acknowledgements show.'],
    [
      'stood still to the end',
      ...([2e6, true] as const),
      'stand still for 2.00 s, until the log ends, as far as acknowledgements show: what was in flight then may have arrived.',
    ],
    ['waited for long', 600_000, false, 'nothing arrived at all, as far as acknowledgements show.'],
  ])('that it %s, a sender knows by acknowledgements alone', (_, longestWaitUs, open, words) => {
    expect(saw({ longestWaitUs }, {}, { open })).toContain(words);
    expect(saw({ longestWaitUs }, {}, { open, side: 'receiver' })).not.toMatch(/acknowledgements|in flight/);
  });

  test('of a log without arrivals, or of one moment, says no rate', () => {
    const unknown = usersSaw(
      finding({ course: { ...COURSE, arrivedBytes: Number.NaN } }),
      { summary: { ...SUMMARY, side: 'unknown' }, findings: [] },
      true,
    );
    expect(unknown[0]).toBe(
      'Whoever waited for the data saw the transfer disturbed for 2.00 s, until the log ends; the trace does not show how much arrived.',
    );
    expect(saw({}, { startUs: 5e6 })).toContain('disturbed at one moment');
  });

  test('of a handshake that failed, that there was no connection, whatever the worst finding is', () => {
    const failed = finding({ id: 'handshake-failed' });
    const first = (summary: Partial<TraceSummary>) =>
      usersSaw(finding({}), { summary: { ...SUMMARY, ...summary }, findings: [failed] }, false)[0];
    const handshake = { fromUs: 0, toUs: 1000 };
    expect(first({ handshake })).toBe('Whoever waited got no connection: nothing of theirs was sent.');
    expect(first({})).toBe('Whoever waited got no connection.');
    // 0-RTT, or what a server sends after its Finished.
    for (const sent of [{ streams: 1 }, { requests: 1 }])
      expect(first({ handshake, ...sent })).toBe(
        'Whoever waited got no connection, though data was sent before the handshake was complete.',
      );
  });
});

test('a report is about its worst finding unless something else held the sender for over a fifth longer', async () => {
  const { snapshot } = await traceInput(SPIRAL_PATH);
  const { account } = snapshot.summary;
  if (account === undefined || account.main === null) throw new Error('no account');
  const main = { ...account.main, heldUs: 5e6, lostUs: 1.2e6 };
  const leads = (cost: Finding['cost'], more: Partial<typeof account> = {}, parts: Partial<Finding> = {}) => {
    const summary = { ...snapshot.summary, account: { ...account, main, ...more } };
    return isLead(finding({ cost, ...parts }), { snapshot: { ...snapshot, summary } });
  };
  const cost = (lostUs: number | null, heldUs = 5e6) => ({ lostUs, heldUs, provedShare: 1 });
  expect([leads(cost(1e6)), leads(cost(0.99e6))]).toEqual([true, false]);
  expect([leads(cost(null)), leads(cost(null, 4e6))]).toEqual([true, false]);
  // What stands for nothing that holds a sender leads where nothing held it, or the connection failed by it.
  expect(leads(null)).toBe(false);
  expect([leads(null, { healthy: true }), leads(null, { main: null })]).toEqual([true, true]);
  expect(leads(null, {}, { id: 'peer-gone', severity: 'critical' })).toBe(true);
});

test('page one of a trace with a lesser alarm is about what held the sender, and names the alarm besides', async () => {
  const input = await traceInput(SPIRAL_PATH);
  const { snapshot } = input;
  const storm = snapshot.findings.find(({ id }) => id === 'pto-storm');
  if (storm === undefined) throw new Error('no storm');
  const document = postMortem(inputOf({ ...input, snapshot: { ...snapshot, findings: [storm] } }));
  expect(document.title).toBe('Post-mortem: congestion window (it does not grow) in spiral.sqlog');
  const rows = document.sections[0]?.blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
  const brief = new Map(rows);
  expect(brief.get('When')).toEqual([
    expect.stringMatching(/^From 2026-.* \(where the log begins\) until /),
    expect.stringMatching(/^Probes without an answer \(PTO storm\): From 2026-/),
  ]);
  expect(brief.get('Why')).toEqual([
    meaningOfRule('stuck-window'),
    `Probes without an answer (PTO storm): ${meaningOfRule('pto-storm')}`,
  ]);
  expect(brief.get('How sure')?.[0]).toMatch(/^Probes without an answer \(PTO storm\): \d+ % confidence/);
});

describe('what to do', () => {
  const KNOWN: KnownDefect = {
    ...{ implementation: 'zquic', version: null, versions: null, words: '' },
    ...{ standing: 'not-known', fixedIn: null, reference: 'pull request 175' },
  };

  test('is the fix that is known, never more than is known', () => {
    expect(suggestedActions([finding({ knownDefect: KNOWN })], null)).toEqual([
      'zquic is known for it (zquic pull request 175); no version with a fix is known: follow it there.',
    ]);
    expect(suggestedActions([finding({ knownDefect: { ...KNOWN, fixedIn: '1.2.3' } })], null)).toEqual([
      'Run zquic 1.2.3 or later, which has the fix (zquic pull request 175); the log does not name its version.',
    ]);
    expect(suggestedActions([finding()], null)).toEqual([
      'No fix is known. Look at the trace next: look there',
    ]);
  });

  test('of an idle rule without a known defect is the rule to use', () => {
    const [first, second] = suggestedActions([finding({ cause: 'shift-from-last-send' })], null);
    expect(first).toContain('from the later of the last ACK and the last send');
    expect(second).toContain('Reno');
  });
});

describe('plain words', () => {
  test('exist for every alarm that the corpus holds, and for rules that exist only', () => {
    const rules = DETECTORS.map(({ id }) => id);
    for (const id of PLAIN_RULES) expect(rules).toContain(id);
    const alarms = Object.values(findings)
      .flat()
      .filter(({ severity }) => severity !== 'info')
      .map(({ id }) => id);
    expect(alarms.length).toBeGreaterThan(20);
    for (const id of new Set(alarms)) expect(PLAIN_RULES, id).toContain(id);
  });

  test('are the verdict and the id where there are no others', () => {
    expect(meaningOf(finding({ id: 'new-rule' }))).toBe('the verdict');
    expect(plainCause(finding({ cause: 'reset' }))).toBe(
      'Cause: a new epoch begins after each pause (idle rule reset, by the rebuilt recovery boundary).',
    );
    expect(plainCause(finding())).toBe('');
  });
});

describe('what the author writes', () => {
  const HOSTILE = '</h1><script>alert(1)</script> | *a* [b](javascript:x)\u202e\u0000';
  const AUTHORED: Authored = {
    title: `Slow\ndownloads ${HOSTILE}`,
    author: `A. Author ${HOSTILE}`,
    severity: `SEV-2 ${HOSTILE}`,
    actions: `- Roll back\n\n * Tell ${HOSTILE}\nthird`,
  };

  test('replaces title and severity, and its actions come first, all of it escaped', async () => {
    const document = postMortem({ ...inputOf(await traceInput(SPIRAL_PATH)), authored: AUTHORED });
    expect(document.title).toMatch(/^Slow downloads <\/h1>/);
    expect(document.lead).toMatch(/^Severity: SEV-2 .* · Author: A\. Author /);
    const rows = document.sections[0]?.blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
    const actions = rows?.find(([name]) => name === 'What to do')?.[1];
    expect(actions?.[0]).toBe('Roll back');
    expect(actions?.[2]).toBe('third');
    expect(actions?.[3]).toContain('has the fix since 0.26.1');
    const html = toHtml(document);
    expect(html).not.toContain('<script>');
    expect([...html].filter((character) => ['\u202e', '\0'].includes(character))).toEqual([]);
    const markdown = toMarkdown(document);
    expect(markdown).not.toMatch(/(?<!\\)<script>|(?<!\\)\[b\]/);
    expect(markdown).toContain('  - Roll back\n');
  });

  test('is bounded, field by field', () => {
    const long = 'x'.repeat(10_000);
    const kept = authoredOf({ title: long, author: long, severity: long, actions: long });
    for (const field of Object.keys(kept) as (keyof Authored)[])
      expect(kept[field]).toHaveLength(AUTHORED_LENGTHS[field]);
    expect(actionsIn({ ...NOTHING_AUTHORED, actions: 'a\n'.repeat(50) })).toHaveLength(12);
    expect(authoredOf(NOTHING_AUTHORED)).toEqual(NOTHING_AUTHORED);
  });
});
