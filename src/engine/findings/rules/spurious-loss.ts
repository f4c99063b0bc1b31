/**
 * Spurious losses: packets that the sender declared lost and that were acknowledged later. Each may have caused an
 * unnecessary reduction, so reductions caused by spurious losses alone are counted as well.
 *
 * Only losses that the stack logs or counts are used. If it logs a count without packet numbers, the packets are
 * inferred, and the finding stays an info.
 */
import { lowerBound } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import { count, duration, percent, plural } from '../../base/text/figures';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { lossesAreLogged, whyNotJudged } from '../conditions/sender-view';
import { FINE_CLOCK_STEP_US } from '../conditions/thresholds';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, beside, deciding, either, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { CONTRADICTED_SHARE, type DeclaredLosses } from '../measures/declared-losses';
import type { Interval } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'spurious-loss', title: 'Late packets taken for lost (spurious losses)' };

const T = {
  /** congestion.md §5. */
  infoShare: 0.01,
  /** With fewer losses one late ACK is a large share by chance, but where all of them are late: then two. */
  minLosses: 20,
  minSpurious: 2,
  /** One loss in ten was spurious, and the window was reduced for it more than once: reordering costs throughput. */
  warningShare: 0.1,
  warningReductions: 2,
} as const;

interface Measured extends Interval {
  readonly losses: number;
  readonly spurious: number;
  /** Median time from the loss to the ACK, µs; NaN without packet numbers. */
  readonly lateUs: number;
  /** Window reductions in recovery periods, and those whose losses were all spurious; NaN if unknown. */
  readonly reductions: number;
  readonly emptyReductions: number;
  /** The log has the packet numbers of losses. */
  readonly named: boolean;
}

function declared(input: DetectInput): DeclaredLosses {
  return input.declaredLosses(input.clockStepUs <= FINE_CLOCK_STEP_US);
}

/** Window reductions per recovery period that began with a loss: all, and those without a real loss. */
function reductionsOf(
  { recovery }: TransportState,
  { timesUs, lateUs }: DeclaredLosses,
): readonly [number, number] {
  let all = 0;
  let empty = 0;
  for (let i = 0; i < recovery.spans.length; i++) {
    const span = recovery.spans.at(i);
    if (span === null || span.count === 0 || span.cause !== RecoveryCause.loss) continue;
    const nextUs = recovery.spans.at(i + 1)?.startUs ?? Number.POSITIVE_INFINITY;
    const late = lateUs.slice(lowerBound(timesUs, span.startUs), lowerBound(timesUs, nextUs));
    all++;
    if (late.length > 0 && late.every((us) => !Number.isNaN(us))) empty++;
  }
  return [all, empty];
}

function measure(state: TransportState, losses: DeclaredLosses): Measured {
  const { timesUs, lateUs } = losses;
  const counted = state.losses.summary.packets;
  if (timesUs.length === 0) {
    const times = state.losses.timesUs;
    const startUs = times[0] ?? Number.NaN;
    const endUs = times.at(-1) ?? Number.NaN;
    const unknown = { lateUs: Number.NaN, reductions: Number.NaN, emptyReductions: Number.NaN };
    return { losses: counted, spurious: state.spuriousLosses, ...unknown, startUs, endUs, named: false };
  }
  const late = lateUs.filter((us) => !Number.isNaN(us));
  const first = lateUs.findIndex((us) => !Number.isNaN(us));
  const last = lateUs.findLastIndex((us) => !Number.isNaN(us));
  const [reductions, emptyReductions] = reductionsOf(state, losses);
  return {
    losses: timesUs.length,
    spurious: late.length,
    lateUs: medianOf(Float64Array.from(late)),
    reductions,
    emptyReductions,
    startUs: timesUs[first] ?? Number.NaN,
    endUs: (timesUs[last] ?? Number.NaN) + (lateUs[last] ?? 0),
    named: true,
  };
}

