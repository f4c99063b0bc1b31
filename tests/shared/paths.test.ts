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
  type LossKinds,
  lossKinds,
} from '../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import { loadTrace } from '../support/load.ts';

type Counts = LossKinds['counts'];

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
const NOTHING: Counts = { 'queue-full': 0, policed: 0, burst: 0, random: 0 };

const folderOf = (name: string): URL => new URL(`../../../shared/traces/${name}/`, import.meta.url);

function manifestOf<Entry>(name: string): readonly Entry[] {
  const manifest = new URL('manifest.json', folderOf(name));
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Entry[]) : [];
}

function judge(
  name: string,
  file: string,
): { readonly counts: Counts; readonly findings: readonly Finding[] } {
  const { state } = loadTrace(new URL(file, folderOf(name)).pathname).pipeline;
  const counts = lossKinds(state)?.counts ?? NOTHING;
  return { counts, findings: runDetectors(new DetectInput(state)).findings };
}

const sumOf = (counts: Counts): number => LOSS_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

/** One kind on the path is that of nearly all losses shown; of two, each has the share that the path noted. */
function holdKinds(shown: Counts, noted: Counts): void {
  const all = sumOf(shown);
  const kinds = LOSS_KINDS.filter((kind) => noted[kind] > 0);
  if (kinds.length === 0) return;
  expect(all, 'losses shown').toBeGreaterThan(0);
  const shareOf = (kind: LossKind): number => shown[kind] / all;
  for (const kind of kinds) {
    if (kinds.length === 1) expect(shareOf(kind), kind).toBeGreaterThanOrEqual(RIGHT_SHARE);
    else expect(Math.abs(shareOf(kind) - noted[kind] / sumOf(noted)), kind).toBeLessThanOrEqual(APART);
  }
}

const PATHS = manifestOf<PathTrace>('paths');

test('the shared traces are on this machine', () => {
  expect(PATHS.filter(({ role }) => role === 'sender').length).toBeGreaterThan(100);
});

const notedOf = ({ totals }: PathTrace): Counts => ({
  'queue-full': totals.tail_drops,
  policed: totals.policer_drops,
  burst: totals.dead_drops + totals.host_buffer_drops,
  random: totals.random_drops,
});

describe.each(PATHS)('$file', (entry) => {
  const { file, kind, role, totals } = entry;
  const { counts, findings } = judge('paths', file);
  const ids = new Set(findings.map(({ id }) => id));

  test('its losses have the kind of what dropped them; a receiver tells none', () => {
    if (role === 'sender') holdKinds(counts, notedOf(entry));
    else expect(counts).toEqual(NOTHING);
  });

  test('a policer is told where there is one, and nowhere else', () => {
    expect(ids.has('policed')).toBe(kind === 'policer' && role === 'sender');
  });

  test('a stall is told only where a host or a direction stood still', () => {
    if (!/^(stall|dead)-/.test(kind)) expect(ids.has('host-stall') || ids.has('delivery-stall')).toBe(false);
  });

  test('a full queue is told only where one dropped packets', () => {
    if (totals.tail_drops > 0) return;
    expect(counts['queue-full']).toBe(0);
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
    holdKinds(counts, { ...NOTHING, 'queue-full': link_drops.down_droptail, burst: link_drops.down });
  },
);
