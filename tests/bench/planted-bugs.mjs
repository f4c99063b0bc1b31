/**
 * The bugs that plant-bugs.mjs plants, one at a time: slips of a refactoring, none of them equivalent. `from` stands
 * exactly once in its file; `seen` is what a user would notice. These are the bugs in what the program computes; those
 * in what it shows and saves stand in planted-bugs-shown.mjs.
 */
import { SHOWN } from './planted-bugs-shown.mjs';

const RULES = [
  {
    id: 'rule-blocked-stays',
    file: 'src/engine/findings/measures/send-cycles.ts',
    from: '      requests = 0;\n      blocked = false;\n',
    to: '      requests = 0;\n',
    seen: 'One BLOCKED frame makes all later cycles of a flat window count as held by flow control: no death spiral.',
  },
  {
    id: 'highest-rate',
    file: 'src/engine/findings/measures/highest-rate.ts',
    from: '(now - before.at(first - 1)) / sinceUs',
    to: '(now - before.at(first)) / sinceUs',
    seen: 'Page one of a report states a highest rate that lacks one ACK: too low a rate.',
  },
  {
    id: 'rule-pto-last-spurious',
    file: 'src/engine/findings/rules/pto-storm.ts',
    from: 'ptos.spurious.subarray(from, to + 1)',
    to: 'ptos.spurious.subarray(from, to)',
    seen: 'The last PTO of a storm never counts as spurious: "2 of the 3 spurious" where all are, or another hint.',
  },
  {
    id: 'rule-flat-across-ce',
    file: 'src/engine/findings/measures/flat-window.ts',
    from: '[cwnd.timesUs.slice(), believedLosses(state), state.ceMarksUs.slice()]',
    to: '[cwnd.timesUs.slice(), believedLosses(state)]',
    seen: 'A window kept down by CE marks is an alarm, with "losses and CE marks: none" as its evidence.',
  },
  {
    id: 'rule-spurious-some',
    file: 'src/engine/findings/rules/spurious-loss.ts',
    from: 'late.every((us) => !Number.isNaN(us))',
    to: 'late.some((us) => !Number.isNaN(us))',
    seen: 'A window cut with real losses beside one spurious counts as made for nothing: an info becomes a warning.',
  },
  {
    id: 'rule-reduction-to-floor',
    file: 'src/engine/findings/conditions/recovery-periods.ts',
    from: 'const isFloor = afterBytes <= floorBytes;',
    to: 'const isFloor = afterBytes < floorBytes;',
    seen: 'A fall to the floor by persistent congestion counts as one more cut of the same recovery period.',
  },
  {
    id: 'rule-idle-own-pause',
    file: 'src/engine/findings/rules/idle-growth.ts',
    from: 'totalUs[i + 1] - totalUs[first]',
    to: 'totalUs[i] - totalUs[first]',
    seen: "The pause before a jump counts as time of CUBIC's curve: a window that jumps after one idle time is not told.",
  },
  {
    id: 'rule-persistent-with-ack',
    file: 'src/engine/findings/rules/persistent-collapse.ts',
    from:
      '    const hasArrived = sent.some((within) => within.hasArrived);\n' +
      '    const durationUs = persistentDuration(state, firstUs);\n' +
      '    // The replay decides at the declaration; a packet of the span acknowledged later refutes it.\n' +
      '    if (lost < T.minLost || hasArrived || !(',
    to: '    const durationUs = persistentDuration(state, firstUs);\n    if (lost < T.minLost || !(',
    seen: 'Persistent congestion is told although a packet between the lost ones arrived, which the evidence denies.',
  },
  {
    id: 'rule-accounting-sign',
    file: 'src/engine/findings/rules/accounting-mismatch.ts',
    from: 'const more = furthestBytes < 0;',
    to: 'const more = furthestBytes > 0;',
    seen: 'A stack that counts too many bytes in flight is told to count too few, and the other way round.',
  },
  {
    id: 'rule-probe-rtt-allowed',
    file: 'src/engine/findings/rules/state-dwell.ts',
    from: 'probeRttUs: 200_000',
    to: 'probeRttUs: 20_000',
    seen: 'On a short path the 200 ms that PROBE_RTT takes by design are a warning: state held too long.',
  },
];

