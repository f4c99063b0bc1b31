/** Which files of a call are read as one trace: what the page joins, and no file read twice without need. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { LogIdentity } from '../../../../../src/engine/input/formats/log-identity.ts';
import { segmentGroups } from '../../../../../src/engine/reading/segments/grouping.ts';
import { joinedInputs } from '../../../../../src/node/cli/reading/joined-inputs.ts';
import { couldBelong, headOf, type LogHead } from '../../../../../src/node/cli/reading/log-heads.ts';
import { fileSource } from '../../../../../src/node/cli/reading/sources.ts';
import { ENTRIES, TRANSFERS, tracePath } from '../../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { loadBytes, readTrace } from '../../../../support/load.ts';
import { DEEP, someOf } from '../../../../support/tier.ts';

const identityOf = (header: string, odcid: string | null): LogIdentity => ({
  ...{ header, odcid, groupId: null, connectionIds: [] },
  ...{ originalIds: [], quicVersion: Number.NaN },
});

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-joined-'));
afterAll(() => rmSync(folder, { recursive: true }));

const AIOQUIC = tracePath('aioquic-1.7.2_cubic-loss5MB_client.qlog.gz');
const QUICHE = tracePath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

let folders = 0;
function written(
  logs: readonly Uint8Array[],
  nameOf = (i: number): string => `a.${i}.qlog`,
): readonly string[] {
  const inside = join(folder, String(folders++));
  mkdirSync(inside);
  return logs.map((log, i) => {
    const path = join(inside, nameOf(i));
    writeFileSync(path, log);
    return path;
  });
}

async function joinedOf(paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for await (const input of joinedInputs(paths, false))
    if (input.kind === 'segments') found.push(input.paths);
  return found;
}

const headsOf = (paths: readonly string[]): Promise<readonly (LogHead | null)[]> =>
  Promise.all(paths.map((path) => headOf(path, fileSource(path).source)));

async function couldBelongOf(paths: readonly string[]): Promise<readonly string[]> {
  const heads = (await headsOf(paths)).filter((head) => head !== null);
  return [...couldBelong(heads)].sort((a, b) => a - b).map((log) => basename(heads[log]?.name ?? ''));
}

const cutAt = (path: string, ...cuts: readonly number[]): readonly Uint8Array[] =>
  partsOf(cutLog(readTrace(path)), cuts);

test.each([1, 5, 12, 20, 40])('a log that was cut at event %i, inside the handshake, is one', async (cut) => {
  const paths = written(cutAt(AIOQUIC, cut));
  expect(await joinedOf(paths)).toEqual([paths]);
});

test('a part without packets is found by its id', async () => {
  const log = cutLog(readTrace(AIOQUIC));
  const isPacket = (event: Uint8Array): boolean =>
    /transport:packet_(sent|received)/.test(new TextDecoder().decode(event));
  const from = log.events.findIndex(
    (event, i) => i > 500 && !isPacket(event) && !isPacket(log.events[i + 1] as Uint8Array),
  );
  const paths = written(partsOf(log, [from, from + 2]));
  expect(await joinedOf(paths)).toEqual([paths]);
});

test('files without an id are found by their names, also beside a head of another log', async () => {
  const other = readTrace(tracePath('rate-cubic-fixed-s17.server.sqlog.gz'));
  const paths = written([...cutAt(QUICHE, 2500, 5500), other], (i) => (i < 3 ? `a.sqlog.${i}` : 'b.sqlog'));
  expect(await joinedOf(paths)).toEqual([paths.slice(0, 3)]);
  expect(await couldBelongOf(paths)).toEqual(['a.sqlog.0', 'a.sqlog.1', 'a.sqlog.2']);
});

const NONE = { sent: [null, null, null], received: [null, null, null] } as const;
const from = (first: number) => ({ first, last: first + 50 });

/** Of logs of quiche, which state no id. */
function headWith(name: string, ends: Partial<LogHead['ends']>, changes: Partial<LogHead> = {}): LogHead {
  const identity = identityOf('h', null);
  const times = { timeFormat: null, originMs: null, fromUs: 0, toUs: 1, paths: [] };
  const all = { identity, ...times, ...NONE, ...ends };
  const head = {
    name,
    ends: all,
    text: JSON.stringify(all),
    vantagePoint: 'server',
    headerMayGrow: false,
  } as const;
  return { ...head, isWhole: false, ...changes };
}

