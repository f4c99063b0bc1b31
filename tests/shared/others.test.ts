/**
 * `npm run test:shared`: the traces of other stacks and those that others published, on a machine that has them.
 * Every file is opened and reported; one that cannot be read fails.
 */
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { isAlarm } from '../support/judge.ts';
import { loadTrace } from '../support/load.ts';

interface Report {
  readonly events: number;
  readonly connections: number;
  readonly skipped: number;
  readonly cwnd: string;
  readonly rttMs: string;
  readonly sent: number;
  readonly lost: number;
}

/** A published sketch of the format: it holds comments, which JSON has not, and no event. It must be refused. */
const REFUSED = new Set(['quicwg-qlog__draft-00-minimal.qlog.gz']);

function openOne(path: string): Report {
  const { pipeline } = loadTrace(path);
  const { state } = pipeline;
  const { congestionWindow, smoothedRtt } = state.series;
  expect(runDetectors(new DetectInput(state)).findings.filter(isAlarm)).toEqual([]);
  return {
    events: pipeline.events,
    connections: pipeline.connections.length,
    skipped: pipeline.skippedRecords,
    cwnd: congestionWindow.length > 0 ? `${congestionWindow.min}–${congestionWindow.max}` : '–',
    rttMs:
      smoothedRtt.length > 0 ? (smoothedRtt.medianOf(state.firstUs, state.lastUs) / 1000).toFixed(1) : '–',
    sent: state.ledger.sentPackets,
    lost: state.losses.summary.packets,
  };
}

describe.each(['other', 'found'])('%s', (name) => {
  const folder = new URL(`../../../shared/traces/${name}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.gz')) : [];
  const reports: { [file: string]: Report } = {};
  afterAll(() => {
    console.log(`${name}: ${files.length} files`);
    console.table(reports);
  });

  test('the shared traces are on this machine', () => {
    expect(files.length, `nothing in ${folder.pathname}`).toBeGreaterThan(0);
  });

  test.each(files)('%s opens, or is refused with reason', (file) => {
    const path = new URL(file, folder).pathname;
    if (REFUSED.has(file)) {
      expect(() => loadTrace(path)).toThrow(NotATrace);
      return;
    }
    const report = openOne(path);
    reports[file] = report;
    expect(report.events).toBeGreaterThan(0);
  });
});
