/**
 * A text that another thread scans gives the same to the bit: whatever its chunks, also where it is damaged at any place, and
 * whichever stack wrote it.
 */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { ScanThread } from '../../src/engine/reading/scan/scan-thread.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { CONTAINERS } from '../support/containers.ts';
import { type Loaded, loadBytes, readTrace } from '../support/load.ts';
import { realTrace } from '../support/real-trace.ts';
import { type CutText, cutChunks, LocalScanPort } from '../support/scan-port.ts';
import { columnsOf } from '../support/state-columns.ts';
import { DEEP, draws } from '../support/tier.ts';

async function loadApart(text: CutText): Promise<Loaded> {
  const problems: DecodeProblem[] = [];
  const thread = new ScanThread(new LocalScanPort(cutChunks));
  const pipeline = new TracePipeline((problem) => problems.push(problem), null, undefined, thread);
  await thread.ready();
  for await (const _ of thread.scan(text));
  thread.stop();
  pipeline.end();
  return { pipeline, problems };
}

/** Everything known of a text and its connections, beside what `columnsOf` holds. */
function factsOf({ pipeline }: Loaded) {
  const { names, hasHeader, startedAnew, connections } = pipeline;
  return {
    names: Array.from({ length: names.length }, (_, id) => names.at(id)),
    hasHeader,
    startedAnew,
    connections: connections.map(({ info, quality, ends, midwayNumber }) => ({
      ...{ info, quality, ends, midwayNumber },
    })),
  };
}

const everythingOf = (loaded: Loaded) => ({ ...columnsOf(loaded), ...factsOf(loaded) });

const chunkSizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 8 });

describe.each(CONTAINERS)('a trace as %s', (container) => {
  const bytes = realTrace(container, DEEP ? 600_000 : 60_000);
  const whole = everythingOf(loadBytes(bytes));

  it('is the same however its chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(chunkSizes, async (sizes) => {
        expect(everythingOf(await loadApart({ bytes, sizes }))).toEqual(whole);
      }),
      { numRuns: draws(20, 5, 4) },
    );
  });

  it('is the same with damage at any place, at the ends of chunks too', async () => {
    await fc.assert(
      fc.asyncProperty(
        chunkSizes,
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: bytes.length }),
        async (sizes, flips, length) => {
          const damaged = bytes.slice(0, length);
          for (const [at, byte] of flips) if (at < length) damaged[at] = byte;
          // Damage on both sides of the first cut.
          const cut = sizes[0]!;
          if (cut < length) damaged[cut - 1] = damaged[cut] = 0x22;
          expect(await resultOf(() => loadApart({ bytes: damaged, sizes }))).toEqual(
            await resultOf(async () => loadBytes(damaged)),
          );
        },
      ),
      { numRuns: draws(40, 8, 5) },
    );
  });
});

/** What is read, or the error that ends it. */
async function resultOf(load: () => Promise<Loaded>): Promise<unknown> {
  try {
    return everythingOf(await load());
  } catch (error) {
    return { ...(error as Error), message: (error as Error).message };
  }
}

const CORPUS = new URL('../corpus/', import.meta.url).pathname;
const FILES = ['traces', 'other', 'hostile', 'nginx'].flatMap((folder) =>
  readdirSync(`${CORPUS}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:qlog|sqlog|json|log\.gz)(?:\.gz)?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

describe('traces of the corpus', () => {
  // The gate takes every eighth of them.
  it.each(FILES.filter((name, i) => DEEP || i % 8 === 0 || name === 'nginx/mixed.log.gz'))(
    '%s is the same',
    async (name) => {
      const bytes = readTrace(CORPUS + name);
      expect(await resultOf(() => loadApart({ bytes, sizes: [200_000] }))).toEqual(
        await resultOf(async () => loadBytes(bytes)),
      );
    },
  );

  it('are many', () => expect(FILES.length).toBeGreaterThan(40));
});
