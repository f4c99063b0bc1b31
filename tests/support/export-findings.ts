/** What the export of a range says that the log it was made from does not say there. */

import type { TimeRange } from '../../src/drawing/view/view.ts';
import type { Holder } from '../../src/engine/base/text/account-names.ts';
import { withRemarks } from '../../src/engine/base/text/remarks.ts';
import type { Finding } from '../../src/engine/findings/finding/finding';
import { heldShare, WINDOW_FULL } from '../../src/engine/findings/partition/held.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { logFactsOf } from '../../src/engine/reading/facts/log-facts.ts';
import { analyseInput } from '../../src/engine/reading/stages/analysis.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { exportText, openStored } from './export.ts';
import { heldTimeOf } from './held-time.ts';

/** Too little of a spiral is none: what is left of it are these. */
const PARTS_OF_A_SPIRAL: ReadonlySet<string> = new Set([
  'stuck-window',
  'state-dwell',
  'recovery-without-loss',
]);
/** True of a time, and found where they hold for half of it: the whole may have less of it. */
const SHARES: { readonly [id: string]: readonly Holder[] } = {
  'app-limited': ['application', 'nextRequest'],
  'flow-control-limited': ['credit'],
  bufferbloat: WINDOW_FULL,
};
const MAX_SHARE_APART = 0.05;
/** Of the log as a whole, with an interval from where its first sign stands: another one in a part of it. */
const MODEL = 'model-divergence';
/** True where nothing is acknowledged: the whole may explain it by losses behind it, which the part does not hold. */
const STALL = 'delivery-stall';

/** How the sender counts idle time: the whole names it as the cause of a spiral, which may begin behind the part. */
const RULE_OF_A_SPIRAL = 'idle-rule';

/** A share of the packets sent: a part may have lost more of its own than the whole did. */
const SHARE_LOST = 'random-loss';

export function judged({ text, connection }: FileConnection): readonly Finding[] {
  return withRemarks(analyseInput(new DetectInput(connection.state, logFactsOf(text, connection))).verdicts);
}

export interface Compared {
  readonly part: FileConnection;
  /** Findings of the part that the whole has not there, as text. */
  readonly invented: readonly string[];
}

/** Exports a range, opens and judges it. @param due findings of the whole. @returns null for an export without events. */
export async function compareRange(
  file: readonly FileConnection[],
  whole: FileConnection,
  due: readonly Finding[],
  range: TimeRange,
): Promise<Compared | null> {
  const { bytes, figures } = await exportText(file, range, {}, file.indexOf(whole));
  if (figures.events === 0) return null;
  const part = (await openStored(bytes))[0] as FileConnection;
  const invented = judged(part).filter(
    (found) => !isDue(found, due, whole.connection.state, part.connection.state),
  );
  return { part, invented: invented.map(({ id, verdict }) => `${id}: ${verdict}`) };
}

function isDue(
  found: Finding,
  due: readonly Finding[],
  whole: TransportState,
  part: TransportState,
): boolean {
  const there = due.filter(({ startUs, endUs }) => startUs <= found.endUs && endUs >= found.startUs);
  const isSpiral = there.some(({ id }) => id === 'death-spiral');
  const holders = SHARES[found.id];
  return (
    found.id === SHARE_LOST ||
    (found.id === MODEL ? due : there).some(({ id }) => id === found.id) ||
    (found.id === MODEL && namesAgree(whole, part)) ||
    (found.id === STALL && isSilent(whole, found)) ||
    // Of several such the whole tells the worst, which may stand elsewhere.
    due.some(({ id, verdict }) => id === found.id && /\b(such|twice|times)\b/.test(verdict)) ||
    (isSpiral && PARTS_OF_A_SPIRAL.has(found.id)) ||
    (found.id === RULE_OF_A_SPIRAL &&
      due.some(({ id, cause }) => id === 'death-spiral' && cause === found.cause)) ||
    (holders !== undefined && sharesAgree(holders, found, whole, part))
  );
}

/** A fit is a share of a time: that of a part may be a bit lower, but it names what the whole names. */
function namesAgree(whole: TransportState, part: TransportState): boolean {
  const [ofWhole, ofPart] = [whole, part].map((state) => new DetectInput(state).models.best);
  return ofWhole?.some((id) => ofPart?.includes(id)) === true;
}

function isSilent({ series: { ackedTotal } }: TransportState, { startUs, endUs }: Finding): boolean {
  return ackedTotal.valueAt(startUs) === ackedTotal.valueAt(endUs - 1);
}

function sharesAgree(
  holders: readonly Holder[],
  found: Finding,
  whole: TransportState,
  part: TransportState,
): boolean {
  const [inWhole, inPart] = [whole, part].map((state) => heldShare(heldTimeOf(state), holders, found));
  return Math.abs((inWhole as number) - (inPart as number)) <= MAX_SHARE_APART;
}

/** Losses in a range: how they were found, and how many. */
export function lossesIn({ losses }: TransportState, { fromUs, toUs }: TimeRange) {
  const { method, timesUs, packets } = losses;
  const lost = timesUs.reduce(
    (sum, timeUs, i) => (timeUs >= fromUs && timeUs <= toUs ? sum + (packets[i] as number) : sum),
    0,
  );
  return { method, lost };
}
