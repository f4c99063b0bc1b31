/**
 * Tests that need no browser. `gate` is what `npm test` runs: unit and property tests and the copied corpus; `deep` is
 * what only `npm run test:deep` runs, beside the gate's own with all their draws; `shared` reads the shared folder.
 */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildScanner } from './scripts/build-scanner.mjs';

await buildScanner();

/**
 * One process per core for the whole run: starting one for each file cost more than most files. Most code of a test runs for less than
 * optimizing it takes, and makes objects that live for one test: both together cost a twentieth of the CPU time. Little is inlined, as in
 * the command line.
 */
const V8_FLAGS = [
  '--interrupt-budget=400000',
  '--max-semi-space-size=64',
  '--max-inlined-bytecode-size-cumulative=200',
];
const PROCESSES = { pool: 'forks', isolate: false, maxWorkers: 2, execArgv: V8_FLAGS } as const;

/** A busy machine makes a test slower, never red; with all its draws one takes minutes on a quiet one. */
const TIMEOUT_MS = process.env.QLOGSCOPE_DEEP === '1' ? 3_600_000 : 600_000;

/** `-u` rewrites the figures of `tests/corpus/findings.json` as well as Vitest's own files. */
const updates = process.argv.some((word) => word === '-u' || word === '--update');

/** Those that read many traces, then those that draw, then the rest: no process ends long before the other. */
const LONGEST = ['/tests/corpus/', '/tests/deep/', '/tests/property/'];

/** A file that loads modules anew makes its process load all of them again for those behind it: it comes last. */
const loadsAnew = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.resetModules()');

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(
      files.map(({ moduleId }) => {
        const found = LONGEST.findIndex((folder) => moduleId.includes(folder));
        const last = LONGEST.length + (loadsAnew(moduleId) ? 1 : 0);
        return [moduleId, found === -1 ? last : found];
      }),
    );
    const rank = ({ moduleId }: TestSpecification): number => ranks.get(moduleId) as number;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...PROCESSES,
          name: 'gate',
          env: { UPDATE_FINDINGS: updates ? '1' : '' },
          include: ['tests/{unit,property,corpus}/**/*.test.ts'],
          setupFiles: ['tests/support/property-seed.ts', 'tests/support/fetched.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          ...PROCESSES,
          name: 'deep',
          include: ['tests/deep/*.test.ts'],
          setupFiles: ['tests/support/property-seed.ts', 'tests/support/fetched.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'shared',
          include: ['tests/shared/*.test.ts'],
          setupFiles: ['tests/support/fetched.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
