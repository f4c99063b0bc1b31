/**
 * `npm run test:shared`: what dropped the packets and what stood still, held against what the path itself noted of each
 * (`totals` and `kind` of `paths/`, `link_drops` of the blackouts of `quiche` and `quiche-more`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/engine/findings/finding/finding';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import {
  LOSS_KINDS,
  type LossKind,
  lossKinds,
} from '../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import { loadTrace } from '../support/load.ts';
import { type LossCounts, lossCounts, NO_LOSSES, rightOf, sumOf } from '../support/loss-counts.ts';

interface PathTrace {
  readonly file: string;
  readonly kind: string;
  readonly role: 'sender' | 'receiver';
  readonly totals: {
    readonly tail_drops: number;
    readonly policer_drops: number;
    readonly random_drops: number;
    readonly dead_drops: number;
    readonly host_buffer_drops: number;
  };
}

interface BlackoutTrace {
  readonly file: string;
  readonly link_drops: { readonly down: number; readonly down_droptail: number };
}

/** Of the losses that a trace shows, and how far two shares may be apart. */
const RIGHT_SHARE = 0.9;
const APART = 0.1;
/** At 500 Mbit/s BBR makes queues of its own in hosts: a random loss in one looks like its. */
const rightShareOf = (file: string): number =>
  file.startsWith('random1-500mbit-rtt5_ngtcp2-bbr2') ? 0.8 : RIGHT_SHARE;

const folderOf = (name: string): URL => new URL(`../../../shared/traces/${name}/`, import.meta.url);

function manifestOf<Entry>(name: string): readonly Entry[] {
  const manifest = new URL('manifest.json', folderOf(name));
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Entry[]) : [];
}

function judge(
  name: string,
  file: string,
): { readonly counts: LossCounts; readonly findings: readonly Finding[] } {
  const { state } = loadTrace(new URL(file, folderOf(name)).pathname).pipeline;
  const counts = lossKinds(state)?.counts ?? NO_LOSSES;
  return { counts, findings: runDetectors(new DetectInput(state)).findings };
}

/** One kind on the path is that of nearly all losses shown; of two, each has the share that the path noted. */
function holdKinds(shown: LossCounts, noted: LossCounts, rightShare = RIGHT_SHARE): void {
  const all = sumOf(shown);
  const kinds = LOSS_KINDS.filter((kind) => noted[kind] > 0);
  if (kinds.length === 0) return;
  expect(all, 'losses shown').toBeGreaterThan(0);
  const shareOf = (kind: LossKind): number => shown[kind] / all;
  for (const kind of kinds) {
    if (kinds.length === 1) expect(shareOf(kind), kind).toBeGreaterThanOrEqual(rightShare);
    else expect(Math.abs(shareOf(kind) - noted[kind] / sumOf(noted)), kind).toBeLessThanOrEqual(APART);
  }
}

const PATHS = manifestOf<PathTrace>('paths');

test('the shared traces are on this machine', () => {
  expect(PATHS.filter(({ role }) => role === 'sender').length).toBeGreaterThan(100);
});

const notedOf = ({ totals }: PathTrace): LossCounts =>
  lossCounts({
    // The buffer of a host that does not read is a queue as well.
    'queue-full': totals.tail_drops + totals.host_buffer_drops,
    policed: totals.policer_drops,
    burst: totals.dead_drops,
    random: totals.random_drops,
  });

describe.each(PATHS)('$file', (entry) => {
  const { file, kind, role, totals } = entry;
  const { counts, findings } = judge('paths', file);
  const ids = new Set(findings.map(({ id }) => id));

  test('its losses have the kind of what dropped them; a receiver tells none', () => {
    if (role === 'sender') holdKinds(counts, notedOf(entry), rightShareOf(file));
    else expect(counts).toEqual(NO_LOSSES);
  });

  test('a policer is told where there is one, and nowhere else', () => {
    expect(ids.has('policed')).toBe(kind === 'policer' && role === 'sender');
  });

  test('a stall is told only where a host or a direction stood still', () => {
    if (!/^(stall|dead)-/.test(kind)) expect(ids.has('host-stall') || ids.has('delivery-stall')).toBe(false);
  });

  test('a full queue is told only where one dropped packets', () => {
    if (totals.tail_drops + totals.host_buffer_drops > 0) return;
    expect(counts['queue-full']).toBeLessThanOrEqual(Math.round((1 - rightShareOf(file)) * sumOf(counts)));
    expect(findings.filter(({ verdict }) => /full queue/.test(verdict))).toEqual([]);
  });
});

