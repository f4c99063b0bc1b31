/**
 * Five round trips of a death spiral: an ACK empties the pipe, the next burst leaves at once, the recovery boundary is
 * moved ahead of it, and its ACK does not grow the window. Taken from the first five cycles in a row that show all of it.
 */
import { upperBound } from '../../base/columns/growable';
import { bytes, duration } from '../../base/text/figures';
import { closeUpOf } from '../close-up/close-up';
import { lastIn, later, StepFinder, step } from '../close-up/steps';
import type { CloseUp, CloseUpStep } from '../finding/finding';
import { lengthOf } from '../measures/intervals';
import type { Cycle } from '../measures/send-cycles';
import type { DetectInput } from '../rule/rule-input';
import { cycleUs, fillsWindow, isHungry, type Measured } from './measure';

const CYCLES = 5;
/** The first cycles of a long stretch are left out: what came before it would be in the picture. */
const SKIPPED = 2;
/** No longer than this multiple of the median: another delay is not what the picture is about. */
const USUAL = 1.2;

/** The middle one of the first five cycles in a row that fill and drain the window; of a shorter run likewise. */
function shownCycle({ state }: DetectInput, m: Measured): Cycle | undefined {
  const { scan, cwndBytes, datagramBytes } = m;
  const { cycles } = scan;
  const first = cycles.length > SKIPPED + CYCLES ? SKIPPED : 0;
  let best = { from: first, length: 0 };
  let from = first;
  for (let i = first; i <= cycles.length && best.length < CYCLES; i++) {
    const cycle = cycles[i];
    const shows =
      cycle !== undefined &&
      fillsWindow(cycle, cwndBytes, datagramBytes) &&
      cycle.minInFlightBytes === 0 &&
      lengthOf(cycle) <= USUAL * cycleUs(m) &&
      isHungry(state, cycle);
    if (i - from + Number(shows) > best.length) best = { from, length: i - from + Number(shows) };
    if (!shows) from = i + 1;
  }
  return cycles[best.from + Math.floor(best.length / 2)];
}

/** The boundary by the rule of the defect, where this send moves it ahead of itself. */
function movedAt({ leads, state }: DetectInput, sentUs: number): CloseUpStep | null {
  const { timesUs, values } = leads.defective.lead;
  const at = upperBound(timesUs, sentUs) - 1;
  const leadUs = values.at(at);
  if (timesUs.at(at) !== sentUs || !(leadUs > 0)) return null;
  const { sentTimesUs } = state.ledger.application;
  const idleUs = sentUs - lastIn(sentTimesUs, sentUs - 1);
  return step(
    'boundary-moved',
    sentUs,
    `The ${duration(idleUs)} since the last send count as idle: the time up to which ACKs do not grow the window ` +
      `(recovery boundary) is moved to ${duration(leadUs)} after this burst`,
  );
}

/** @returns null where the stretch shows no such cycle. */
export function spiralCloseUp(input: DetectInput, m: Measured): CloseUp | null {
  const { state } = input;
  const cycle = shownCycle(input, m);
  if (cycle === undefined) return null;
  const find = new StepFinder(state);
  const ack = find.ackUpTo(cycle.startUs);
  const sentUs = cycle.startUs;
  const ackedUs = find.ackFrom(sentUs + 1)?.timeUs ?? Number.NaN;
  return closeUpOf(state, [
    ack,
    ack && find.emptyWithin(ack.timeUs, sentUs),
    step(
      'send',
      sentUs,
      `The next burst is sent${ack === null ? '' : later(ack.timeUs, sentUs)}: data was waiting`,
    ),
    movedAt(input, sentUs),
    find.heldAt(
      ackedUs,
      sentUs,
      `The ACK of this burst does not grow the window: it stays at ${bytes(m.cwndBytes)}`,
    ),
  ]);
}
