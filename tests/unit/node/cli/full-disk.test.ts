/** A disk that is full where the answer goes: one sentence that says so, and status 2, from every command. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { EXPERIMENTS } from '../../../../src/engine/simulator/lab/experiments/index.ts';
import { COMMANDS } from '../../../../src/node/cli/commands/index.ts';
import { streamSink } from '../../../../src/node/cli/output.ts';
import { run } from '../../../support/cli-here.ts';
import { tracesOf } from '../../../support/cli-ways-out.ts';

const TRACE = new URL('../../../corpus/wire/ngtcp2-bigchain.client.sqlog.gz', import.meta.url).pathname;

/** What stands after the name where it is no trace: a call whose answer goes to standard output. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  simulate: ['--seeds', '1'],
  experiment: [String(EXPERIMENTS[0]?.id)],
  serve: ['--no-open', '--no-store', '--port', '0'],
  headers: ['nginx'],
  fleet: ['--help'],
  record: ['--help'],
};

const fullDisk = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  });

test.each(COMMANDS.map(({ name }) => name))('%s', async (command) => {
  const { status, stderr } = await run(
    [command, ...(CALLS[command] ?? tracesOf(command, [TRACE]))],
    '',
    streamSink(fullDisk(), 'standard output'),
  );
  const lines = stderr.split('\n').filter((line) => line.includes('standard output'));
  expect(lines).toEqual(['qlogscope: standard output: cannot be written: the disk is full']);
  expect(stderr).not.toMatch(/ at |Error/);
  expect(status).toBe(2);
});
