/**
 * Code of `src` that counts its own steps: a call of a function is one, and so is each turn of a loop. It is built as one module, of
 * which each function and each loop has a place in a list and adds to it: the same input takes the same steps on any machine, however
 * V8 compiles the code.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SRC = join(ROOT, 'src/');
const ENTRY = '\0counted';
/** What counts imports the list from here. */
const COUNTS = '\0counts';
/** Functions and loops of all files, at most. */
const MOST_PLACES = 1 << 16;

export interface Counted<Module> {
  readonly module: Module;
  /** Steps so far, by place. */
  readonly counts: Float64Array;
  /** Of each place its file and function; of a loop those around it. */
  readonly places: readonly string[];
}

/** Builds a module and loads it. @param entry its path; whatever it imports is built with it, and that of `src` counts. */
export async function countedBuild<Module>(entry: string): Promise<Counted<Module>> {
  const places: string[] = [];
  const build = await rolldown({
    input: ENTRY,
    platform: 'node',
    logLevel: 'silent',
    plugins: [counting(entry, places)],
  });
  // Below a folder whose modules Vitest loads as they are.
  const file = join(ROOT, 'node_modules', `.counted-${process.pid}.mjs`);
  try {
    await build.write({ file, format: 'esm', codeSplitting: false });
    const built: Module & { readonly counts: Float64Array } = await import(pathToFileURL(file).href);
    return { module: built, counts: built.counts, places };
  } finally {
    await build.close();
    rmSync(file, { force: true });
  }
}

function counting(entry: string, places: string[]): Plugin {
  return {
    name: 'counting',
    resolveId: (id) => (id === ENTRY || id === COUNTS ? id : null),
    load(id) {
      if (id === ENTRY) return `export * from ${JSON.stringify(entry)}; export { counts } from '${COUNTS}';`;
      return id === COUNTS ? `export const counts = new Float64Array(${MOST_PLACES});` : null;
    },
    transform(code, id) {
      if (!id.startsWith(SRC) || !id.endsWith('.ts')) return null;
      const counted = withCounts(code, (name) => places.push(`${id.slice(SRC.length)} ${name}`) - 1);
      return { code: `import { counts as $counts } from '${COUNTS}'; ${counted}`, map: null };
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Insert {
  readonly at: number;
  readonly text: string;
}

/** @param placeOf the place of another function or loop, by the name of the function. */
function withCounts(code: string, placeOf: (name: string) => number): string {
  const inserts = [...insertsOf(parseAst(code, { lang: 'ts' }) as unknown as Node, 'module', placeOf)];
  let counted = '';
  let from = 0;
  for (const { at, text } of inserts.sort((a, b) => a.at - b.at)) {
    counted += code.slice(from, at) + text;
    from = at;
  }
  return counted + code.slice(from);
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** @param around the name of the function, variable or member that a node is of. */
function* insertsOf(node: Node, around: string, placeOf: (name: string) => number): Generator<Insert> {
  const name = nameOf(node) ?? around;
  if (FUNCTIONS.has(node.type) || LOOPS.has(node.type)) yield* atBody(node.body as Node, placeOf(name));
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* insertsOf(child, name, placeOf);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Null for a node that gives what is in it no name. */
function nameOf({ type, id, key }: Node): string | null {
  const named = type === 'VariableDeclarator' || type === 'FunctionDeclaration' ? id : key;
  return isNode(named) && typeof named.name === 'string' ? named.name : null;
}

/** Counts one where a body begins: a block, another statement, or the expression of an arrow function. */
function* atBody({ type, start, end }: Node, place: number): Generator<Insert> {
  const count = `$counts[${place}]++`;
  if (type === 'BlockStatement') yield { at: start + 1, text: `${count};` };
  else if (type.endsWith('Statement')) {
    yield { at: start, text: `{${count};` };
    yield { at: end, text: '}' };
  } else {
    yield { at: start, text: `(${count},` };
    yield { at: end, text: ')' };
  }
}
