/**
 * The README's table of implementations and what works with each, made from the copied corpus, so that it cannot
 * promise what does not hold. `npm run readme:table` writes it into the README.
 */
import { readFileSync } from 'node:fs';
import type { Connection } from '../../src/pipeline/pipeline.ts';
import { loadTrace } from './load.ts';

export interface OtherLabel {
  readonly file: string;
  readonly implementation: string;
  readonly version: string;
  readonly role: string;
  readonly side: string;
  readonly happened: { readonly events: number; readonly packetsLostLogged: number };
}

const corpus = new URL('../corpus/', import.meta.url);
/** One sender's trace of each quiche release in the corpus. */
const QUICHE = [
  ['0.24.9', 'rate-024-cubic-s02.server.sqlog.gz'],
  ['0.26.0', 'rate-026-cubic-s05.server.sqlog.gz'],
  ['0.30.0', 'rate-cubic-buggy-s12.server.sqlog.gz'],
] as const;

const HEAD = [
  'implementation',
  'container, qlog',
  'cwnd',
  'in flight',
  'RTT',
  'states',
  'losses',
  'ACKs',
  'clock',
];
export const TABLE_BEGIN = '<!-- implementations: written by `npm run readme:table` -->';
export const TABLE_END = '<!-- end of implementations -->';

const LOSS_WORDS = {
  logged: 'logged',
  counted: 'counted',
  'in-flight-drop': 'inferred',
  'ack-gap': 'inferred',
  'window-cut': 'inferred',
  'resent-data': 'inferred',
} as const;

function row(name: string, path: string): readonly string[] {
  const { pipeline } = loadTrace(path);
  const { info, state, quality } = pipeline.main as Connection;
  const { series } = state;
  const logged = (length: number): string => (length > 0 ? 'logged' : '–');
  return [
    name,
    `${pipeline.container ?? '–'}, ${info.header.version}`,
    logged(series.congestionWindow.length),
    series.bytesInFlight.length > 0 ? 'logged' : series.bytesInFlightRebuilt.length > 0 ? 'rebuilt' : '–',
    logged(series.smoothedRtt.length),
    logged(state.states.names.length),
    LOSS_WORDS[state.losses.summary.method],
    quality.received.withAckRanges > 0 ? 'logged' : '–',
    quality.resolution,
  ];
}

/** The table as Markdown: one row per implementation and version, from a sender's trace of each. */
export function dialectTable(): string {
  const labels = JSON.parse(
    readFileSync(new URL('other/manifest.json', corpus), 'utf8'),
  ) as readonly OtherLabel[];
  const seen = new Set<string>();
  const others = labels.filter(({ implementation, version, side }) => {
    const name = `${implementation} ${version}`;
    if (side !== 'sender' || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
  const rows = [
    ...QUICHE.map(([version, file]) => row(`quiche ${version}`, new URL(`traces/${file}`, corpus).pathname)),
    ...others
      .map(({ implementation, version, file }) =>
        row(`${implementation} ${version}`, new URL(`other/${file}`, corpus).pathname),
      )
      .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en', { numeric: true })),
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n');
}
