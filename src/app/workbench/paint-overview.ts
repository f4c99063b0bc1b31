/** Picture, sentence and table of the overview strip: what held the sender, findings, window or arrivals, losses of the whole trace. */
import { paintArea } from '../../drawing/painters/paint-area';
import { paintSeries } from '../../drawing/painters/paint-series';
import { visibleMax } from '../../drawing/painters/pixel-columns';
import { extremesOf, rangeText, rateTextOf, sumOf } from '../../drawing/panels/build/answer-values';
import { bandsOf } from '../../drawing/panels/build/bands';
import { highestRate, rateLineOf, ratePoints } from '../../drawing/panels/build/rate-panel';
import { accountWords, holdsAccount, paintAccount } from '../../drawing/panels/limits/account-lane';
import { coarseUsOf, type PanelContext, type TwinTable } from '../../drawing/panels/panel';
import { bandShade, type Palette } from '../../drawing/surface/palette';
import { paintShade } from '../../drawing/surface/shade';
import { type Surface, stripOf } from '../../drawing/surface/surface';
import { timeToX, type Viewport } from '../../drawing/surface/viewport';
import { shifted } from '../../drawing/view/set-view';
import { bitRate } from '../../engine/base/text/bit-rate';
import { count, duration, instant, plural } from '../../engine/base/text/figures';
import type { Snapshot, WindowAnswer } from '../../engine/reading/contract/snapshot';
import { partsHeading } from '../../sharing/report/words/account-words';
import type { OpenTrace } from '../state/traces/open-trace';
import { findingLanes, isLow, lanesPx } from './finding-lanes';
import { partBorders } from './panel/text-twin';

const LOSS_PX = 5;
const LOW_LOSS_PX = 3;
/** The lane of the account with the gap beneath it; strips lower than the least have none. */
const ACCOUNT_PX = { alone: 14, low: 6, least: 20 } as const;
const GAP_PX = 2;
const WINDOW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt'] as const;
const WINDOW_NAMES = {
  cwnd: 'cwnd',
  'bytes-in-flight': 'bytes in flight',
  'bytes-in-flight-rebuilt': 'bytes in flight',
};
const RECEIVED = 'received-total';

/** All of the set, in the time of one of its traces. */
export function wholeOf(trace: OpenTrace): Viewport {
  const { set, offsetUs } = trace;
  return { ...shifted(set.extent, -offsetUs), width: set.viewport.width };
}

/** Series of the strip's line: arrivals for a receiver's trace, else the best known window. */
function subjectOf(
  answer: WindowAnswer,
  snapshot: Snapshot,
): (typeof WINDOW_SERIES)[number] | typeof RECEIVED | null {
  if (snapshot.summary.side === 'receiver') return RECEIVED;
  return WINDOW_SERIES.find((id) => answer.series.some((slice) => slice.id === id)) ?? null;
}

/** What the lane of the account takes at the top of a strip, CSS pixels: nothing where the answer does not hold it. */
export function accountPx(answer: WindowAnswer | null, heightPx: number): number {
  if (answer === null || !holdsAccount(answer)) return 0;
  if (!isLow(heightPx)) return ACCOUNT_PX.alone;
  return heightPx < ACCOUNT_PX.least ? 0 : ACCOUNT_PX.low;
}

/** Heights of what stands at the top of a strip, and at its bottom. */
function edgesOf(
  answer: WindowAnswer,
  heightPx: number,
): { readonly accountPx: number; readonly topPx: number; readonly lossPx: number } {
  const account = accountPx(answer, heightPx);
  return {
    accountPx: account,
    topPx: account + lanesPx(heightPx),
    lossPx: isLow(heightPx) ? LOW_LOSS_PX : LOSS_PX,
  };
}

function paintFindings(
  surface: Surface,
  { snapshot, viewport: whole, hidden }: PanelContext,
  topPx: number,
  palette: Palette,
): void {
  const findings = snapshot.findings.filter(({ key }) => !hidden.has(`finding/${key}`));
  const { bars } = findingLanes(findings, whole, surface.height);
  // The worst come first, and lie on top.
  for (const { finding, x, y, width, height } of bars.toReversed()) {
    const color = palette.severity[finding.severity];
    surface.rect(x, topPx + y, width, height, { color, pattern: 'solid' });
  }
}

function paintArrivals(
  surface: Surface,
  rates: readonly number[],
  { topPx, lossPx }: ReturnType<typeof edgesOf>,
  palette: Palette,
): void {
  const max = highestRate(rates) * 1.05 || 1;
  const room = surface.height - topPx - lossPx;
  const points = rates.map((value, i) =>
    i % 2 === 0 ? value : surface.height - lossPx - (value / max) * room,
  );
  surface.polyline(points, { color: palette.faint, width: 1.2, dash: [] });
}

/** The largest window of the strip; 0 where it draws none. */
export function overviewMax({ answer, snapshot, viewport: whole }: PanelContext): number {
  const subject = subjectOf(answer, snapshot);
  const slice = answer.series.find(({ id }) => id === subject);
  return subject === RECEIVED || slice === undefined ? 0 : visibleMax(slice, answer.window, whole) || 0;
}