const BLACKOUTS = [
  ...manifestOf<BlackoutTrace>('quiche-more').map((entry) => ({ ...entry, folder: 'quiche-more' })),
  ...manifestOf<BlackoutTrace>('quiche').map((entry) => ({ ...entry, folder: 'quiche' })),
].filter(({ file }) => /^(outage|blackout)/.test(file));

test('blackouts were recorded', () => {
  expect(BLACKOUTS.length).toBe(3);
});

test.each(BLACKOUTS)(
  '$folder/$file: what the link carried nowhere is a burst',
  ({ folder, file, link_drops }) => {
    const { counts } = judge(folder, file);
    expect(counts.burst).toBeGreaterThan(0);
    holdKinds(counts, { ...NO_LOSSES, 'queue-full': link_drops.down_droptail, burst: link_drops.down });
  },
);

/** What a path of `t3` or `paths` noted of the data of one direction; a kind that a path cannot drop by is left out. */
interface NotedTrace {
  readonly file: string;
  readonly role: 'sender' | 'receiver';
  readonly truth: { readonly [count: string]: unknown };
}

const noted = ({ truth }: NotedTrace): LossCounts => {
  const sum = (...names: readonly string[]): number =>
    names.reduce((all, name) => all + Number(truth[`${name}_count`] ?? 0), 0);
  // A path that carries nothing for a while, and one that drops in bursts, lose at random as well.
  return lossCounts({
    'queue-full': sum('drops_tail', 'down_tail', 'drops_aqm', 'host_rcvbuf_drops'),
    policed: sum('drops_policer', 'down_policer'),
    random: sum('drops_random', 'down_random', 'drops_dead', 'down_dead'),
    'too-large': sum('drops_mtu'),
  });
};

/** Random losses and bursts are one family: which of them a run of random losses is chance decides. */
const inFamilies = ({ burst, random, ...others }: LossCounts): LossCounts => ({
  ...others,
  burst: 0,
  random: random + burst,
});

describe('of all paths that noted their drops', () => {
  const rows = ['t3', 'paths'].flatMap((folder) =>
    manifestOf<NotedTrace>(folder)
      .filter(({ file, role }) => role === 'sender' && !file.endsWith('_client.sqlog.gz'))
      .map((entry) => {
        const { counts, findings } = judge(folder, entry.file);
        const [shown, dropped] = [inFamilies(counts), noted(entry)];
        const isPoliced = findings.some(({ id }) => id === 'policed');
        return {
          file: entry.file,
          lost: sumOf(shown),
          shown,
          right: rightOf(shown, dropped),
          dropped,
          isPoliced,
        };
      }),
  );
  const lossy = rows.filter(({ lost }) => lost > 0);
  const wrongOf = ({ lost, shown, right }: (typeof rows)[number]): number => lost - shown.unknown - right;

  test('95 percent of the lost packets have the right kind, and nine tenths in nine of ten traces', () => {
    const sum = (of: (row: (typeof rows)[number]) => number): number =>
      lossy.reduce((all, row) => all + of(row), 0);
    expect(lossy.length).toBeGreaterThan(100);
    expect(sum(({ right }) => right) / sum(({ lost }) => lost)).toBeGreaterThanOrEqual(0.95);
    // One packet is more than a tenth of few.
    const good = lossy.filter((row) => wrongOf(row) <= 0.1 * row.lost + 0.5);
    expect(good.length / lossy.length).toBeGreaterThanOrEqual(0.9);
  });

  test('at most 15 percent of the losses of a trace with five or more are unknown', () => {
    const many = lossy.filter(({ lost }) => lost >= 5);
    expect(many.filter(({ lost, shown }) => shown.unknown > 0.15 * lost).map(({ file }) => file)).toEqual([]);
  });

  test('no policer is told where there is none', () => {
    expect(rows.filter(({ isPoliced, dropped }) => isPoliced && dropped.policed === 0)).toEqual([]);
  });
});
