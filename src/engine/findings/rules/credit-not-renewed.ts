/**
 * Credit that was used up and never renewed, to the end of the connection or of its log: a deadlock of flow control where the peer waits
 * too (RFC 9000 §4.1: a sender that is blocked SHOULD say so, and a receiver must not wait for that).
 *
 * A reader that pauses has let others wait as long before; a stream that ends at its limit waits for nothing.
 */
import { duration, instant } from '../../base/text/figures';
import { endOf } from '../../sender/transport/ending';
import { threePtosUs } from '../../sender/transport/silence';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { type UsedUpCredit, usedUpCredits } from '../conditions/used-up-credit';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, evidence, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { heldShare } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'credit-not-renewed', title: 'Credit never renewed' };

const T = {
  /** A reader that let its peer wait for so long before may do so again. */
  timesBefore: 2,
  /** docs/account.md: what is lost below this share of the span is no reason. */
  warningShare: 0.15,
} as const;

const FRAMES = {
  connection: ['DATA_BLOCKED', 'MAX_DATA', '§4.1'],
  stream: ['STREAM_DATA_BLOCKED', 'MAX_STREAM_DATA', '§4.1'],
  streams: ['STREAMS_BLOCKED', 'MAX_STREAMS', '§4.6'],
} as const;

interface Ended {
  readonly endUs: number;
  readonly words: string;
  readonly isIdle: boolean;
}

function endedOf({ state }: DetectInput): Ended {
  const end = endOf(state);
  if (end === null || end.from === 'silence')
    return { endUs: state.lastUs, words: 'to the end of the log', isIdle: false };
  const isIdle = end.how === 'idle-timeout';
  const words = isIdle ? 'until the idle timeout ended the connection' : 'to the end of the connection';
  return { endUs: end.timeUs, words, isIdle };
}

/** Share of the account's span that credit held; of a log without an account, of the time since its first packet that this wait lasts. */
function costShare({ state, partition }: DetectInput, { fromUs }: UsedUpCredit, endUs: number): number {
  return partition === null
    ? (endUs - fromUs) / (endUs - state.firstUs)
    : heldShare(partition.heldTime, ['credit'], partition.span);
}

function rowsOf(input: DetectInput, credit: UsedUpCredit, endUs: number): readonly Evidence[] {
  const [blocked, max] = FRAMES[credit.what];
  const { fromUs, longestUs, saidUs } = credit;
  const waitUs = endUs - fromUs;
  return [
    deciding({
      id: 'wait',
      name: `time without ${max} from there to the end`,
      normal: 'a round trip or two',
      value: waitUs,
      limit: atLeast(Math.max(threePtosUs(input.state).most, 1), 'us', {
        note: ', three probe timeouts (RFC 9000 §10.1)',
      }),
      panel: 'limits',
    }),
    evidence({
      id: 'before',
      name: 'the same, longer than any wait before that was ended',
      normal: 'about as long as others',
      value: waitUs,
      limit: atLeast(longestUs, 'us', { times: T.timesBefore }),
      panel: 'limits',
    }),
    supporting({
      id: 'said',
      name: `from there to the first ${blocked}`,
      normal: 'sent at once, where more data waits',
      value: saidUs - fromUs,
      limit: atLeast(0, 'us'),
      panel: 'streams',
    }),
    supporting({
      id: 'cost',
      name: 'share of the time that was held by credit',
      normal: '0 %',
      value: costShare(input, credit, endUs),
      limit: above(T.warningShare, 'share'),
      panel: 'limits',
    }),
  ];
}

/** Whether more streams were wanted, nothing shows but STREAMS_BLOCKED. */
const isWanted = ({ what, saidUs }: UsedUpCredit): boolean => what !== 'streams' || !Number.isNaN(saidUs);

