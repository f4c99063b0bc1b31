/** A file that is read again for groups: samples and landmarks of the connections that are asked for, as those of an open file. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outlineOf } from '../../../../../src/engine/reading/facts/outline.ts';
import { samplesOf } from '../../../../../src/engine/reading/facts/samples.ts';
import { samplesOfFile } from '../../../../../src/engine/service/answers/file-samples.ts';
import { type FromWorker, serve } from '../../../../../src/engine/service/answers/serve.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const PATH = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const fileOf = (name: string, content: Uint8Array | string) =>
  ({ kind: 'file', file: new File([content as Uint8Array<ArrayBuffer>], name) }) as const;
const SPIRAL = fileOf('a.gz', readFileSync(PATH));

test('are what an open file answers; a connection that it has not is left out', async () => {
  const { runs, failure } = await samplesOfFile(SPIRAL, [0, 7]);
  expect([runs.length, failure]).toEqual([1, null]);
  const { main } = loadTrace(PATH).pipeline;
  if (main === null) throw new Error('no connection');
  const { landmarks, outcome, completedUs } = outlineOf(main.state, main.ends.identity, null);
  expect(runs[0]).toEqual({
    ...{
      connection: 0,
      endUs: main.state.lastUs,
      samples: samplesOf(main.state),
      landmarks,
      outcome,
      completedUs,
    },
  });
  expect(runs[0]?.samples.series.map(({ quantity }) => quantity)).toContain('cwnd');
});

test('of what is no trace: why', async () => {
  const { runs, failure } = await samplesOfFile(fileOf('a.txt', 'hello'), [0]);
  expect([runs, failure?.kind]).toEqual([[], 'not-qlog']);
});

test('a worker answers by message, with the id that it was asked by', async () => {
  const answered = new Promise<FromWorker>((resolve) => {
    const ask = serve(new TraceSession(() => undefined), {
      post: resolve,
      onDefect: (error) => {
        throw error;
      },
    });
    ask({ type: 'sample', id: 12, source: SPIRAL, connections: [0] });
  });
  const message = await answered;
  expect(message).toMatchObject({ type: 'sampled', id: 12, samples: { failure: null } });
});
