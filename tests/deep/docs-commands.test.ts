/**
 * Every command that a document shows is run as it stands there, in the order of its document, or has a reason why it cannot be.
 * What it prints is held elsewhere; here, that it is a call, and that what it names exists or is made by a command before it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackages } from '../../scripts/chromium.mjs';
import { buildCli } from '../support/cli-process.ts';
import { COMMANDS, DOCUMENTS, workplace } from '../support/docs-commands.ts';

/** Beginnings of commands that are not run here, and why. */
const NOT_HERE: readonly (readonly [start: string, why: string])[] = [
  ['npm ci && npm start', 'needs the registry, and serves until it is ended: tests/corpus/cli-serve.test.ts'],
  ['npm ci && npm test', 'is what runs this'],
  ['npm ci', 'needs the registry'],
  ['npm run dev', 'serves until it is ended'],
  ['npm test', 'is what runs this'],
  ['npm start --', 'serves until it is ended: tests/corpus/cli-serve.test.ts'],
  ['ssh ', 'needs another machine'],
  ['podman ', 'needs a container engine'],
  ['npx qlogscope record', 'needs two programs of the reader: tests/deep/record.test.ts'],
  ['apt-get install', 'is for the machine of the reader'],
  ['openssl req', 'prints nothing: a certificate for the calls after it'],
  ['GOBIN=$PWD go install', 'needs the registry'],
  ['pip install', 'needs the registry'],
  ['cargo init', 'needs the registry'],
  ['cp -r ~/.cargo', 'builds for many minutes'],
  ['qlogscope fleet /data/', 'needs Apache Spark: tests/deep/fleet-job.test.ts'],
  ['npx qlogscope fleet /data/', 'needs Apache Spark: tests/deep/fleet-job.test.ts'],
  ['npm run bench', 'measures for hours, by hand'],
  ['tests/bench/ns3/build.sh', 'needs ns-3'],
  ['node tests/bench/ns3/run.mjs', 'needs ns-3'],
  ['npx vite build -c vite.cli.config.ts', 'is how the command line of all these tests is built'],
  ['python3 tests/bench/replay/replay.py', 'reads traces beside the checkout, by hand'],
  ['npm install ./qlogscope-', 'is run by tests/deep/package.spec.ts'],
  ['npx qlogscope serve', 'serves until it is ended: tests/corpus/cli-serve.test.ts'],
  ['npx qlogscope experiment --all', 'is run by tests/deep/experiments.test.ts'],
];
/** Whole commands. */
const NOT_HERE_WHOLE: readonly (readonly [command: string, why: string])[] = [
  ['npx qlogscope', 'serves until it is ended: tests/deep/package.spec.ts'],
];
/** Written by `experiment --all`, which runs each of them: tests/deep/experiments.test.ts. */
const MADE_BY_ALL = 'docs/experiments.md';

const isHere = ({ file, command }: { readonly file: string; readonly command: string }): boolean =>
  file !== MADE_BY_ALL &&
  !NOT_HERE.some(([start]) => command.startsWith(start)) &&
  !NOT_HERE_WHOLE.some(([whole]) => command === whole);

/** Exit statuses of a call that was understood: 1 where something was found. */
const UNDERSTOOD = [0, 1];

const parent = mkdtempSync(join(tmpdir(), 'qlogscope-docs-'));

beforeAll(() => {
  buildCli();
  if (spawnSync('jq', ['--version']).status !== 0) installPackages(['jq']);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('every reason is of a command that there is', () => {
  const unused = [
    ...NOT_HERE.filter(([start]) => !COMMANDS.some(({ command }) => command.startsWith(start))),
    ...NOT_HERE_WHOLE.filter(([whole]) => !COMMANDS.some(({ command }) => command === whole)),
  ];
  expect(unused).toEqual([]);
  expect(COMMANDS.filter(isHere).length).toBeGreaterThan(40);
  expect(COMMANDS.filter(({ file }) => file === MADE_BY_ALL).map(({ command }) => command)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^npx qlogscope experiment [\w-]+$/)]),
  );
});

describe.each(DOCUMENTS.filter((file) => COMMANDS.some((one) => one.file === file && isHere(one))))(
  '%s',
  (file) => {
    const made = mkdtempSync(join(parent, 'doc-'));
    let place = { cwd: '', bin: '' };
    beforeAll(() => {
      place = workplace(made, file);
    });

    test.each(COMMANDS.filter((one) => one.file === file && isHere(one)).map(({ command }) => command))(
      '%s',
      (command) => {
        const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
          cwd: place.cwd,
          env: {
            ...process.env,
            PATH: `${place.bin}:${process.env.PATH}`,
            GITHUB_STEP_SUMMARY: join(place.cwd, 'summary.md'),
          },
          encoding: 'utf8',
          maxBuffer: 1e9,
        });
        expect(UNDERSTOOD, stderr).toContain(status);
        expect(stderr).not.toMatch(/no such file|could not|cannot/i);
        // What it is to write, or print, is there.
        const into = / (?:--output|--out|>>?) "?([\w./$-]+)"?/.exec(command)?.[1];
        if (into === undefined) expect(stdout.length).toBeGreaterThan(0);
        else
          expect(existsSync(join(place.cwd, into.replace('$GITHUB_STEP_SUMMARY', 'summary.md')))).toBe(true);
      },
    );
  },
);
