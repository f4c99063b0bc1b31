/**
 * The arrows of the house: which room may import from which, as ARCHITECTURE.md draws it. Reads the imports
 * of every source file and fails on one that the table does not allow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Room → rooms it may import from, besides itself. Files at the top of `src` are rooms of their own. */
const ALLOWED: { readonly [room: string]: readonly string[] } = {
  'src/text': [],
  'src/bytes': [],
  'src/qlog-schema': [],
  'src/series': [],
  'src/records': ['src/bytes'],
  'src/filter': [],
  'src/decode': ['src/records', 'src/qlog-schema', 'src/series'],
  'src/replay': ['src/qlog-schema', 'src/series'],
  'src/models': ['src/replay', 'src/qlog-schema', 'src/series'],
  'src/detect': ['src/models', 'src/replay', 'src/qlog-schema', 'src/series', 'src/text'],
  'src/cut': [
    'src/protocol-cut.ts',
    'src/decode',
    'src/events',
    'src/qlog-schema',
    'src/redact',
    'src/replay',
    'src/series',
  ],
  'src/protocol-cut.ts': ['src/redact'],
  'src/protocol.ts': [
    'src/protocol-cut.ts',
    'src/protocol-events.ts',
    'src/protocol-parts.ts',
    'src/protocol-quality.ts',
    'src/bytes',
    'src/records',
    'src/qlog-schema',
    'src/replay',
    'src/series',
    'src/detect',
  ],
  'src/protocol-events.ts': [],
  'src/protocol-parts.ts': ['src/models', 'src/replay', 'src/series'],
  'src/protocol-quality.ts': ['src/bytes', 'src/decode', 'src/detect', 'src/qlog-schema', 'src/replay'],
  'src/events': [
    'src/filter',
    'src/protocol-events.ts',
    'src/qlog-schema',
    'src/records',
    'src/series',
    'src/text',
  ],
  'src/pipeline': [
    'src/cut',
    'src/protocol-cut.ts',
    'src/protocol.ts',
    'src/protocol-events.ts',
    'src/protocol-parts.ts',
    'src/protocol-quality.ts',
    'src/events',
    'src/models',
    'src/bytes',
    'src/records',
    'src/qlog-schema',
    'src/decode',
    'src/replay',
    'src/series',
    'src/detect',
    'src/text',
  ],
  'src/offline': [],
  workers: ['src/pipeline', 'src/bytes', 'src/protocol.ts', 'src/offline'],
  'src/cli': [
    'src/pipeline',
    'src/report',
    'src/detect',
    'src/models',
    'src/series',
    'src/records',
    'src/bytes',
    'src/protocol.ts',
    'src/text',
  ],
  'src/view': [],
  'src/redact': ['src/protocol.ts', 'src/protocol-quality.ts'],
  'src/store': ['src/view'],
  'src/keep': ['src/link', 'src/notes'],
  'src/link': ['src/redact', 'src/view', 'src/text'],
  'src/notes': ['src/view'],
  'src/digest': [
    'src/notes',
    'src/redact',
    'src/series',
    'src/detect',
    'src/models',
    'src/replay',
    'src/text',
    'src/protocol.ts',
    'src/protocol-parts.ts',
    'src/protocol-quality.ts',
  ],
  'src/report': [
    'src/notes',
    'src/view',
    'src/series',
    'src/detect',
    'src/models',
    'src/protocol.ts',
    'src/protocol-quality.ts',
    'src/text',
  ],
  'src/chart': ['src/view', 'src/series', 'src/text'],
  'src/worker-pool.ts': [],
  'src/trace-client.ts': [
    'src/worker-pool.ts',
    'src/protocol.ts',
    'src/protocol-cut.ts',
    'src/protocol-events.ts',
    'src/protocol-parts.ts',
    'src/bytes',
  ],
  'src/session': [
    'src/view',
    'src/notes',
    'src/store',
    'src/keep',
    'src/link',
    'src/digest',
    'src/series',
    'src/chart',
    'src/protocol.ts',
    'src/protocol-cut.ts',
    'src/protocol-events.ts',
    'src/protocol-parts.ts',
    'src/protocol-quality.ts',
    'src/trace-client.ts',
    'src/worker-pool.ts',
    'src/bytes',
    'src/text',
  ],
  'src/panels': [
    'src/redact',
    'src/session',
    'src/chart',
    'src/notes',
    'src/report',
    'src/view',
    'src/series',
    'src/replay',
    'src/protocol.ts',
    'src/protocol-parts.ts',
    'src/text',
  ],
  'src/app': [
    'src/redact',
    'src/protocol-cut.ts',
    'src/panels',
    'src/session',
    'src/keep',
    'src/offline',
    'src/chart',
    'src/notes',
    'src/report',
    'src/digest',
    'src/redact',
    'src/view',
    'src/protocol.ts',
    'src/protocol-events.ts',
    'src/protocol-parts.ts',
    'src/protocol-quality.ts',
    'src/detect',
    'src/filter',
    'src/bytes',
    'src/text',
  ],
};

