/**
 * Everything that is made of a trace, as a list: its reading, each rule, what rules ask for, what panels, comparisons and what-if
 * runs are made of. Imported once steps are counted (`../step-count.ts`): what was compiled before counts less.
 */

import { inOneGo } from '../../../src/engine/base/columns/work.ts';
import { accountOf } from '../../../src/engine/findings/account/account.ts';
import type { NotJudged } from '../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../src/engine/findings/rule/rule-input.ts';
import { DETECTORS } from '../../../src/engine/findings/rules/index.ts';
import { runDetectors } from '../../../src/engine/findings/verdicts/runner.ts';
import { PART_IDS } from '../../../src/engine/reading/contract/answer-parts.ts';
import { logFactsOf } from '../../../src/engine/reading/facts/log-facts.ts';
import { outlineOf } from '../../../src/engine/reading/facts/outline.ts';
import { samplesOf } from '../../../src/engine/reading/facts/samples.ts';
import { rebuiltBoundary } from '../../../src/engine/reading/stages/analysis.ts';
import type { Connection } from '../../../src/engine/reading/stages/pipeline.ts';
import { provenanceOf } from '../../../src/engine/reading/stages/provenance.ts';
import { senderTrace } from '../../../src/engine/sender/congestion/index.ts';
import { httpRowsOf } from '../../../src/engine/sender/http/http-rows.ts';
import { StreamRows } from '../../../src/engine/sender/streams/stream-rows.ts';
import { StreamTable } from '../../../src/engine/sender/streams/stream-table.ts';
import { connectivityOf } from '../../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { packetColumnsOf } from '../../../src/engine/service/answers/packet-columns.ts';
import { answerOf } from '../../../src/engine/service/answers/window.ts';
import { matchPackets } from '../../../src/engine/service/compare/packet-match.ts';
import { settingOf } from '../../../src/engine/simulator/what-if/setting.ts';
import { loadBytes } from '../load.ts';

/** A trace, as far as it was made. */
export interface DenseRead {
  readonly connection: Connection;
  readonly input: DetectInput;
}

export function readDense(bytes: Uint8Array): DenseRead {
  const { pipeline } = loadBytes(bytes);
  const connection = pipeline.connections[0] as Connection;
  const log = logFactsOf({ truncatedRecords: 0, brokenOff: false, pipeline }, connection);
  return { connection, input: new DetectInput(connection.state, log) };
}

/** Ids of all rules, in the order in which they run. */
export const RULE_IDS: readonly string[] = DETECTORS.map(({ id }) => id);

/** Why a rule alone does not judge it; null where it does. */
export function judgedBy({ input }: DenseRead, id: string): NotJudged | null {
  const rule = DETECTORS.filter((detector) => detector.id === id);
  return runDetectors(input, rule).notJudged[0] ?? null;
}

/** All rules that do not judge it, with why. */
export function unjudged({ input }: DenseRead): readonly NotJudged[] {
  return runDetectors(input).notJudged;
}

const COLUMNS = 200;
/** Rows of a table that are shown at once. */
const SHOWN = 30;

function window({ state }: Connection): void {
  const columnUs = Math.max(1, (state.lastUs - state.firstUs) / COLUMNS);
  const range = { fromUs: state.firstUs, toUs: state.lastUs };
  const series = state.allSeries().map(({ info }) => info.id);
  const asked = { connection: 0, series, visible: range, parts: PART_IDS, model: null };
  answerOf(
    state,
    undefined,
    null,
    { ...asked, window: { fromUs: state.firstUs, columnUs, columns: COLUMNS } },
    1,
  );
}

function streams({ state }: Connection): void {
  const rows = new StreamRows(new StreamTable(state));
  for (const stream of rows.order('start').subarray(0, SHOWN)) rows.row(stream);
}

function match({ state }: Connection): void {
  const { value } = packetColumnsOf(state);
  const lossMarks = new Uint8Array(value.received.numbers.length);
  matchPackets(value, { ...value, sent: { ...value.received, lossMarks }, received: value.sent });
}

/** What is made of a trace besides findings, by its name; in this order, each with what those before it left. */
export const OTHER_WORK: { readonly [name: string]: (read: DenseRead) => void } = {
  'the models': ({ input }) => inOneGo(input.judging()),
  'stalls, loss kinds, missing packets': ({ input }) => inOneGo(input.preparing()),
  'the recovery boundary': ({ input }) => void rebuiltBoundary(input),
  'all rules': ({ input }) => void runDetectors(input),
  'the account': ({ input }) => void accountOf(input, []),
  'rows of streams': ({ connection }) => streams(connection),
  'rows of requests': ({ connection }) => void httpRowsOf(connection.state),
  'the life of the connection': ({ connection }) => void connectivityOf(connection.state),
  'a window': ({ connection }) => window(connection),
  'packets matched with themselves': ({ connection }) => match(connection),
  'the outline that is compared': ({ connection: { state, ends }, input }) =>
    void outlineOf(state, ends.identity, input.partition?.heldTime ?? null),
  'origins of quantities': ({ connection, input }) =>
    void provenanceOf(connection.state, input.partition?.heldTime ?? null),
  samples: ({ connection }) => void samplesOf(connection.state),
  'the setting of a what-if run': ({ input }) =>
    void settingOf(input, senderTrace(input.state), input.state.firstUs),
};
