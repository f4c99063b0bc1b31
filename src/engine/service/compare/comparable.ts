/** Why two traces, or some figures of them, cannot be compared. Sentences; the rest of the comparison stays. */
import { amount, bytes, duration, instant, rtt } from '../../base/text/figures';
import type { Arrived } from '../../reading/contract/outline';
import { type ComparedTrace, hasOutline } from './compared-trace';
import { isSameConnection } from './relation';
import { isReceiver } from './roles';

/** Logs whose lengths are further apart than this, and of which one does not hold its whole transfer. */
const LENGTHS_APART = 10;

/** Paths, packets or transfers that are further apart than this are others: the larger over the smaller. */
const APART = 1.25;
/** The same of payload, of which nothing is counted twice; the acknowledgements of the last of it may be missing. */
const OTHER_PAYLOAD = 1.05;

function areApart(a: number, b: number, factor = APART): boolean {
  return Math.max(a, b) > factor * Math.min(a, b);
}

/** @returns a sentence per reason; empty where the two can be compared. */
export function whyIncomparable(a: ComparedTrace, b: ComparedTrace): readonly string[] {
  const reasons: string[] = [];
  const both = [a, b] as const;
  for (const trace of both) {
    const { name, outline, isOlder } = trace;
    reasons.push(...damageWords(trace));
    if (isOlder) reasons.push(`${name} is a digest, made by an older version: no account.`);
    if (!hasOutline(trace)) {
      reasons.push(
        `${name} is a digest: it holds neither when its bytes arrived, nor its window after the last loss, nor times per state and limit.`,
      );
      continue;
    }
    if (!isReceiver(trace) && Number.isNaN(outline.initialCwndBytes))
      reasons.push(`${name} logs no congestion window.`);
    if (Number.isNaN(outline.landmarks.handshakeUs)) reasons.push(`${name} shows no completed handshake.`);
    if (outline.arrived.timesUs.length === 0) reasons.push(`${name} shows nothing that arrived.`);
  }
  const receivers = both.filter((trace) => isReceiver(trace) && hasOutline(trace)).map(({ name }) => name);
  if (receivers.length > 0) reasons.push(receiversWords(receivers));
  const [countedA, countedB] = both.map(({ outline }) => outline.arrived) as [Arrived, Arrived];
  const areKnown = countedA.timesUs.length > 0 && countedB.timesUs.length > 0;
  if (areKnown && countedA.quantity !== countedB.quantity)
    reasons.push(
      `Bytes are counted otherwise: in ${a.name} those of ${AMOUNTS[countedA.quantity]}, in ${b.name} of ${AMOUNTS[countedB.quantity]}.`,
    );
  const [rttA, rttB] = both.map(({ summary }) => summary.minRttUs) as [number, number];
  // The two ends of one connection have one path.
  if (areApart(rttA, rttB) && isSameConnection(a, b) !== true)
    reasons.push(
      `The paths differ: the smallest RTT is ${rtt(rttA)} in ${a.name}, ${rtt(rttB)} in ${b.name}.`,
    );
  const [sizeA, sizeB] = both.map(({ summary }) => summary.datagramBytes) as [number, number];
  // Those of a receiver are its own, which carry no data.
  if (areApart(sizeA, sizeB) && sizeA > 0 && sizeB > 0 && receivers.length === 0)
    reasons.push(
      `The packets differ: datagrams of ${bytes(sizeA)} in ${a.name}, ${bytes(sizeB)} in ${b.name}.`,
    );
  if (areOtherTransfers(a, b))
    reasons.push(
      `Other transfers: ${a.name} delivered ${amount(transferred(a))}, ${b.name} ${amount(transferred(b))}, and both are finished.`,
    );
  const [lengthA, lengthB] = both.map(({ summary }) => summary.durationUs) as [number, number];
  const areWhole = both.every(({ outline }) => outline.outcome === 'finished');
  if (areApart(lengthA, lengthB, LENGTHS_APART) && !areWhole)
    reasons.push(
      `Other lengths: the log of ${a.name} is ${duration(lengthA)} long, that of ${b.name} ${duration(lengthB)}: counts and times of the whole are of unlike spans.`,
    );
  return reasons;
}

function receiversWords(names: readonly string[]): string {
  const [are, them, their] =
    names.length === 1
      ? ['is the trace of a receiver', 'it', 'its']
      : ['are traces of receivers', 'them', 'their'];
  return `${names.join(' and ')} ${are}: window, losses, probe timeouts, states and limits of the sender are not in ${them}, and ${their} own, of few packets, are left out.`;
}

/** What of a log could not be read, and where. */
function damageWords({ name, damages, summary, outline }: ComparedTrace): readonly string[] {
  const endUs = outline.landmarks.startUs + summary.durationUs;
  return damages.map(({ isCut, words }) => {
    const clause = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    return isCut
      ? `The log of ${name} is cut, it ends at ${instant(endUs)}: ${clause}. What came after that is not compared.`
      : `The log of ${name} lacks records: ${clause}. Its figures are of the others.`;
  });
}

/** What the amounts of each trace are (`Arrived`). */
const AMOUNTS: { readonly [quantity in Arrived['quantity']]: string } = {
  goodput: 'payload that was acknowledged',
  acknowledged: 'packets that were acknowledged',
  received: 'packets that were received, also those that came twice',
};

/** Whether two that are both finished delivered other amounts. */
export function areOtherTransfers(a: ComparedTrace, b: ComparedTrace): boolean {
  return areOtherAmounts(a, b, transferred);
}

/** @param bytesOf of each; amounts that are not known are no others. */
export function areOtherAmounts(
  a: ComparedTrace,
  b: ComparedTrace,
  bytesOf: (trace: ComparedTrace) => number,
): boolean {
  const arePayload = [a, b].every(({ outline: { arrived } }) => arrived.quantity === 'goodput');
  return areApart(bytesOf(a), bytesOf(b), arePayload ? OTHER_PAYLOAD : APART);
}

/** What arrived until the end of the log, as the axis of bytes has it; of a digest as its summary does. NaN where neither does. */
export function arrivedBytes({ summary, outline: { arrived } }: ComparedTrace): number {
  return arrived.bytes[arrived.bytes.length - 1] ?? summary.goodputBytes ?? Number.NaN;
}

/** Bytes of a transfer that was finished; NaN of any other. */
export function transferred({ outline: { outcome, arrived } }: ComparedTrace): number {
  return outcome === 'finished' ? (arrived.bytes[arrived.bytes.length - 1] ?? Number.NaN) : Number.NaN;
}
