/** What a run takes from a trace, and what it leaves out: a sentence each. */
import { amount, bytes, duration, instant, plural } from '../../base/text/figures';
import { mbit } from './path';
import type { Setting } from './setting';

export function assumptionsOf(setting: Setting): readonly string[] {
  return [
    propagationWords(setting),
    rateWords(setting),
    lossWords(setting),
    hostWords(setting),
    offerWords(setting),
    'Not in it: reordering, other traffic that would answer, a path that changes in another way than its losses and late ACKs.',
  ];
}

function propagationWords({ path }: Setting): string {
  const { delayUs, gridUs } = path.propagation;
  const steps = path.lengths.map(
    ({ fromUs, longerUs }) =>
      `, from ${instant(fromUs)} on ${duration(Math.round(Math.max(0, delayUs + longerUs / 2)))}`,
  );
  const grid = gridUs > 0 ? `; packets are delivered each ${duration(gridUs)}, as the ACKs come` : '';
  return `Path: ${duration(Math.round(delayUs))} each way${steps.join('')}${grid}.`;
}

export function rateWords({ path }: Setting): string {
  const { rate, steps, bufferBytes, policer } = path.rate;
  if (policer !== null)
    return `Rate: packets above ${rateOf(policer.rate)} are dropped, beyond bursts of ${amount(policer.bucketBytes)}.`;
  if (rate === null) return 'Rate: no limit is seen, so that a larger window meets none.';
  const queue = bufferBytes === null ? 'a queue that was never full' : `a queue of ${amount(bufferBytes)}`;
  const later = steps.map((step) => `, from ${instant(step.fromUs)} on ${rateOf(step.rate)}`);
  return `Rate: ${rateOf(rate)}${later.join('')}, with ${queue}.`;
}

const rateOf = (rate: number): string => `${mbit(rate).toPrecision(3)} Mbit/s`;

function lossWords({ path, peerLost }: Setting): string {
  const late = path.late.held.length + path.late.stopped.length;
  const lost =
    path.lost + peerLost === 0
      ? 'none beside those of the rate'
      : `${plural(path.lost, 'packet')} of the sender and ${peerLost} of the receiver, lost again by their time and order`;
  return `Losses: ${lost}. ${late === 0 ? 'No ACK' : plural(late, 'ACK')} came late${late === 0 ? '' : ', and a run waits at the same times'}.`;
}

function hostWords({ habits, paces, creditBytes }: Setting): string {
  const every = habits.ackEvery === 1 ? 'at once' : `every ${habits.ackEvery} packets`;
  const credit = creditBytes === null ? '' : `, with ${bytes(creditBytes)} of credit`;
  return `Hosts: the receiver acknowledges ${every}${credit}; the sender ${paces ? 'paces' : 'sends bursts'}, with the times between packets that were recorded.`;
}

function offerWords({ offer, trace }: Setting): string {
  const { writes, isOpen } = offer;
  const beyond = isOpen
    ? ' The trace ends before its data: a run has what the trace delivers, and is done with that.'
    : '';
  const many = writes.length > 2;
  return `Application: ${many ? `its data comes in ${writes.length} parts, at the times at which it was sent` : 'all data waits from the start'}, in packets of ${bytes(trace.datagramBytes)}.${beyond}`;
}
