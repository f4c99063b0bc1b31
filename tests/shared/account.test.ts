/**
 * `npm run test:shared`: the main answer of every sender's account, held against what the manifests of the recordings allow
 * (`account/answers.json`: written from the manifests alone; where it allows several, it says why).
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Account } from '../../src/engine/findings/account/account.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { analyseInput } from '../../src/engine/reading/stages/analysis.ts';
import { loadTrace } from '../support/load.ts';

interface Row {
  readonly folder: string;
  readonly where: { readonly [field: string]: string };
  readonly answers: readonly string[];
}
type Entry = { readonly [field: string]: unknown } & { readonly file: string };

const ROWS: readonly Row[] = JSON.parse(
  readFileSync(new URL('account/answers.json', import.meta.url), 'utf8'),
);
const FOLDERS = [...new Set(ROWS.map(({ folder }) => folder))];

const entries = FOLDERS.flatMap((folder) => {
  const manifest = new URL(`../../../shared/traces/${folder}/manifest.json`, import.meta.url);
  if (!existsSync(manifest)) return [];
  const read = JSON.parse(readFileSync(manifest, 'utf8'));
  const list: readonly Entry[] = Array.isArray(read) ? read : (read.cases ?? read.files);
  return list
    .filter(({ file }) => /qlog\.gz$/.test(file))
    .filter(({ is_sender, role }) => is_sender !== false && role !== 'receiver')
    .map((entry) => ({ folder, entry, path: new URL(entry.file, manifest).pathname }));
});

/** The words of the table: `cutLoss` for loss at random or in bursts, `stalled` for nothing that comes through and loss detection. */
function answerOf({ main }: Account): string {
  if (main === null) return 'notKnown';
  const { holder, cause } = main;
  if (holder === 'pathStalled' || holder === 'lossDetection') return 'stalled';
  if (holder !== 'window' && holder !== 'pacing') return holder;
  const names: { readonly [cause: string]: string } = {
    fullPath: 'full',
    cutRandom: 'cutLoss',
    cutBurst: 'cutLoss',
    cutUnknown: 'cutLoss',
    estimateBelow: 'estimate',
  };
  return names[cause ?? ''] ?? cause ?? holder;
}

const answersOf = (folder: string, entry: Entry): readonly string[] | undefined =>
  ROWS.find(
    (row) =>
      row.folder === folder &&
      Object.entries(row.where).every(([field, text]) => new RegExp(text).test(String(entry[field] ?? ''))),
  )?.answers;

test('the shared traces are on this machine', () => {
  expect(entries.length).toBeGreaterThan(400);
});

test('the main answer is an allowed one for 19 of 20 senders, and in no kind are more than one, and 15 %, wrong', () => {
  const kinds = new Map<string, { right: number; wrong: string[] }>();
  let notKnown = 0;
  for (const { folder, entry, path } of entries) {
    const allowed = answersOf(folder, entry);
    if (allowed === undefined) continue;
    const { state } = loadTrace(path).pipeline;
    if (state.side !== 'sender') continue;
    const { account } = analyseInput(new DetectInput(state));
    const answer = account === null ? 'notKnown' : answerOf(account);
    if (answer === 'notKnown') notKnown++;
    const name = `${folder} ${entry.kind ?? entry.case ?? entry.group}`;
    const kind = kinds.get(name) ?? { right: 0, wrong: [] };
    kinds.set(name, kind);
    if (allowed.includes(answer)) kind.right++;
    else kind.wrong.push(`${entry.file}: ${answer}`);
  }
  const all = [...kinds.values()];
  const wrong = all.flatMap((kind) => kind.wrong);
  const right = all.reduce((sum, kind) => sum + kind.right, 0);
  console.log(
    `${right} of ${right + wrong.length} main answers are allowed ones; ${notKnown} not known\n${wrong.join('\n')}`,
  );
  expect(wrong.length).toBeLessThanOrEqual(0.05 * (right + wrong.length));
  const bad = [...kinds].filter(
    ([, { right: ok, wrong: no }]) => no.length > 1 && no.length > 0.15 * (ok + no.length),
  );
  expect(bad).toEqual([]);
  expect(notKnown).toBeLessThanOrEqual(0.05 * (right + wrong.length));
}, 600_000);
