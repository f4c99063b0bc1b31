/**
 * Connections of which the log holds no event of transport, recovery or HTTP are counted, not judged; and connections are counted
 * over all texts of a file, in the page and in the command line.
 */
import { describe, expect, it } from 'vitest';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import {
  CONNECTION_BYTES,
  MAX_CONNECTIONS,
} from '../../../../../src/engine/reading/budgets/connection-budget.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { surveyFile } from '../../../../../src/engine/service/answers/survey.ts';
import { readTexts } from '../../../../../src/node/cli/reading/read-text.ts';
import { outcomesOf } from '../../../../../src/node/cli/reading/traces.ts';
import { figuresLine } from '../../../../../src/node/cli/trace-lines.ts';
import { EVENT_DEFINITIONS, isOfTransport } from '../../../../../src/qlog-schema/index.ts';
import type { TraceReport } from '../../../../../src/sharing/report/records/trace-record.ts';
import { type Bytes, sourceOf } from '../../../../support/bytes-sources.ts';
import { makeZip } from '../../../../support/bytes-zip.ts';
import { utf8 } from '../../../../support/split-all.ts';

const HEADER =
  '{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"}}}\n';
const record = (group: number, name: string): string =>
  `{"time":${group},"group_id":"g${group}","name":"${name}","data":{"frame":{"frame_type":"data"},"stream_id":0}}\n`;
const textOf = (groups: number, nameOf: (group: number) => string): string =>
  HEADER + Array.from({ length: groups }, (_, i) => record(i, nameOf(i))).join('');
const unknown = (groups: number): string => textOf(groups, () => 'x:y');

async function opened(bytes: Bytes | string, maxColumnBytes?: number) {
  let snapshot: Snapshot | null = null;
  const take = (newest: Snapshot): void => {
    snapshot = newest;
  };
  const session = new TraceSession(take, null, maxColumnBytes);
  await session.open({ kind: 'file', file: new File([bytes], 'x.sqlog') });
  return { session, snapshot: snapshot as unknown as Snapshot };
}

/** The reports of `check` on a text. */
async function reported(text: string): Promise<readonly TraceReport[]> {
  const bytes = utf8(text);
  const openStdin = async () => ({ source: sourceOf(bytes), dispose: async () => undefined });
  const reports: TraceReport[] = [];
  for await (const outcome of outcomesOf({ kind: 'stdin' }, { only: null, openStdin }))
    if (outcome.kind === 'report') reports.push(outcome.report);
  return reports;
}

const kinds = ({ messages }: Snapshot): readonly string[] => messages.map(({ kind }) => kind);

describe('a connection of which the log does not tell', () => {
  it('is counted, and no rule is asked of it', async () => {
    const { session, snapshot } = await opened(unknown(300));
    expect(snapshot.connectionCount).toBe(300);
    expect(snapshot.connections).toHaveLength(1);
    expect(snapshot.notJudged.map(({ id }) => id)).toEqual(DETECTORS.map(({ id }) => id));
    expect(new Set(snapshot.notJudged.map(({ reason }) => reason))).toEqual(
      new Set(['the log holds no event of transport, recovery or HTTP of this connection']),
    );
    expect(session.analysis(7)?.verdicts).toBe(session.analysis(299)?.verdicts);
    const message = snapshot.messages.find(({ kind }) => kind === 'connections-not-judged');
    expect(message?.text).toContain('300 connections hold no event of transport, recovery or HTTP');
    // It is there to be looked at.
    session.watch(250);
    expect(session.connection(250).connection.state.events.length).toBe(1);
  });

  it('stands after those of which it does, in page, table and command line', async () => {
    const text = textOf(40, (i) => (i % 10 === 7 ? 'recovery:metrics_updated' : 'x:y'));
    const { snapshot } = await opened(text);
    expect(snapshot.connections.map(({ index }) => index)).toEqual([7, 17, 27, 37]);
    expect(snapshot.connection).toBe(7);
    const survey = await surveyFile({ kind: 'file', file: new File([text], 'x.sqlog') });
    expect(survey.traces.map(({ connection }) => connection)).toEqual([7, 17, 27, 37]);
    // The table says how many it does not list: these are not among them.
    expect(survey.connectionCount).toBe(4);
    const reports = await reported(text);
    expect(reports.map(({ record: { trace } }) => trace)).toEqual([7, 17, 27, 37]);
    expect(reports.map(({ record }) => record.connectionsNotJudged)).toEqual([36, 0, 0, 0]);
    expect(reports[0]?.messages.map(({ text: words }) => words)).toEqual([
      '36 connections hold no event of transport, recovery or HTTP: they were counted, not judged.',
    ]);
  });

  it('has one report where there is no other', async () => {
    const reports = await reported(unknown(60));
    expect(reports).toHaveLength(1);
    expect(reports[0]?.record.connectionsNotJudged).toBe(60);
    expect(figuresLine(reports[0]?.record as TraceReport['record'])).toContain('1 event');
  });

  it('is told of by every event that has a kind of its own, in all its spellings', async () => {
    const names = EVENT_DEFINITIONS.flatMap(({ canonical, aliases }) => [canonical, ...aliases]);
    expect(EVENT_DEFINITIONS.some(({ kind }) => !isOfTransport(kind))).toBe(true);
    const { snapshot } = await opened(textOf(names.length, (i) => names[i] as string));
    expect(snapshot.connections).toHaveLength(names.length);
    expect(kinds(snapshot)).not.toContain('connections-not-judged');
  });
});

describe('connections of a file', () => {
  const zip = makeZip([0, 1, 2].map((i) => ({ name: `${i}.sqlog`, content: utf8(unknown(3000)) }))).bytes;

  it('are counted over all its texts, and no text is hidden by one before it', async () => {
    const { snapshot } = await opened(zip);
    expect(snapshot.connectionCount).toBe(MAX_CONNECTIONS + 1);
    const said = snapshot.messages.filter(({ kind }) => kind === 'too-many-connections');
    expect(said.map(({ entry }) => entry)).toEqual(['1.sqlog', '2.sqlog']);
    const counts: number[] = [];
    for await (const { text } of readTexts(sourceOf(zip)))
      counts.push(text?.pipeline.connections.length ?? 0);
    expect(counts).toEqual([3000, MAX_CONNECTIONS - 3000, 1]);
  });

  it('are held against the memory limit when they are opened', async () => {
    const { snapshot } = await opened(unknown(3000), 100 * CONNECTION_BYTES);
    expect(snapshot.connectionCount).toBe(100);
    expect(kinds(snapshot)).toContain('too-many-connections');
  });

  it('are one line among the errors of a report, however many are left out', async () => {
    const [report] = await reported(unknown(MAX_CONNECTIONS + 500));
    expect(report?.record.errors.map(({ reason }) => reason)).toEqual([
      'too-many-connections: the file holds more connections than are distinguished; events of further ones are left out',
    ]);
    expect(report?.record.skipped).toBe(500);
  });
});
