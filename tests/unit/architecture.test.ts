/**
 * The arrows of the house, as ARCHITECTURE.md draws them: six roots in one line, and in each root its rooms in one order;
 * those of the engine stand in seven wings, which are in one line too. A room imports only from rooms that stand before it
 * and from roots that stand before its own. Types and `import()` count like everything else.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../../scripts/import-graph.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The engine's wings in their order, each with its rooms. */
const WINGS: { readonly [wing: string]: readonly string[] } = {
  base: ['text', 'columns'],
  input: ['recording', 'bytes', 'formats'],
  sender: ['transport', 'streams', 'http', 'congestion'],
  findings: [
    ...[
      'measures',
      'stalls',
      'finding',
      'partition',
      'rule',
      'conditions',
      'account',
      'close-up',
      'death-spiral',
      'rules',
    ],
    'verdicts',
  ],
  simulator: ['runs', 'what-if', 'lab'],
  reading: ['contract', 'segments', 'budgets', 'stages', 'scan', 'facts', 'judge'],
  service: ['filter', 'compare', 'redaction', 'answers', 'api'],
};

/** Root → the roots that stand before it, and its rooms in their order. */
const HOUSE: {
  readonly [name: string]: { readonly on: readonly string[]; readonly rooms: readonly string[] };
} = {
  'qlog-schema': { on: [], rooms: [] },
  engine: {
    on: ['qlog-schema'],
    rooms: Object.entries(WINGS).flatMap(([wing, rooms]) => rooms.map((room) => `${wing}/${room}`)),
  },
  drawing: {
    on: ['qlog-schema', 'engine'],
    rooms: ['view', 'surface', 'painters', 'panels', 'plots', 'api'],
  },
  sharing: {
    on: ['qlog-schema', 'engine', 'drawing'],
    rooms: [
      'link',
      'outside',
      'notes',
      'digest',
      'report',
      'figures',
      'table',
      'fleet-rows',
      'host',
      'store',
    ],
  },
  app: {
    on: ['qlog-schema', 'engine', 'drawing', 'sharing'],
    rooms: ['offline', 'backend', 'state', 'controls', 'workbench', 'navigation', 'features', 'shell'],
  },
  node: { on: ['qlog-schema', 'engine', 'drawing', 'sharing'], rooms: ['server', 'relay', 'cli'] },
};
/** Wings and rooms whose code runs in workers and in Node only: what the page loads takes their types. */
const TYPES_ONLY = [
  'qlog-schema',
  'engine/input/formats',
  'engine/sender',
  'engine/findings',
  'engine/simulator',
  ...['engine/reading/budgets', 'engine/reading/stages', 'engine/reading/scan', 'engine/reading/facts'],
  'engine/reading/judge',
  'engine/service/answers',
  'engine/service/api',
];
const LOADED_BY_PAGE = ['drawing', 'sharing', 'app'];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

const files = [...sourceFiles('src'), ...sourceFiles('workers')];
const known = new Set(files);

/** `src/engine/input/bytes/gunzip.ts` lies in the root `engine`, in its room `input/bytes`. */
function placeOf(file: string): { readonly root: string; readonly room: string; readonly path: string } {
  const [top = '', name = '', ...below] = file.split('/');
  if (top === 'workers') return { root: 'workers', room: '', path: 'workers' };
  const folders = below.slice(0, -1);
  const rooms = HOUSE[name]?.rooms ?? [];
  const room = [folders.slice(0, 2).join('/'), folders[0] ?? ''].find((one) => rooms.includes(one)) ?? '';
  return { root: name, room, path: room === '' ? name : `${name}/${room}` };
}

function importsFrom(from: string): readonly Import[] {
  const found = importsOf(from, readFileSync(join(root, from), 'utf8'), known);
  // The file of a worker is another program.
  return found.flatMap(({ to, kind }) =>
    kind === 'address' ? [] : [{ from, to, typeOnly: kind === 'type' }],
  );
}

const imports = files.flatMap(importsFrom);

function isAllowed({ from, to }: Import): boolean {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a.root === 'workers')
    return b.root === 'engine' || ['app/offline', 'sharing/fleet-rows', 'workers'].includes(b.path);
  const house = HOUSE[a.root];
  if (house === undefined) return false;
  if (a.root !== b.root) return house.on.includes(b.root);
  return house.rooms.indexOf(b.room) <= house.rooms.indexOf(a.room);
}

/** Files that import each other in a circle, at once or later, types too. */
function circles(): readonly string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  return found;
}

/** Functions whose bodies are longer than 70 lines, nested ones too: those of React, most of them. */
const MOST_LONG_FUNCTIONS = 10;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
  readonly body?: Node | null;
}

