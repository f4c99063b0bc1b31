/**
 * Debug logs of NGINX against the path between it and its client: datagrams, bytes, losses, samples of the RTT and requests are equal,
 * the window is every value that the log has, and the clock is that of the machine.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { httpRowsOf } from '../../src/engine/sender/http/http-rows.ts';
import { readTrace } from '../support/load.ts';
import { readLog } from '../support/nginx-log.ts';

const FOLDER = new URL('nginx/', import.meta.url).pathname;

interface Recording {
  readonly files: readonly string[];
  readonly version: string;
  readonly kind: string;
  /** Sent by NGINX, as the path counted them. */
  readonly datagrams: number;
  readonly bytes: number;
  readonly lost: number;
  readonly spurious: number;
  readonly rttSamples: number;
  /** Of the first datagram of the client, ms since 1970. */
  readonly originMs: number;
  /** Method, path and status, of NGINX's access log. */
  readonly requests: readonly (readonly [string, string, number])[];
}

const RECORDINGS = JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8')) as readonly Recording[];

describe.each(RECORDINGS.map((recording) => [recording.files.at(-1) as string, recording] as const))(
  '%s',
  (_, recording) => {
    const texts = recording.files.map((file) => readTrace(FOLDER + file));
    const { pipeline, problems, connection } = readLog(texts);
    const { state, info, quality } = connection;

    it('is one connection, of a server that it names', () => {
      expect(pipeline.connections).toHaveLength(1);
      expect(problems).toEqual([]);
      expect(info).toMatchObject({
        vantagePoint: 'server',
        implementationVersion: recording.version,
        headerAssumed: false,
      });
      expect(quality).toMatchObject({ resolution: '1 ms', unknownEvents: 0, backwardTimes: 0 });
    });

    it('has the datagrams, bytes, losses and samples that were on the path', () => {
      const { counts, losses, spuriousLosses, sentBytes } = state;
      expect({
        datagrams: counts.sentDatagrams,
        bytes: sentBytes,
        lost: losses.summary.packets,
        spurious: spuriousLosses,
        rttSamples: counts.rttSamples,
      }).toEqual({
        datagrams: recording.datagrams,
        bytes: recording.bytes,
        lost: recording.lost,
        spurious: recording.spurious,
        rttSamples: recording.rttSamples,
      });
    });

    it('has the window of every line', () => {
      const logged: number[] = [];
      for (const text of texts)
        for (const [, win] of Buffer.from(text)
          .toString('latin1')
          .matchAll(/ quic congestion [a-z ]*[^\n]* win:(\d+)/g))
          if (logged.at(-1) !== Number(win)) logged.push(Number(win));
      const { values } = state.series.congestionWindow;
      expect(Array.from({ length: values.length }, (__, i) => values.at(i))).toEqual(logged);
    });

    it('has the requests of the access log', () => {
      const requests = httpRowsOf(state).rows.map(
        ({ method, path, status }) => `${method} ${path} ${status}`,
      );
      expect(requests.sort()).toEqual(recording.requests.map((request) => request.join(' ')).sort());
    });

    it('begins when the client does', () => {
      // The seconds of a short log leave some of its first one open.
      expect(Math.abs((quality.originMs ?? 0) - recording.originMs)).toBeLessThan(500);
    });
  },
);