function verdictOf(credit: UsedUpCredit, { endUs, words: end, isIdle }: Ended): string {
  const { what, by, words, fromUs, saidUs } = credit;
  const [blocked, max, section] = FRAMES[what];
  const deadlock = isIdle && isWanted(credit) ? ': a deadlock of flow control' : '';
  const [said, came] =
    by === 'remote' ? ['was sent', `no ${max} came`] : ['arrived', `this host sent no ${max}`];
  const isSaid = !Number.isNaN(saidUs);
  const unsaid =
    what === 'streams' ? '' : `, though ${what === 'stream' ? 'its data' : 'a stream'} had not ended`;
  return (
    `${words} at ${instant(fromUs)}; ${isSaid ? `${blocked} ${said} at ${instant(saidUs)}` : `no ${blocked} ${said}${unsaid}`}, ` +
    `and ${came} in the ${duration(endUs - fromUs)} ${end}${deadlock} (RFC 9000 ${section}).`
  );
}

function closeUp(
  { state }: DetectInput,
  { by, fromUs, saidUs }: UsedUpCredit,
  endUs: number,
): CloseUp | null {
  const find = new StepFinder(state);
  const used = by === 'remote' ? find.sendUpTo(fromUs, ', and the credit is used up') : null;
  return closeUpOf(state, [
    used ?? find.receiveAt(fromUs, 'A packet arrives, and the credit is used up'),
    Number.isNaN(saidUs) || by === 'local' ? null : find.sendFrom(saidUs, ', which says that more waits'),
    find.ackFrom(fromUs + 1, ', and no credit'),
    state.termination?.timeUs === endUs ? step('closed', endUs, 'The connection ends') : null,
  ]);
}

function findingOf(input: DetectInput, credit: UsedUpCredit, ended: Ended): Finding {
  const { endUs } = ended;
  const rows = rowsOf(input, credit, endUs);
  const isSaid = !Number.isNaN(credit.saidUs);
  const isCostly = rows.some(({ id, holds }) => id === 'cost' && holds);
  return finding(RULE, {
    severity: isCostly && isWanted(credit) ? 'warning' : 'info',
    variant: credit.by === 'local' ? 'own' : credit.what,
    interval: { startUs: credit.fromUs, endUs },
    verdict: verdictOf(credit, ended),
    confidence: isSaid ? 0.95 : credit.what === 'streams' ? 0.6 : 0.8,
    evidence: rows,
    closeUp: closeUp(input, credit, endUs),
    why:
      'A sender without credit may send nothing more, whatever its window allows (RFC 9000 §4.1, §4.6), and nothing on its side ends that: ' +
      'the connection stands until one side gives up.',
    next:
      credit.by === 'local'
        ? 'Streams: what had arrived and was not read. The application of this host reads no more, or its stack lost the update of a limit.'
        : 'Limits and Streams: what used the credit up. The peer knows why it gave no more: does it read, does it count what was reset, was its update lost and not sent again (RFC 9000 §13.3)?',
    panels: ['limits', 'streams', 'throughput'],
  });
}

export const creditNotRenewed: Detector = {
  ...RULE,
  looksThrough: 'frames of streams',
  cannotJudge(input) {
    const { state, beginsMidway } = input;
    if (state.streams.ids.length === 0) return 'no frames of streams are logged';
    if (state.captured) return 'a capture on the wire holds no state of an endpoint';
    if (state.pathCount > 1) return 'its paths are not distinguished: what was used up on each is not known';
    if (beginsMidway || state.isPart)
      return 'what was used before the log begins, or comes after it ends, is not known';
    if (state.receivedPackets === 0) return 'no received packets are logged';
    return whyTraceLacking(input);
  },
  finish(input) {
    const ended = endedOf(input);
    const credits = usedUpCredits(input.streams)
      .filter((credit) => holdsAll(rowsOf(input, credit, ended.endUs)))
      .sort((a, b) => a.fromUs - b.fromUs);
    // What is used up later holds back no more.
    return credits.slice(0, 1).map((credit) => findingOf(input, credit, ended));
  },
};
