/**
 * `npm run test:shared`: how every connection ended of which a manifest says it, as either side logged it. A connection that
 * ended well is never critical; those that failed are, and no other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { END_RULES } from '../support/corpus/claims-ends.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';

const SHARED = new URL('../../../shared/traces/', import.meta.url).pathname;
const FOLDERS = ['wire', 't3', 'paths', 'other', 'quiche', 'quiche-more', 'runs', 'nginx'];

/** By script, or as the program noted it; by the beginning of their names. */
const FAILED: readonly (readonly [trace: string, why: string])[] = [
  ['wire/aio-alpn-fail.client', 'no ALPN in common: TLS alert 120'],
  ['wire/aio-alpn-fail.server', 'no ALPN in common: TLS alert 120'],
  ['wire/go-alpn-fail.client', 'no ALPN in common: TLS alert 120'],
  ['wire/go-alpn-fail.server', 'no ALPN in common: TLS alert 120'],
  ['wire/go-deaf.client', 'nothing reaches the server'],
  [
    't3/mtu-hole_quiche-cubic_server',
    'what it sends is too large for the path, and the connection ends with it',
  ],
  ['t3/vanish_quiche-cubic_server', 'the client process ends at 1.2 s without a word'],
];
/** Ends with an error of the application, or by one. */
const WARNED: readonly string[] = [
  ...['nginx/close-err', 'quiche/spiral-baselevel-closed', 't3/close-err', 'wire/go-close-app'],
];

const tracesOf = (folder: string): readonly string[] =>
  readdirSync(SHARED + folder)
    .filter((name) => /\.s?qlog\.gz$/.test(name))
    .map((name) => `${folder}/${name}`);

test('connections that ended well are never critical, and those that failed are', () => {
  const failed: string[] = [];
  const warned: string[] = [];
  const holes: string[] = [];
  let judged = 0;
  for (const trace of FOLDERS.flatMap(tracesOf)) {
    for (const input of inputsOf(loadTrace(SHARED + trace))) {
      judged++;
      const { findings } = runDetectors(input);
      const [worst] = findings.filter(({ id }) => END_RULES.includes(id));
      for (const { id, severity, explainedBy } of findings)
        if (id === 'mtu-black-hole' || explainedBy?.key.startsWith('mtu-black-hole') === true)
          holes.push(`${trace}: ${severity} ${id}`);
      if (worst?.severity === 'critical') failed.push(trace.replace(/\.s?qlog\.gz$/, ''));
      if (worst?.severity === 'warning') warned.push(trace);
    }
  }
  expect(judged).toBeGreaterThan(450);
  expect(failed.sort()).toEqual(FAILED.map(([trace]) => trace).sort());
  // One path drops large packets: nothing else looks like one.
  expect(holes).toEqual(
    ['critical mtu-black-hole', 'critical peer-gone', 'warning delivery-stall', 'warning pto-storm'].map(
      (told) => `t3/mtu-hole_quiche-cubic_server.sqlog.gz: ${told}`,
    ),
  );
  expect(warned.filter((trace) => !WARNED.some((one) => trace.startsWith(one)))).toEqual([]);
});

test('what is due for made inputs is what their manifest says', () => {
  const { cases: files } = JSON.parse(readFileSync(`${SHARED}public/manifest.json`, 'utf8')) as {
    readonly cases: readonly { readonly file: string }[];
  };
  const due: { readonly [file: string]: string } = {
    'idle-end-without-a-reason.sqlog.gz': 'info idle-timeout',
    'conn-credit-never-renewed-blocked-said.sqlog.gz': 'warning idle-timeout',
    'window-full-no-probe-idle.sqlog.gz': 'critical peer-gone',
  };
  for (const { file } of files.filter((one) => /\.s?qlog\.gz$/.test(one.file))) {
    const [input] = inputsOf(loadTrace(`${SHARED}public/${file}`));
    if (input === undefined) throw new Error(`${file} holds no connection`);
    const [worst] = runDetectors(input).findings.filter(({ id }) => END_RULES.includes(id));
    const told = worst === undefined ? '' : `${worst.severity} ${worst.id}`;
    if (file in due) expect(told, file).toBe(due[file]);
    else expect(worst?.severity ?? 'info', file).toBe('info');
  }
});
