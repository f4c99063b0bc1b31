/**
 * `npm run test:shared`: all pairs of senders' traces that were recorded on the same link with the same seed: aligned at the
 * last loss, compared, and held against what the recording rig noted. The verdict of every pair is kept in a golden file.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alignmentWords, landmarkUs } from '../../src/engine/service/compare/align.ts';
import { compare } from '../../src/engine/service/compare/compare.ts';
import type { ComparedTrace } from '../../src/engine/service/compare/compared-trace.ts';
import { idleRuleOf } from '../../src/engine/service/compare/settings.ts';
import { openCompared } from '../support/compared.ts';

interface Row {
  readonly file: string;
  readonly is_sender: boolean;
  readonly seed: number;
  readonly link: unknown;
  readonly script: string;
  readonly mtu?: number;
  readonly fix: string | null;
  readonly outcome: 'completed' | 'timeout';
  readonly complete_ms: number | null;
  readonly last_loss_ms: number | null;
}

interface Pair {
  readonly name: string;
  readonly rows: readonly [Row, Row];
}

const FOLDER = new URL('../../../shared/traces/', import.meta.url);

function pairsOf(folder: string, keyOf: (row: Row) => unknown): readonly Pair[] {
  const rows: readonly Row[] = JSON.parse(readFileSync(new URL(`${folder}/manifest.json`, FOLDER), 'utf8'));
  const senders = rows.filter((row) => row.is_sender);
  return senders.flatMap((a, i) =>
    senders
      .slice(i + 1)
      .filter((b) => JSON.stringify(keyOf(a)) === JSON.stringify(keyOf(b)))
      .map((b): Pair => ({ name: `${nameOf(a)} | ${nameOf(b)}`, rows: [a, b] })),
  );
}

const nameOf = ({ file }: Row): string => file.replace(/(\.(server|client))?\.s?qlog\.gz$/, '');

const opened = new Map<string, Promise<ComparedTrace>>();
function open(folder: string, { file }: Row): Promise<ComparedTrace> {
  const trace = opened.get(file) ?? openCompared(new URL(`${folder}/${file}`, FOLDER).pathname);
  opened.set(file, trace);
  return trace;
}

const SETS = [
  ['quiche', 27, ({ link, seed, script, mtu }: Row) => [link, seed, script, mtu]],
  ['runs', 90, ({ seed }: Row) => seed],
] as const;

/** The client's clock began so long before the first event of the server's log, ms: its Initial packets were lost. */
const BEGAN_LATER: ReadonlyMap<string, number> = new Map([['reno-s117', 194]]);

describe.each(SETS)('%s', (folder, count, keyOf) => {
  const pairs = pairsOf(folder, keyOf);

  test('every pair is there', () => expect(pairs).toHaveLength(count));

  test.each(pairs)('$name', async ({ rows }) => {
    const [a, b] = await Promise.all(
      rows.map((row) => open(folder, row)) as [Promise<ComparedTrace>, Promise<ComparedTrace>],
    );
    for (const [i, trace] of [a, b].entries()) {
      const { last_loss_ms } = rows[i] as Row;
      expect(Math.abs(landmarkUs(trace, { at: 'last-loss' }) / 1000 - (last_loss_ms as number))).toBeLessThan(
        1,
      );
    }
    const comparison = compare(a, b, { at: 'last-loss' });
    const lastLoss = (rows[0].last_loss_ms as number) - (rows[1].last_loss_ms as number);
    expect(Math.abs(comparison.offsetUs / 1000 - lastLoss)).toBeLessThan(1);

    const { faster, sentences } = comparison.verdict;
    const [doneA, doneB] = rows.map(({ outcome }) => outcome === 'completed');
    const [atA, atB] = rows.map(
      (row) => (row.complete_ms ?? Number.NaN) - (BEGAN_LATER.get(nameOf(row)) ?? 0),
    ) as [number, number];
    if (doneA && doneB) {
      const longer = Math.max(atA, atB);
      const delta = comparison.differences.find(({ id }) => id === 'completion')?.delta ?? Number.NaN;
      expect(Math.abs(delta / 1000 - (atB - atA))).toBeLessThan(longer / 100);
      if (Math.abs(atA - atB) > 0.02 * longer) expect(faster).toBe(atA < atB ? 'a' : 'b');
      // Both moved as much: the parts of their accounts add up to the difference that the client measured.
      const { accounts } = comparison;
      const partsUs =
        accounts?.parts.reduce((sum, { heldUs }) => sum + heldUs[1] - heldUs[0], 0) ?? Number.NaN;
      expect(Math.abs(partsUs / 1000 - (atB - atA))).toBeLessThan(longer / 100);
    } else expect(faster).toBe(doneA ? 'a' : doneB ? 'b' : 'neither');
    if (faster === 'a' || faster === 'b')
      expect(sentences.join(' ')).toContain((faster === 'a' ? a : b).name);

    const [ruleA, ruleB] = [idleRuleOf(a), idleRuleOf(b)];
    const named = comparison.configuration.some(({ id }) => id === 'idle-rule');
    if (ruleA !== ruleB) expect(named).toBe(true);
    if (ruleA !== null && ruleA === ruleB) expect(named).toBe(false);
  });

  test('the verdicts are those that were kept', async () => {
    const lines: string[] = [];
    for (const { name, rows } of pairs) {
      const [a, b] = [await open(folder, rows[0]), await open(folder, rows[1])];
      const { alignment, verdict, accounts } = compare(a, b);
      lines.push(name, `  by ${alignmentWords(alignment)}; faster: ${verdict.faster}`);
      lines.push(
        ...verdict.incomparable.map((words) => `  ! ${words}`),
        ...verdict.sentences.map((words) => `  ${words}`),
        `  ${accounts?.sentence}`,
      );
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`compared/${folder}.txt`);
  });
});
