/**
 * The table of implementations in docs/formats.md and what works with each, made from the copied corpus, so that it cannot
 * promise what does not hold. `npm run formats:table` writes it there.
 */
import { readFileSync } from 'node:fs';
import type { Connection, TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
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
export const TABLE_BEGIN = '<!-- implementations: written by `npm run formats:table` -->';
export const TABLE_END = '<!-- end of implementations -->';

const LOSS_WORDS = {
  logged: 'logged',
  counted: 'counted',
  'in-flight-drop': 'inferred',
  'ack-gap': 'inferred',
  'window-cut': 'inferred',
  'resent-data': 'inferred',
} as const;

function row(name: string, pipeline: TracePipeline): readonly string[] {
  const { info, state, quality } = pipeline.main as Connection;
  const { series } = state;
  const logged = (length: number): string => (length > 0 ? 'logged' : '–');
  return [
    name,
    `${pipeline.container ?? '–'}, ${info.version}`,
    logged(series.congestionWindow.length),
    series.bytesInFlight.length > 0 ? 'logged' : series.bytesInFlightRebuilt.length > 0 ? 'rebuilt' : '–',
    logged(series.smoothedRtt.length),
    logged(state.states.names.length),
    LOSS_WORDS[state.losses.summary.method],
    quality.received.withAckRanges > 0 ? 'logged' : '–',
    quality.resolution,
  ];
}

/** The traces that the table is made from: one of a sender per implementation and version, quiche first. */
export const TABLE_TRACES: readonly {
  readonly name: string;
  readonly file: string;
  readonly path: string;
}[] = (() => {
  const labels = JSON.parse(
    readFileSync(new URL('other/manifest.json', corpus), 'utf8'),
  ) as readonly OtherLabel[];
  const others = new Map<string, string>();
  for (const { implementation, version, side, file } of labels) {
    const name = `${implementation} ${version}`;
    if (side === 'sender' && !others.has(name)) others.set(name, file);
  }
  const placed = (name: string, file: string, folder: string) => ({
    name,
    file,
    path: new URL(folder + file, corpus).pathname,
  });
  return [
    ...QUICHE.map(([version, file]) => placed(`quiche ${version}`, file, 'traces/')),
    ...[...others]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([name, file]) => placed(name, file, 'other/')),
  ];
})();

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The row of one of these traces, as Markdown. */
export function tableRow(file: string, pipeline: TracePipeline): string {
  const trace = TABLE_TRACES.find((one) => one.file === file);
  if (trace === undefined) throw new RangeError(`the table has no row of ${file}`);
  return line(row(trace.name, pipeline));
}

/** The table as Markdown, from the rows of `TABLE_TRACES` in their order. */
export function tableOf(rows: readonly string[]): string {
  return [line(HEAD), line(HEAD.map(() => '---')), ...rows].join('\n');
}

/** The table, each of its traces read for it. */
export function dialectTable(): string {
  return tableOf(TABLE_TRACES.map(({ file, path }) => tableRow(file, loadTrace(path).pipeline)));
}