function evidenceOf(m: Measured): readonly Evidence[] {
  return [
    deciding({
      id: 'share',
      name: 'packets taken for lost that were acknowledged later',
      normal: 'under 1 %',
      value: m.spurious / m.losses,
      limit: above(T.infoShare, 'share', { note: ` (warning from ${T.warningShare * 100} %)` }),
      panel: 'loss',
    }),
    deciding({
      id: 'losses',
      name: 'packets taken for lost',
      normal: 'any number: alone no fault',
      value: m.losses,
      limit: either(
        atLeast(T.minLosses, 'packets'),
        ' or ',
        beside('all of them late', m.spurious === m.losses),
      ),
      panel: 'loss',
    }),
    supporting({
      id: 'reductions',
      name: 'cuts of the window that answer such packets alone',
      normal: 'none',
      deciding: true,
      value: m.emptyReductions,
      limit: atLeast(T.warningReductions, 'count', { note: ' for a warning' }),
      panel: 'congestion',
    }),
  ];
}

function cutWords({ reductions, emptyReductions }: Measured): string {
  return reductions > 0
    ? `; ${count(emptyReductions)} of ${plural(reductions, 'window cut')} answered spurious losses alone`
    : '';
}

/** The first packet that was taken for lost and then acknowledged; without packet numbers the first loss. */
function closeUp(
  state: TransportState,
  { timesUs, lateUs }: DeclaredLosses,
  { startUs }: Measured,
): CloseUp | null {
  const find = new StepFinder(state);
  const i = lateUs.findIndex((us) => !Number.isNaN(us));
  const lostUs = timesUs[i] ?? startUs;
  const lateAfterUs = lateUs[i] ?? Number.NaN;
  const rttUs = rttAt(state, lostUs) || 0;
  return closeUpOf(state, [
    find.sendUpTo(lostUs - rttUs),
    find.lossFrom(lostUs, Number.isNaN(lateAfterUs) ? '' : ', at least one of which is only late'),
    find.cutWithin(lostUs - 1, lostUs + rttUs, ': for nothing'),
    Number.isNaN(lateAfterUs)
      ? find.ackFrom(lostUs + 1)
      : step(
          'late-ack',
          lostUs + lateAfterUs,
          `Its ACK comes ${duration(lateAfterUs)} after it was given up`,
        ),
  ]);
}

function findingOf(state: TransportState, losses: DeclaredLosses, m: Measured): Finding {
  const share = m.spurious / m.losses;
  const costly = m.emptyReductions >= T.warningReductions && share >= T.warningShare;
  const cuts = m.named ? cutWords(m) : ', which packets is inferred from the loss counter';
  const late = m.named ? ` ${duration(m.lateUs)} afterwards (median)` : ' afterwards';
  return finding(RULE, {
    severity: m.named && costly ? 'warning' : 'info',
    interval: m,
    verdict: `${count(m.spurious)} of ${plural(m.losses, 'packet')} declared lost (${percent(share)}) ${m.spurious === 1 ? 'was' : 'were'} acknowledged${late}${cuts}.`,
    confidence: m.named ? 0.95 : 0.6,
    evidence: evidenceOf(m),
    closeUp: closeUp(state, losses, m),
    why:
      'A packet that comes late is no loss: the sender sends it twice and cuts its window for nothing. RFC 9002 §6.1.1 ' +
      'and §6.1.2 allow larger thresholds where the path reorders; RFC 9002 §7.3.2 lets a sender undo the cut.',
    next: 'Sequence: the lost packets and their ACKs. If the path reorders, raise the packet or the time threshold.',
    panels: ['loss', 'sequence', 'congestion'],
  });
}

export const spuriousLoss: Detector = {
  ...RULE,
  looksThrough: 'packets taken for lost',
  cannotJudge(input) {
    const { state } = input;
    const why = whyNotJudged(input);
    if (why !== null) return why;
    if (!lossesAreLogged(state)) return 'losses are inferred here, none are logged or counted';
    if (input.beginsMidway && declared(input).timesUs.length === 0)
      return 'the log begins in the middle of the connection: its loss counter may mean packets sent before';
    const { packets } = state.losses.summary;
    const { contradicted } = declared(input);
    return contradicted > CONTRADICTED_SHARE * packets
      ? `the log acknowledges ${count(contradicted)} of ${plural(packets, 'lost packet')} before it declares them lost`
      : null;
  },
  finish(input) {
    const { state } = input;
    const losses = declared(input);
    const m = measure(state, losses);
    const isFound = m.spurious >= T.minSpurious && holdsAll(evidenceOf(m));
    return isFound ? [findingOf(state, losses, m)] : [];
  },
};
