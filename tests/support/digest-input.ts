/**
 * What a digest is made from, as the page has it: a worker's session reads the trace and answers over the windows of a
 * survey. The visible range is that of the worst finding unless another one is asked for.
 */

import { closeUpRequest } from '../../src/drawing/panels/close-up/close-up-window.ts';
import { missingOf, PANELS, sidePanels } from '../../src/drawing/panels/registry.ts';
import { DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import { type TimeRange, withMargin } from '../../src/drawing/view/view.ts';
import { isRunningTotal } from '../../src/engine/base/columns/running-total.ts';
import { type RateGrid, slidingRates } from '../../src/engine/base/columns/sliding-rate.ts';
import type { ModelQuery, RatesSlice } from '../../src/engine/reading/contract/parts.ts';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options.ts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { answerWindow } from '../../src/engine/service/answers/window.ts';
import { surveyWindow } from '../../src/sharing/digest/coarsen.ts';
import { SURVEYED_ROWS } from '../../src/sharing/digest/digest.ts';
import { CLOSE_UP_COLUMNS, FULL_DETAIL, WHOLE_SHARE } from '../../src/sharing/digest/fit.ts';
import { type DigestInput, type PanelNeeds, surveyedParts } from '../../src/sharing/digest/make.ts';
import { readTrace } from './load.ts';
import { madeOnce } from './made-once.ts';
import { outlineOfConnection } from './outline.ts';

export interface SurveyedTrace {
  readonly snapshot: Snapshot;
  readonly needs: readonly PanelNeeds[];
  readonly visible: TimeRange;
  readonly finding: string | null;
  ask(
    query: Pick<WindowRequest, 'window' | 'visible'> & { readonly model?: ModelQuery | null },
  ): WindowAnswer;
  /** The rates of the trace over a grid that a digest chose. */
  rates(grid: RateGrid): Pick<RatesSlice, 'totals' | 'transitions'>;
  /** @param range null for the whole trace. @param columns of it, at most; as many as a digest may hold unless said. */
  input(options?: {
    readonly range?: TimeRange | null;
    readonly model?: ModelQuery | null;
    readonly columns?: number;
  }): DigestInput;
}

/** The trace at a path, under the name of a file that must not leave. */
export const surveyTrace = madeOnce(
  4,
  (path: string): Promise<SurveyedTrace> => surveyBytes(readTrace(path), 'secret-name.sqlog'),
);

export async function surveyBytes(bytes: Uint8Array, fileName: string): Promise<SurveyedTrace> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open({ kind: 'file', file: new File([bytes as Uint8Array<ArrayBuffer>], fileName) });
  const snapshot = newest as unknown as Snapshot;
  const shown = sidePanels(DEFAULT_CHOICES, snapshot);
  const drawn = shown.filter((panel) => panel.digestRank !== null && missingOf(panel, snapshot) === null);
  const needs = drawn.map(({ id, series, parts = [], digestRank = null }) => ({
    ...{ id, series, parts },
    rank: digestRank,
  }));
  const held = needs.flatMap(({ series }) => series);
  const ask: SurveyedTrace['ask'] = ({ window, visible, model = null }) =>
    answerWindow(session, {
      connection: snapshot.connection,
      window,
      visible,
      series: snapshot.catalogue.map(({ id }) => id).filter((id) => held.includes(id)),
      parts: surveyedParts(needs),
      ...SURVEYED_ROWS,
      model,
    });
  const [worst] = snapshot.findings;
  const ofWorst =
    worst === undefined ? null : withMargin({ fromUs: worst.startUs, toUs: worst.endUs }, snapshot.extent);
  const over = (range: TimeRange, columns: number, model: ModelQuery | null): WindowAnswer =>
    ask({ window: surveyWindow(range, columns), visible: range, model });
  return {
    snapshot,
    needs,
    visible: ofWorst ?? snapshot.extent,
    finding: worst?.key ?? null,
    ask,
    rates(grid) {
      const { state } = session.connection(snapshot.connection).connection;
      const totals = state.allSeries().filter(({ info }) => isRunningTotal(info.id));
      return {
        totals: totals.map(({ info, timesUs, values }) => {
          const after = (events: number): number => (events === 0 ? 0 : values.at(events - 1));
          return { id: info.id, values: slidingRates({ timesUs, after }, grid) };
        }),
        transitions: slidingRates(
          { timesUs: state.states.timesUs, after: (changes) => Math.max(0, changes - 1) },
          grid,
        ),
      };
    },
    input({ range = ofWorst, model = null, columns = FULL_DETAIL.columns } = {}) {
      const visible = range ?? snapshot.extent;
      return {
        snapshot,
        visible,
        fine: over(visible, columns, model),
        whole: range === null ? null : over(snapshot.extent, columns / WHOLE_SHARE, model),
        closeUps: snapshot.findings.flatMap(({ key, closeUp }) =>
          closeUp === null
            ? []
            : {
                key,
                answer: answerWindow(session, closeUpRequest(closeUp, snapshot.connection, CLOSE_UP_COLUMNS)),
              },
        ),
        panels: {
          held: needs,
          empty: PANELS.filter((panel) => missingOf(panel, snapshot) !== null).map(({ id }) => id),
        },
        fileName,
        options: SHARE_NOTHING,
        notes: [],
        outline: outlineOfConnection(session.connection(snapshot.connection)),
        link: '',
      };
    },
  };
}