function longFunctions(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, around: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, around);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const { type, body, id, key } = value as Node;
    const name = id?.name ?? key?.name ?? around;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && body) {
      const lines = text.slice(body.start, body.end).split('\n').length;
      if (lines > 70) found.push(`${file}: ${name} (${lines})`);
    }
    for (const part of Object.values(value)) visit(part, name);
  };
  visit(parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }).body, '');
  return found;
}

const named = ({ from, to }: Import): string => `${from} → ${to}`;

describe('the arrows of the house', () => {
  test('every source file lies in a room of its root', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(imports.length).toBeGreaterThan(2000);
    const lost = files.filter((file) => {
      const { root: name, room } = placeOf(file);
      if (name === 'workers') return false;
      return HOUSE[name] === undefined || (HOUSE[name].rooms.length > 0 && room === '');
    });
    expect(lost).toEqual([]);
    for (const [name, { rooms }] of Object.entries(HOUSE))
      for (const room of rooms)
        expect(
          files.some((file) => placeOf(file).path === `${name}/${room}`),
          `${name}/${room}`,
        ).toBe(true);
  });

  test('an import runs down the line of roots, and down the order of rooms in its root', () => {
    expect(imports.filter((one) => !isAllowed(one)).map(named)).toEqual([]);
  });

  test('no files import each other in a circle, types counted', () => {
    expect(circles()).toEqual([]);
  });

  test('features are named in one list: the rest of the shell, and the workbench, know none', () => {
    const knowing = imports.filter(
      ({ from, to }) => placeOf(to).path === 'app/features' && placeOf(from).path !== 'app/features',
    );
    expect([...new Set(knowing.map(({ from }) => from))]).toEqual(['src/app/shell/features.ts']);
    expect(knowing.filter(({ to }) => !to.endsWith('/index.ts')).map(named)).toEqual([]);
  });

  test('no feature imports another, and a part of one imports nothing of what it is shown in', () => {
    const featureOf = (file: string): string => /^src\/app\/features\/([\w-]+)\//.exec(file)?.[1] ?? '';
    const ofFeatures = imports.filter(({ from, to }) => featureOf(from) !== '' && featureOf(to) !== '');
    expect(ofFeatures.length).toBeGreaterThan(200);
    expect(ofFeatures.filter(({ from, to }) => featureOf(from) !== featureOf(to)).map(named)).toEqual([]);
    const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/');
    const outward = ofFeatures.filter(({ from, to }) => folderOf(from).startsWith(`${folderOf(to)}/`));
    expect(outward.map(named)).toEqual([]);
  });

  test('no feature gives a function to state after its creation', () => {
    const assigned = /(?:\bapp|\bfiles|\.feature\(\w+\))\.\w+ = /;
    const page = files.filter((file) => /^app\/(?:features|navigation)$/.test(placeOf(file).path));
    expect(page.length).toBeGreaterThan(150);
    expect(page.filter((file) => assigned.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('the page knows the screens of features by their slots', () => {
    const ofPage = files.filter((file) =>
      /^src\/app\/(?:state\/[\w-]+|workbench\/slots|shell\/[\w-]+|navigation\/(?:address|page-fragment|places))\.tsx?$/.test(
        file,
      ),
    );
    expect(ofPage.length).toBeGreaterThan(30);
    const ofScreen = /^src\/app\/state\/(?:table|fleet|lab)\//;
    const naming = imports.filter(({ from, to }) => ofPage.includes(from) && ofScreen.test(to));
    expect(naming.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('no command imports another, and each is named in one list', () => {
    const folder = 'src/node/cli/commands/';
    const commandOf = (file: string): string =>
      file.startsWith(folder) ? (/^[\w-]+(?=\/)/.exec(file.slice(folder.length))?.[0] ?? '') : '';
    const entering = imports.filter(
      ({ from, to }) => commandOf(to) !== '' && commandOf(from) !== commandOf(to),
    );
    const listed = entering.filter(({ from }) => from === `${folder}index.ts`);
    expect(entering.filter((one) => !listed.includes(one)).map(named)).toEqual([]);
    expect(listed.map(({ to }) => to).sort()).toEqual(
      [...new Set(files.map(commandOf))]
        .filter(Boolean)
        .map((name) => `${folder}${name}/command.ts`)
        .sort(),
    );
  });

  test('what every call of the command line loads is small, and no command that runs', () => {
    const loaded = new Set(['src/node/cli/main.ts', 'src/node/cli/start.ts']);
    // What `import()` names is loaded later.
    const atOnce = (file: string): string =>
      readFileSync(join(root, file), 'utf8').replaceAll(/\bimport\(/g, 'later(');
    for (const file of loaded)
      for (const { to, kind } of importsOf(file, atOnce(file), known)) if (kind === 'code') loaded.add(to);
    const isCommand =
      /^src\/node\/cli\/commands\/(?:index|[\w-]+\/(?:command|[\w-]+-(?:options|setting)))\.ts$/;
    const beside = [...loaded].filter(
      (file) => file.startsWith('src/node/cli/commands/') && !isCommand.test(file),
    );
    expect(beside).toEqual([]);
    expect([...loaded].filter((file) => /^src\/(?:engine\/(?!base\/text)|drawing)/.test(file))).toEqual([]);
    expect(loaded.size).toBeGreaterThan(20);
    expect(loaded.size).toBeLessThan(50);
  });

  test('the page takes types, and no code, from what runs in workers', () => {
    const code = imports.filter(
      ({ from, to, typeOnly }) =>
        LOADED_BY_PAGE.includes(placeOf(from).root) &&
        TYPES_ONLY.some((place) => `${placeOf(to).path}/`.startsWith(`${place}/`)) &&
        !typeOnly,
    );
    expect(code.map(named)).toEqual([]);
  });

  test('a format is known to the list of formats only; what is written is a qlog for all of them', () => {
    const formats = 'src/engine/input/formats/';
    const folderOf = (file: string): string =>
      file.startsWith(formats) ? (/^[\w-]+(?=\/)/.exec(file.slice(formats.length))?.[0] ?? '') : '';
    const entering = imports.filter(({ from, to }) => folderOf(to) !== '' && folderOf(to) !== folderOf(from));
    const isAllowedIn = ({ from, to }: Import): boolean =>
      from === `${formats}index.ts`
        ? to === `${formats}${folderOf(to)}/index.ts`
        : ['exporting.ts', 'write.ts'].some((name) => from === formats + name) &&
          to.startsWith(`${formats}qlog/write/`);
    expect(entering.filter((one) => !isAllowedIn(one)).map(named)).toEqual([]);
    expect(entering.map(({ to }) => to)).toContain(`${formats}qlog/index.ts`);
  });

  test('nothing above the formats parses or writes a record', () => {
    const above = files.filter((file) =>
      /^(?:workers|src\/engine\/(?:base\/columns|input\/bytes|sender|findings|reading(?!\/segments)|service\/(?:filter|answers)))\//.test(
        file,
      ),
    );
    const holding = (pattern: RegExp): readonly string[] =>
      above.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort();
    expect(above.length).toBeGreaterThan(150);
    expect(holding(/JSON\.parse\(/)).toEqual([]);
    // The key of a filter.
    expect(holding(/JSON\.stringify\(/)).toEqual(['src/engine/service/answers/events/event-list.ts']);
    expect(
      holding(/looksLikeHeader|readHeader|PACKET_\w+_KEYS|METRIC_\w*KEYS|METRIC_FIELDS|shapeEvent/),
    ).toEqual([]);
  });

  test('what leaves is redacted by one file, and leaves the page through few', () => {
    const beside = imports.filter(
      ({ from, to }) =>
        placeOf(to).path === 'engine/service/redaction' &&
        placeOf(from).path !== 'engine/service/redaction' &&
        to !== 'src/engine/service/redaction/redact.ts',
    );
    expect(beside.map(named)).toEqual([]);
    expect(
      imports.filter(({ to }) => to === 'src/engine/service/redaction/redact.ts').length,
    ).toBeGreaterThan(8);
    const holding = (pattern: RegExp): readonly string[] =>
      files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort();
    expect(holding(/clipboard\.write|createObjectURL|\.download\b|navigator\.(?:share|sendBeacon)/)).toEqual([
      'src/app/controls/copy-button.tsx',
      'src/app/controls/save-file.ts',
      'src/app/navigation/page-link.ts',
      'src/app/workbench/export/copy-picture.ts',
    ]);
    // Messages to another window leave by one file, to an origin that the page's host listed.
    expect(holding(/window\.(?:parent|opener)/)).toEqual(['src/app/features/embed/embedder.ts']);
    // Bytes of a trace are sent by one file, to the store that the page's host configured.
    expect(holding(/method: '(?:PUT|POST)'/)).toEqual(['src/app/backend/store-client.ts']);
    // What these save and copy stands in tests/support/ways-out.ts; the details of a failure hold nothing of a trace.
    expect(holding(/<CopyButton|\b(?:saveFile|saveBlob|copyOrSave|copyPicture)\(/)).toEqual([
      'src/app/controls/failure-boundary.tsx',
      'src/app/controls/row-actions.ts',
      'src/app/controls/save-file.ts',
      'src/app/features/events/event-record.tsx',
      'src/app/features/export-range/export-form.tsx',
      // The lab's: nothing of a trace that was opened.
      'src/app/features/lab/experiment-card.tsx',
      'src/app/features/lab/lab-results.tsx',
      'src/app/features/lab/lab-run-list.tsx',
      'src/app/features/lab/plot-figure.tsx',
      'src/app/features/measure/measure-box.tsx',
      'src/app/features/packet/packet-box.tsx',
      'src/app/features/report/report-form.tsx',
      'src/app/features/report/report-input.ts',
      'src/app/features/share/share-fleet.tsx',
      'src/app/features/share/share-form.tsx',
      'src/app/features/share/share-table.tsx',
      'src/app/features/share/store/store-steps.tsx',
      'src/app/features/triage/groups/copy-groups.ts',
      'src/app/features/what-if/what-if-form.tsx',
      'src/app/features/wrong-verdict/wrong-verdict-form.tsx',
      'src/app/shell/range-bar.tsx',
      // The whole connection ID, on its own: what its button says it copies.
      'src/app/shell/summary-strip.tsx',
      'src/app/workbench/export/copy-picture.ts',
      'src/app/workbench/export/finding-picture.ts',
      'src/app/workbench/export/panel-exports.ts',
      'src/app/workbench/panel/request-entries.tsx',
    ]);
  });

  test('only the page knows the document, and each root its own walls', () => {
    const configOf = (
      folder: string,
    ): { compilerOptions: { lib: string[]; types?: string[] }; references?: unknown } =>
      JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'));
    for (const [name, { on }] of Object.entries(HOUSE)) {
      const { compilerOptions, references = [] } = configOf(`src/${name}`);
      expect(compilerOptions.lib.includes('DOM'), name).toBe(name === 'app');
      expect(
        (references as { path: string }[]).map(({ path }) => path),
        name,
      ).toEqual(on.map((other) => `../${other}`));
    }
    expect(configOf('workers').compilerOptions.lib).toEqual(['ES2023', 'WebWorker']);
    const pure = files.filter((file) => placeOf(file).root !== 'app');
    const knowing = (pattern: RegExp): readonly string[] =>
      pure.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
    expect(knowing(/from 'react/)).toEqual([]);
    expect(knowing(/from 'node:/).filter((file) => placeOf(file).root !== 'node')).toEqual([]);
    expect(knowing(/from 'node:/).length).toBeGreaterThan(0);
  });

  test('the page keeps its state in one root: no module holds a store or a variable', () => {
    const held = /^(?:export )?(?:let |const \w+[^=\n]*=\s*(?:createStore|openChoices)\b)/m;
    const page = files.filter((file) => placeOf(file).root === 'app');
    expect(page.filter((file) => held.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('no file is longer than 450 lines, and workers are thin', () => {
    const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    expect(files.filter((file) => lines(file) > 450)).toEqual([]);
    expect(files.filter((file) => placeOf(file).root === 'workers' && lines(file) >= 60)).toEqual([]);
  });

  test('no list is spread for its looks', () => {
    const spread = /\.\.\.\{|\.\.\.\(?\[[^\][]*\](?: as const\))?,/;
    expect(files.filter((file) => spread.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('columns are read without a cast', () => {
    const casts = files.flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/\bas number\b/g) ?? [],
    );
    expect(casts.length).toBeLessThanOrEqual(100);
  });

  test('few functions are longer than 70 lines', () => {
    const long = files.flatMap((file) => longFunctions(file, readFileSync(join(root, file), 'utf8')));
    expect(long.length, long.join(', ')).toBeLessThanOrEqual(MOST_LONG_FUNCTIONS);
  });
});

describe('the page about the house', () => {
  /** What a path in its text may begin at. */
  const BASES = ['', 'src/', 'src/engine/', 'src/engine/input/', 'src/engine/input/formats/qlog/'];
  const names = new Set(
    ['src', 'tests'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
    ),
  );

  test('names files and folders that there are', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const named = [...text.matchAll(/`([\w-]+(?:[./][\w-]+)*\/?)`|\]\(([^)#]+)/g)]
      .map(([, code, link]) => (code ?? link ?? '').replace(/\/$/, ''))
      .filter((name) => /[./]/.test(name) && !/\b(?:ID|NAME)\b/.test(name));
    expect(named.length).toBeGreaterThan(80);
    const isThere = (name: string): boolean =>
      names.has(name) || BASES.some((base) => existsSync(join(root, base, name)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});
