/**
 * The account of time for people who know no QUIC: why each of its holders and causes holds, and what to do about it where that is
 * sound. The field's term stands in brackets, parameters by their names. Definitions: docs/account.md.
 */
import type { Cause, Holder } from '../../../engine/base/text/account-names';
import type { AccountPart } from '../../../engine/findings/account/parts';
import type { Finding } from '../../../engine/findings/finding/finding';
import { meaningOf, meaningOfRule } from './plain-words';

export interface HeldWords {
  readonly why: string;
  /** The finding that says why; null for none. */
  readonly by: Finding | null;
  /** Empty where a finding alone says what to do. */
  readonly advice: string;
}

interface Entry {
  /** Rules, of which a finding says why; the first one stands for all where none is found. */
  readonly rules?: readonly string[];
  readonly why?: string;
  readonly advice: string;
}

const LOOK_AT_PATH =
  'It is the path: look where it loses packets (a radio link, a damaged cable, a port that drops). A congestion control that follows an estimate of the path, such as BBR, is held less.';
const REDUCED =
  'Look at Congestion and Loss: how far the window falls at each reduction, and how long it takes to grow again.';
const SENDERS_LOG = 'Take the log of the sender, of the same time: it shows why no more came.';

const OF_CAUSE: { readonly [cause in Cause]: Entry } = {
  startUp: {
    why: 'The sender begins with little under way and raises that as answers come (slow start); most of the transfer is that beginning.',
    advice: 'Reuse connections, so that fewer transfers begin anew.',
  },
  fullPath: {
    why: 'The path carried all that it can.',
    advice:
      'Nothing is to be gained at the sender: a path that carries more, or less to carry, makes it shorter.',
  },
  cutQueue: {
    why: 'A queue on the path ran over, and the sender slowed down for what was lost (loss in a full queue); until it is as fast as before, the path is not used in full.',
    advice: REDUCED,
  },
  cutPoliced: {
    rules: ['policed'],
    advice:
      'It is the path: ask who runs it for the rate that it polices. A sender that stays below that rate loses nothing there.',
  },
  cutBurst: {
    why: 'The path lost many packets at once though it was not full, and the sender slowed down for them as if it were (loss in bursts).',
    advice: LOOK_AT_PATH,
  },
  cutRandom: { rules: ['random-loss'], advice: LOOK_AT_PATH },
  cutTooLarge: {
    rules: ['size-loss', 'mtu-black-hole'],
    advice:
      'Let the sender make smaller packets: a limit of its datagrams, or of the receiver (max_udp_payload_size); on the path, find what drops large ones.',
  },
  cutMarks: {
    why: 'The path marks packets to ask the sender to slow down (ECN-CE), and it did; until it is as fast as before, the path is not used in full.',
    advice: REDUCED,
  },
  cutSpurious: {
    rules: ['spurious-loss'],
    advice:
      'Raise the packet or the time threshold of the sender’s loss detection (RFC 9002 §6.1), so that late packets are not taken for lost.',
  },
  cutUnknown: {
    why: 'Packets were lost, and the sender slowed down; of which kind the losses are, so few do not show.',
    advice: REDUCED,
  },
  doesNotGrow: { rules: ['stuck-window', 'death-spiral', 'state-dwell', 'paced-flat-window'], advice: '' },
  estimateBelow: {
    why: 'The sender follows an estimate of what the path carries, and that stayed below what the path had carried.',
    advice:
      'Look at Delivery rate and Congestion: when the estimate falls, and what the path delivered before.',
  },
  configured: {
    why: 'The sender’s limit of what it has under way (congestion window) again and again ends at the same value: it looks configured.',
    advice: 'Raise the largest congestion window in the configuration of the sender.',
  },
  unknown: {
    why: 'The sender’s limit of what it has under way (congestion window) was used in full; why it was no larger does not show.',
    advice: 'Look at Congestion and States: whether the window grows, and what it follows.',
  },
  windowTooSmall: {
    why: 'The receiver says how much may be sent to it (flow control); it allowed less than the path holds in a round trip, so that the sender waited for leave to send.',
    advice: '',
  },
  readerSlow: {
    why: 'The receiver says how much may be sent to it (flow control); it allowed more only late, as if its application read slowly.',
    advice: 'Look at the application that reads: larger limits only put off the wait.',
  },
  neverRenewed: {
    rules: ['credit-not-renewed'],
    advice:
      'Look at the receiver: whether its application stopped reading, and whether it sent MAX_DATA or MAX_STREAM_DATA.',
  },
  certain: {
    why: 'The sender had nothing to send: all that it was given had been sent.',
    advice: 'Look at the application that writes, or what it waits for: the network waited for it.',
  },
  inferred: {
    rules: ['flight-constant'],
    why: 'The sender seems to have had nothing to send, though it was allowed to send more.',
    advice: 'Look at the application that writes, and at the buffer that it writes into.',
  },
  windowNotLogged: {
    why: 'The sender itself held it; its congestion window is not in the log, so that it does not show whether that or its application did.',
    advice: 'Record it again with the events that hold the congestion window (recovery:metrics_updated).',
  },
  outOfOrder: {
    why: 'Data kept arriving, but could not be read: earlier data was missing, lost on the path.',
    advice: SENDERS_LOG,
  },
};

