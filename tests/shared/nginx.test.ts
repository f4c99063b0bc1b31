/** `npm run test:shared`: each debug log of NGINX of `../shared/traces`, against the path's counts and what the log itself says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { httpRowsOf } from '../../src/engine/sender/http/http-rows.ts';
import { readTrace } from '../support/load.ts';
import { readLog } from '../support/nginx-log.ts';

const FOLDER = new URL('../../../shared/traces/nginx/', import.meta.url).pathname;

interface Recording {
  readonly file: string;
  readonly logs: readonly string[];
  readonly truth: { readonly down_packets: number; readonly down_bytes: number };
  readonly access: readonly (readonly [number, number, string, string, string, number])[];
  readonly reader_check: { readonly lost: number; readonly lost_spurious: number; readonly rtt_n: number };
  readonly cut_bytes?: unknown;
}

const RECORDINGS = (
  JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8')) as readonly Recording[]
).filter(
  // Of a log that is cut the path knows more.
  ({ cut_bytes }) => cut_bytes === undefined,
);

it('are many', () => expect(RECORDINGS.length).toBeGreaterThan(30));

describe.each(RECORDINGS.map((recording) => [recording.file, recording] as const))('%s', (_, recording) => {
  it('has what was on the path', () => {
    const { pipeline, problems } = readLog(recording.logs.map((name) => readTrace(FOLDER + name)));
    const states = pipeline.connections.map(({ state }) => state);
    const sum = (of: (state: (typeof states)[number]) => number): number =>
      states.reduce((all, one) => all + of(one), 0);
    expect({
      problems: problems.length,
      datagrams: sum(({ counts }) => counts.sentDatagrams),
      bytes: sum(({ sentBytes }) => sentBytes),
      lost: sum(({ losses }) => losses.summary.packets),
      spurious: sum(({ spuriousLosses }) => spuriousLosses),
      rttSamples: sum(({ counts }) => counts.rttSamples),
    }).toEqual({
      problems: 0,
      datagrams: recording.truth.down_packets,
      bytes: recording.truth.down_bytes,
      lost: recording.reader_check.lost,
      spurious: recording.reader_check.lost_spurious,
      rttSamples: recording.reader_check.rtt_n,
    });
    const requests = states.flatMap((state) =>
      httpRowsOf(state).rows.map(({ method, path, status }) => `${method} ${path} ${status}`),
    );
    const due = recording.access.filter(([, , , , protocol]) => protocol === 'HTTP/3.0');
    expect(requests.sort()).toEqual(
      due.map(([, , method, path, , status]) => `${method} ${path} ${status}`).sort(),
    );
  });
});