/**
 * Paints the strip: what is chosen, the account at the top, findings except dismissed ones (`finding/key` among the hidden),
 * window or arrivals, losses at the bottom.
 * @param most the window at the top: that of the largest of several.
 */
export function paintOverview(
  surface: Surface,
  context: PanelContext,
  palette: Palette,
  most = overviewMax(context),
): void {
  const { answer, snapshot, viewport: whole } = context;
  const edges = edgesOf(answer, surface.height);
  const { topPx, lossPx } = edges;
  for (const band of bandsOf(context)) {
    const from = timeToX(whole, band.fromUs);
    const width = Math.max(1, timeToX(whole, band.toUs) - from);
    paintShade(surface, from, from + width, bandShade(palette, band), palette);
  }
  const subject = subjectOf(answer, snapshot);
  const slice = answer.series.find(({ id }) => id === subject);
  if (subject === RECEIVED) {
    const line = rateLineOf(context, RECEIVED);
    if (line !== null) paintArrivals(surface, ratePoints(line, context), edges, palette);
  } else if (slice !== undefined) {
    const max = most * 1.05;
    const room = surface.height - topPx - lossPx;
    const y = (value: number): number => surface.height - lossPx - (value / max) * room;
    const stroke = { color: palette.faint, width: 1.2, dash: [] };
    const isCoarse = coarseUsOf({ answer, viewport: whole }) !== null;
    const time = { window: answer.window, viewport: whole, endUs: whole.toUs, isCoarse };
    if (subject === 'cwnd') paintSeries(surface, { slice, stroke }, time, y);
    else
      paintArea(
        stripOf(surface, 0, surface.height - lossPx),
        slice,
        { color: palette.faint, pattern: 'solid', strength: 1 },
        time,
        y,
      );
  }
  answer.losses.forEach((packets, i) => {
    if (packets === 0) return;
    const x = timeToX(whole, answer.window.fromUs + i * answer.window.columnUs);
    surface.rect(x, surface.height - lossPx, 1.2, lossPx, { color: palette.loss, pattern: 'solid' });
  });
  if (edges.accountPx > 0) paintAccount(stripOf(surface, 0, edges.accountPx - GAP_PX), context, palette);
  paintFindings(surface, context, edges.accountPx, palette);
}

/** The strip in one sentence: duration, window, losses, findings; what held the sender in another. */
export function overviewSentence({ answer, snapshot, viewport: { fromUs, toUs } }: PanelContext): string {
  const subject = subjectOf(answer, snapshot);
  const lost = plural(sumOf(answer.losses, answer.window, fromUs, toUs), 'packet');
  const what = subject === null ? '' : ` ${subjectText(answer, subject, fromUs, toUs)},`;
  const { findings } = snapshot;
  const account = accountWords(answer, fromUs, toUs);
  const held = account === '' ? '' : ` ${partsHeading(snapshot.summary.side).first}: ${account}.`;
  const sentences = findings.map(
    ({ title, startUs, endUs }) =>
      `${title} from ${instant(startUs, toUs - fromUs)} to ${instant(endUs, toUs - fromUs)}`,
  );
  const list = sentences.length === 0 ? '' : `: ${sentences.join('; ')}`;
  return `The whole trace, ${duration(toUs - fromUs)}:${what} ${lost} lost, ${plural(findings.length, 'finding')}${list}.${held}`;
}

function subjectText(
  answer: WindowAnswer,
  subject: (typeof WINDOW_SERIES)[number] | typeof RECEIVED,
  fromUs: number,
  toUs: number,
): string {
  if (subject === RECEIVED)
    return `received ${rateTextOf(answer, RECEIVED, { fromUs, toUs }, bitRate)} on average`;
  const extremes = extremesOf(answer, subject, fromUs, toUs);
  return `${WINDOW_NAMES[subject]} ${rangeText(extremes, (value) => `${count(value)} B`)}`;
}

/** The strip in twelve rows: window or arrivals, losses, what held the sender, and the findings that overlap each part. */
export function overviewTable({ answer, snapshot, viewport: { fromUs, toUs } }: PanelContext): TwinTable {
  const subject = subjectOf(answer, snapshot);
  const hasAccount = holdsAccount(answer);
  const borders = partBorders(answer.window, fromUs, toUs);
  const rows = borders.slice(1).map((end, part) => {
    const start = borders[part] as number;
    const titles = snapshot.findings
      .filter(({ startUs, endUs }) => startUs < end && endUs > start)
      .map(({ title }) => title);
    return [
      instant(Math.max(fromUs, start), toUs - fromUs),
      subject === null ? '–' : subjectText(answer, subject, start, end),
      count(sumOf(answer.losses, answer.window, start, end)),
      ...(hasAccount ? [accountWords(answer, start, end) || '–'] : []),
      titles.join(', ') || '–',
    ];
  });
  const what = subject === RECEIVED ? 'arrivals' : 'window';
  return {
    head: [
      'from',
      what,
      'packets lost',
      ...(hasAccount ? [partsHeading(snapshot.summary.side).within] : []),
      'findings',
    ],
    rows,
  };
}
