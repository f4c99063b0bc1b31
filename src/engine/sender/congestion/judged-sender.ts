/**
 * All that is said of the sender's steps, as rules and page take it, and as plain data for a message from the thread that
 * judged them.
 */
import type { AckedSends } from './acked-sends';
import { type BoundaryLeads, leadsFrom, type PlainLead, plainLead } from './boundary';
import type { HeldGrowth } from './held-growth';
import { type IdleSends, idleSendBuffers } from './idle-sends';
import type { ModelReport } from './model-report';

export interface JudgedSender {
  readonly models: ModelReport;
  readonly leads: BoundaryLeads;
  readonly heldGrowth: HeldGrowth;
  readonly ackedSends: AckedSends;
  readonly idleSends: IdleSends;
}

/** Arrays and figures only. */
export interface PlainJudgement extends Omit<JudgedSender, 'leads'> {
  readonly defective: PlainLead;
  readonly fixed: PlainLead;
}

/** @returns the message, and the large buffers in it, which can be transferred. */
export function plainJudgement({ leads, ...rest }: JudgedSender): {
  readonly plain: PlainJudgement;
  readonly buffers: ArrayBuffer[];
} {
  const plain = { ...rest, defective: plainLead(leads.defective), fixed: plainLead(leads.fixed) };
  const { ackedUs, ackedSentUs, lostUs, lostSentUs } = plain.ackedSends;
  const points = [plain.defective, plain.fixed].flatMap(({ timesUs, values }) => [timesUs, values]);
  const columns = [ackedUs, ackedSentUs, lostUs, lostSentUs, ...points].map(({ buffer }) => buffer);
  const buffers = [...columns, ...idleSendBuffers(plain.idleSends)];
  return { plain, buffers };
}

export function judgedFrom({ defective, fixed, ...rest }: PlainJudgement): JudgedSender {
  return { ...rest, leads: leadsFrom(defective, fixed) };
}
