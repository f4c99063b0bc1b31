/**
 * Bugs by machine: places of the sources drawn blindly, and at each one small slip that types mostly let pass. Nobody chose them, so that
 * the share that tests notice is an estimate for any slip. Drawn ones may be equivalent to the sound text: whoever reads the survivors
 * says so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** Operators, and what stands for each. */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
};

/** Methods, and what stands for each. */
const METHODS = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  lowerBound: 'upperBound',
  upperBound: 'lowerBound',
  startsWith: 'endsWith',
};

/** Expressions that only say a type. */
const TYPED = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];

/** What may be made of a node: the range of the text that is replaced, and by what; null for none. */
function slipOf(node, text) {
  const textOf = ({ start, end }) => text.slice(start, end);
  const of = ({ start, end }, to) => ({ start, end, to });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const to = OPERATORS[node.operator];
      // `+` may join texts.
      if (to === undefined || (node.operator.startsWith('+') && /['"`]/.test(textOf(node)))) return null;
      const start = text.indexOf(node.operator, node.left.end);
      return { start, end: start + node.operator.length, to };
    }
    case 'UnaryExpression':
      return node.operator === '!' ? of(node, textOf(node.argument)) : null;
    case 'UpdateExpression': {
      const to = node.operator === '++' ? '--' : '++';
      return of(node, textOf(node).replace(node.operator, to));
    }
    case 'ConditionalExpression':
      return of(
        { start: node.consequent.start, end: node.alternate.end },
        `${textOf(node.alternate)} : ${textOf(node.consequent)}`,
      );
    case 'IfStatement':
      return node.alternate === null ? of(node.test, `!(${textOf(node.test)})`) : null;
    case 'Literal':
      if (typeof node.value === 'number') return of(node, node.value === 0 ? '1' : `(${textOf(node)} + 1)`);
      return typeof node.value === 'boolean' ? of(node, String(!node.value)) : null;
    case 'MemberExpression':
    case 'CallExpression': {
      const name = node.type === 'CallExpression' ? node.callee : node.property;
      return name.type === 'Identifier' && name.name in METHODS ? of(name, METHODS[name.name]) : null;
    }
    // A statement that is left out.
    case 'ExpressionStatement':
      return node.directive === undefined || node.directive === null ? of(node, ';') : null;
    default:
      return null;
  }
}

/** Sources whose slips somebody would see: no types alone, no words of a registry. */
function sources(root) {
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) files.push(relative(root, path));
    }
  };
  walk(join(root, 'src'));
  return files.sort();
}

function slipsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const slips = [];
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (typeof node?.type !== 'string' || node.type === 'ImportDeclaration') return;
    if (node.type.startsWith('TS') && !TYPED.includes(node.type)) return;
    const slip = slipOf(node, text);
    if (slip !== null) slips.push(slip);
    for (const part of Object.values(node)) if (typeof part === 'object' && part !== null) visit(part);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body);
  return { text, slips };
}

/** Mulberry32: the same numbers for the same seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The text around a place, as long as it must be to stand only once in its file. */
function unique(text, { start, end, to }) {
  let [from, until] = [start, end];
  while (text.split(text.slice(from, until)).length !== 2) {
    from = Math.max(0, from - 8);
    until = Math.min(text.length, until + 8);
  }
  return { from: text.slice(from, until), to: text.slice(from, start) + to + text.slice(end, until) };
}

/** @returns so many bugs as planted-bugs.mjs holds them, each place as likely as any other. */
export function drawBugs(root, count, seed) {
  const next = numbers(seed);
  const files = sources(root).map((file) => ({ file, ...slipsOf(root, file) }));
  const places = files.flatMap(({ file, text, slips }) => slips.map((slip) => ({ file, text, slip })));
  const drawn = [];
  while (drawn.length < Math.min(count, places.length)) {
    const [place] = places.splice(Math.floor(next() * places.length), 1);
    const { file, text, slip } = place;
    const line = text.slice(0, slip.start).split('\n').length;
    const was = text.slice(slip.start, slip.end);
    drawn.push({
      id: `${seed}-${drawn.length + 1}`,
      file,
      ...unique(text, slip),
      seen: `line ${line}: "${was}" is "${slip.to}"`,
    });
  }
  return drawn;
}