/** Rooms whose types only may be imported from the page side: their code runs in the worker. */
const TYPES_ONLY_ON_PAGE = [
  'src/detect',
  'src/models',
  'src/replay',
  'src/records',
  'src/decode',
  'src/qlog-schema',
];
/** Pure, and read by the page: types only from the rooms of the worker as well. */
const PURE_ON_PAGE = ['src/notes', 'src/redact', 'src/report', 'src/digest'];
const PAGE = [
  'src/protocol.ts',
  'src/protocol-cut.ts',
  'src/protocol-events.ts',
  'src/protocol-parts.ts',
  'src/protocol-quality.ts',
  'src/view',
  'src/store',
  'src/keep',
  'src/link',
  'src/chart',
  'src/session',
  'src/panels',
  'src/app',
];

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

function roomOf(path: string): string {
  const [first, second] = path.split('/');
  if (first === 'workers') return 'workers';
  const room = `${first}/${second}`;
  if (room in ALLOWED) return room;
  return `${room}.ts`;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern = /^(import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)'/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), match[3] as string)),
    typeOnly: match[2] !== undefined,
  }));
}

const crossings = files
  .flatMap(importsOf)
  .filter(({ from, to }) => roomOf(from) !== roomOf(to) && !to.endsWith('.css'));

describe('the arrows of the house', () => {
  test('every source file lies in a room of the table', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !(roomOf(file) in ALLOWED))).toEqual([]);
  });

  test('no import crosses a wall that the table does not open', () => {
    const forbidden = crossings.filter(({ from, to }) => !ALLOWED[roomOf(from)]?.includes(roomOf(to)));
    expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('the page takes types, and no code, from the rooms of the worker', () => {
    const code = crossings.filter(
      ({ from, to, typeOnly }) =>
        [...PAGE, ...PURE_ON_PAGE].includes(roomOf(from)) &&
        TYPES_ONLY_ON_PAGE.includes(roomOf(to)) &&
        !typeOnly,
    );
    expect(code.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('the pure stages know no React; that they know no document is checked by their own tsconfig', () => {
    const pure = files.filter((file) => !PAGE.includes(roomOf(file)));
    const knowing = pure.filter((file) => /from 'react/.test(readFileSync(join(root, file), 'utf8')));
    expect(knowing).toEqual([]);
    const { compilerOptions, include } = JSON.parse(readFileSync(join(root, 'tsconfig.worker.json'), 'utf8'));
    expect(compilerOptions.lib).toEqual(['ES2023', 'WebWorker']);
    const elsewhere = ['src/trace-client.ts', 'src/worker-pool.ts', 'src/cli'];
    const rooms = [...new Set(pure.map(roomOf))].filter((room) => !elsewhere.includes(room));
    expect(rooms.filter((room) => !include.includes(room))).toEqual([]);
    const cli = JSON.parse(readFileSync(join(root, 'tsconfig.cli.json'), 'utf8'));
    expect(cli.include).toEqual(['src/cli']);
    expect(cli.compilerOptions).toEqual({ lib: ['ES2023', 'WebWorker'], types: ['node'] });
  });

  test('Node is known to the command line only', () => {
    const knowing = files.filter((file) => /from 'node:/.test(readFileSync(join(root, file), 'utf8')));
    expect(knowing.length).toBeGreaterThan(0);
    expect(knowing.filter((file) => roomOf(file) !== 'src/cli')).toEqual([]);
  });

  test('no file is longer than 500 lines, and workers are thin', () => {
    const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length;
    expect(files.filter((file) => lines(file) > 500)).toEqual([]);
    expect(files.filter((file) => roomOf(file) === 'workers' && lines(file) > 60)).toEqual([]);
  });
});