const OF_HOLDER: { readonly [holder in Holder]: Entry } = {
  window: OF_CAUSE.unknown,
  pacing: OF_CAUSE.unknown,
  credit: OF_CAUSE.windowTooSmall,
  application: OF_CAUSE.inferred,
  nextRequest: {
    why: 'All that was asked for had been sent: the sender waited for the next request.',
    advice: 'Nothing is to be gained at the sender: look at what asks, and what it waits for.',
  },
  handshake: {
    why: 'Most of the time went into setting up the connection and the wait for the first request (handshake).',
    advice: 'Reuse connections, or resume sessions, so that fewer begin anew.',
  },
  lossDetection: {
    why: 'Answers were overdue, and the sender waited and probed until it knew what was lost (loss detection).',
    advice: 'Look at the path at that time, in both directions: packets were lost, or the answers to them.',
  },
  hostStopped: {
    rules: ['host-stall'],
    why: 'The host that wrote the log stopped for a while, and sent nothing meanwhile.',
    advice:
      'Look at that host at that time: pauses of the program, processor time taken away, a machine that was suspended.',
  },
  pathStalled: {
    rules: ['delivery-stall'],
    advice: 'Look at the path and the receiver at that time: an outage, a handover, a firewall.',
  },
  inTransit: {
    why: 'What was sent last was still on its way.',
    advice: 'A shorter path, as to a server that is nearer, makes it shorter.',
  },
  sender: OF_CAUSE.windowNotLogged,
  notKnown: {
    why: 'What held it, the log does not show.',
    advice: 'Record it again with what the log lacks: see the last part of this report.',
  },
  arriving: {
    why: 'Data kept arriving; whether more could have come, only the log of the sender shows.',
    advice: SENDERS_LOG,
  },
  dataMissing: {
    why: 'Nothing came while earlier data was missing, as if it was lost on the path and sent again late.',
    advice: SENDERS_LOG,
  },
  ownCredit: OF_CAUSE.windowTooSmall,
  firstByte: {
    why: 'It waited for the first byte of a response: the way there and back, and the time that the server took.',
    advice: 'Look at the server: how long it took from the request to the first byte of its response.',
  },
  nothingCame: { why: 'Nothing came, and why does not show in the log of a receiver.', advice: SENDERS_LOG },
  behindStreams: {
    why: 'Other data of the same connection was sent first.',
    advice: 'Look at Requests and Multiplexing: what was sent before it, and with which priority.',
  },
};

/** Raising these lets more be sent; which of the limits of streams it is follows from who opens them (RFC 9000 §18.2). */
const CREDIT_ADVICE = {
  download:
    'Raise the limits of the client: initial_max_data, and initial_max_stream_data_bidi_local for the streams that it opens; each must hold what the path carries in a round trip.',
  upload:
    'Raise the limits of the server: initial_max_data, and initial_max_stream_data_bidi_remote for the streams that the client opens; each must hold what the path carries in a round trip.',
  transfer:
    'Raise the limits of the receiver: initial_max_data, and initial_max_stream_data of its streams; each must hold what the path carries in a round trip.',
} as const;

/** @param findings of the trace, of which one may say why. */
export function heldWords(
  { holder, cause }: Pick<AccountPart, 'holder' | 'cause'>,
  findings: readonly Finding[],
  direction: keyof typeof CREDIT_ADVICE,
): HeldWords {
  const { rules = [], why, advice } = cause === null ? OF_HOLDER[holder] : OF_CAUSE[cause];
  const proof = findings.find(({ id }) => rules.includes(id));
  const [rule = ''] = rules;
  return {
    by: proof ?? null,
    why: proof === undefined ? (why ?? meaningOfRule(rule)) : meaningOf(proof),
    advice: cause === 'windowTooSmall' ? CREDIT_ADVICE[direction] : advice,
  };
}