const MODELS = [
  {
    id: 'model-cwnd-prior',
    file: 'src/engine/sender/congestion/cubic.ts',
    from: 'this.#priorBytes = priorCwndBytes;',
    to: 'this.#priorBytes = cwndBytes;',
    seen: 'The model of CUBIC grows twice as fast in its Reno-friendly region; the log seems to leave it, other models fit.',
  },
  {
    id: 'model-undo-k',
    file: 'src/engine/sender/congestion/reducing-window.ts',
    from: '{ cwndBytes, ssthreshBytes, wMaxBytes, kSeconds, boundaryUs, epochUs };',
    to: '{ cwndBytes, ssthreshBytes, wMaxBytes, boundaryUs, epochUs };',
    seen: "After a reduction that was taken back the model keeps the K of the reduction: its curve lies beside the log's.",
  },
  {
    id: 'model-divergence-length',
    file: 'src/engine/sender/congestion/scorer.ts',
    from: 'toUs - this.#apartFromUs < rttUs',
    to: 'us < rttUs',
    seen: 'The first divergence is told late or never, because only one step of a round trip counts, not many short ones.',
  },
  {
    id: 'model-floor-scored',
    file: 'src/engine/sender/congestion/scorer.ts',
    from: 'if (loggedBytes <= MINIMUM_WINDOW_DATAGRAMS * this.#datagramBytes) return;',
    to: 'if (loggedBytes < MINIMUM_WINDOW_DATAGRAMS * this.#datagramBytes) return;',
    seen: 'Cuts to the floor, which all rules answer alike, count as predicted: "5 of 5 reductions" instead of "2 of 2".',
  },
  {
    id: 'model-free-at-once',
    file: 'src/engine/sender/congestion/counterfactual.ts',
    from: 'Math.floor(freeFromUs) + 1',
    to: 'Math.floor(freeFromUs)',
    seen: '"What the window would have been" begins with the cut of the model, not with the window that the log cut to.',
  },
  {
    id: 'model-boundary-old-loss',
    file: 'src/engine/sender/congestion/boundary.ts',
    from: 'if (!(steps.a.at(i) <= this.#boundaryUs)) this.#setBoundary(nowUs);',
    to: 'this.#setBoundary(nowUs);',
    seen: 'In the Boundary panel a further loss of the same recovery period moves the boundary and ends the lead.',
  },
];

const COMMAND_LINE = [
  {
    id: 'cli-junit-skipped',
    file: 'src/node/cli/commands/check/report-junit.ts',
    from: '      counts.skipped++;\n',
    to: '',
    seen: 'The CI system shows no skipped test, however many rules could not be applied.',
  },
  {
    id: 'cli-sarif-success',
    file: 'src/node/cli/commands/check/report-sarif.ts',
    from: 'executionSuccessful: exit !== Exit.unreadable',
    to: 'executionSuccessful: exit === Exit.clean',
    seen: 'A run that found something is shown by code scanning as a tool that failed.',
  },
  {
    id: 'cli-summary-column',
    file: 'src/node/cli/commands/summary/summary.ts',
    from: 'HEADER.slice(5, 16)',
    to: 'HEADER.slice(5, 15)',
    seen: 'In the table of summary the numbers of requests stand at the left of their column, unlike all others.',
  },
  {
    id: 'cli-only-in-report',
    file: 'src/node/cli/commands/check/check.ts',
    from: 'only === null ? DETECTORS : DETECTORS.filter(({ id }) => only.has(id))',
    to: 'DETECTORS',
    seen: 'With --only the JUnit report lists every rule as passed, also those that nobody asked for.',
  },
];

export const BUGS = [...RULES, ...MODELS, ...COMMAND_LINE, ...SHOWN];
