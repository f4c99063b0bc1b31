/** The words that CONTRIBUTING (Words) retired do not come back: in sources, pages about them, and names of variables. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const within = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const SOURCES = [...within('src', /\.tsx?$/), ...within('workers', /\.ts$/)];
const PAGES = [...within('docs', /\.md$/), 'ARCHITECTURE.md', 'README.md'];

/** Data waits behind what is missing before it: a term. */
const HEAD_OF_LINE =
  /\b(?:behind (?:a )?gaps?\b|behind a lost packet|behind (?:other )?streams?\b|behind packet \$?[{\d]|waited behind`|\} behind (?:packet|gaps))/gi;

/** Sentences of findings that still have such a word, per file of `src/engine/findings/rules`. */
const SENTENCES: { readonly [file: string]: number } = {
  'amplification-limited': 1,
  'ecn-ce': 1,
  'handshake-failed': 1,
  'host-stall': 2,
  'idle-inflation': 1,
  'inflight-overshoot': 1,
  'path-changed': 3,
  policed: 1,
  'pto-storm': 1,
  'recovery-without-loss': 1,
  'slow-start-overshoot': 2,
};

const dueOf = (file: string): number =>
  SENTENCES[/^src\/engine\/findings\/rules\/(.+)\.ts$/.exec(file)?.[1] ?? ''] ?? 0;

/** A part of an id or a hook, as `packet-told`, is no word. */
const RETIRED = /(?<![\w-])(?:behind|told|let in|kept apart|carr(?:y|ied|ies) over|works? off)(?![\w-])/i;

const linesWith = (file: string): readonly string[] =>
  readFileSync(`${root}${file}`, 'utf8')
    .split('\n')
    .filter((line) => RETIRED.test(line.replace(HEAD_OF_LINE, '')));

test('the list names each of them', () => {
  const list = /### Words\n(.*?)\n## /s.exec(readFileSync(`${root}CONTRIBUTING.md`, 'utf8'))?.[1] ?? '';
  for (const word of [
    '*behind*',
    '*told*',
    '*let in*',
    '*kept apart*',
    '`known`',
    '`found`',
    '`told`',
    '`kept`',
    '`carried`',
  ])
    expect(list).toContain(word);
});

describe('retired words', () => {
  test('stand in no source and in no page, but for sentences of findings', () => {
    const held = [...SOURCES, ...PAGES].map((file) => [file, linesWith(file)] as const);
    expect(held.filter(([file, lines]) => lines.length > dueOf(file))).toEqual([]);
    // A sentence that was rewritten leaves the list.
    const due = Object.keys(SENTENCES).map((id) => `src/engine/findings/rules/${id}.ts`);
    expect(held.filter(([file, lines]) => due.includes(file) && lines.length < dueOf(file))).toEqual([]);
  });
});

/** Terms stay: what the account counts twice, what an export has carried forward, the rate that a path carries. */
const NO_NAME =
  /^(?:known|found|told|behind|[kK]ept|[cC]arried)$|^(?:[kK]ept|[cC]arried(?!Twice|Forward|Rate))[A-Z]/;

type Node = { readonly type: string; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Names that a file refers to or declares: keys of objects and members are not among them. */
function namesIn(node: Node, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name as string);
  const isKey = (key: string): boolean =>
    node.computed !== true &&
    ((key === 'property' && node.type === 'MemberExpression') ||
      (key === 'key' && node.shorthand !== true) ||
      (key === 'id' && node.type === 'TSEnumMember'));
  for (const [key, value] of Object.entries(node)) {
    if (isKey(key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) namesIn(child, names);
  }
}

test('a variable has a noun for a name, never a participle', () => {
  const named = SOURCES.flatMap((file) => {
    const names = new Set<string>();
    const lang = file.endsWith('x') ? 'tsx' : 'ts';
    namesIn(parseAst(readFileSync(`${root}${file}`, 'utf8'), { lang }) as unknown as Node, names);
    return [...names].filter((name) => NO_NAME.test(name)).map((name) => `${file}: ${name}`);
  });
  expect(named).toEqual([]);
});