const START = { sent: [from(0), from(0), from(0)], received: [from(1), from(0), from(0)] };

test.each([
  ['a log whose own first packet is the first of its connection', START, false],
  ['one whose own first Initial packet is not', { ...START, sent: [from(1), from(0), from(0)] }, true],
  ['one that receives from the start, and sends nothing', { received: [from(0), null, from(0)] }, false],
  ['one that receives from after the start', { received: [from(1), null, from(0)] }, true],
  ['one without Initial packets', { sent: [null, null, from(0)] }, true],
  ['one without packets', {}, true],
] as const)('%s may continue one of a like name: %o, %s', (_, ends, may) => {
  const first = headWith('a.0.sqlog', START);
  expect([...couldBelong([first, headWith('a.1.sqlog', ends)])]).toEqual(may ? [0, 1] : []);
  expect([...couldBelong([first, headWith('b.1.sqlog', ends)])]).toEqual([]);
  const other = { identity: identityOf('g', null) };
  expect([...couldBelong([first, headWith('a.1.sqlog', { ...ends, ...other })])]).toEqual([]);
});

test('logs that share an id belong together where their headers may be the same, and one is from after the start', () => {
  const identity = identityOf('h', 'ab');
  const later = { identity: { ...identity, odcid: 'AB' }, sent: [null, null, from(7)] };
  const first = headWith('x', { ...START, identity });
  const found = (head: LogHead): readonly number[] => [...couldBelong([first, head])];
  expect(found(headWith('y', later))).toEqual([0, 1]);
  expect(found(headWith('y', { ...later, ...START, fromUs: 9 }))).toEqual([]);
  const otherHeader = { ...later, identity: { ...identity, header: 'g' } };
  expect(found(headWith('y', otherHeader))).toEqual([]);
  // What stands after the events of a contained document is not known yet.
  expect(found(headWith('y', otherHeader, { headerMayGrow: true }))).toEqual([0, 1]);
  expect(found(headWith('y', otherHeader, { headerMayGrow: true, vantagePoint: 'client' }))).toEqual([]);
  const copy = headWith('y', later);
  expect([...couldBelong([copy, { ...copy, name: 'z' }])]).toEqual([]);
});

test('of logs from the start of their connections, of both sides and copied, none is read wholly', async () => {
  const copies = someOf(ENTRIES, 4).flatMap(({ path }) =>
    ['a', 'b'].map((copy) => {
      const link = join(folder, `${copy}-${basename(path)}`);
      symlinkSync(path, link);
      return link;
    }),
  );
  expect(copies.length).toBeGreaterThan(40);
  expect(await couldBelongOf(copies)).toEqual([]);
});

test('the files of every trace are found from their heads as from all of them', async () => {
  let joined = 0;
  for (const [i, { path }] of someOf(TRANSFERS, 6).entries()) {
    const bytes = readTrace(path);
    // The largest takes ten times as long as most.
    if (bytes.length > (DEEP ? 4 : 2) * 2 ** 20) continue;
    const log = cutLog(bytes);
    const share = (i % 9) / 10 + 0.05;
    const parts = partsOf(log, [
      1 + Math.floor(share * 60),
      Math.floor((0.1 + share * 0.9) * log.events.length),
    ]);
    const paths = written(parts);
    const logs = parts.map((part, n) => ({
      name: paths[n] as string,
      ends: loadBytes(part).pipeline.connections[0]?.ends as NonNullable<LogHead['ends']>,
    }));
    const groups = segmentGroups(logs).map((group) => group.logs.map((n) => paths[n]));
    expect(await joinedOf(paths), path).toEqual(groups);
    joined += groups.length;
  }
  expect(joined).toBeGreaterThan(DEEP ? 20 : 3);
});
