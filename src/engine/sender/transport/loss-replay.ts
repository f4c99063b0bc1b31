/** Losses that the log states: takes the packets out of the ledger, and counts them with their triggers. */
import { PacketFlag } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import type { FlightBalance } from './flight-balance';
import { LossTriggers } from './loss-triggers';
import { PacketMark } from './packet-fate';
import type { SenderModel } from './sender-model';
import type { TransportState } from './transport';

/** The column of losses is 32 bits wide. */
const MAX_LOST_TOGETHER = 0xffff_ffff;

export class LossReplay {
  readonly #state: TransportState;
  readonly #balance: FlightBalance;
  readonly #model: SenderModel;
  readonly #triggers: LossTriggers;

  constructor(state: TransportState, balance: FlightBalance, model: SenderModel) {
    this.#state = state;
    this.#balance = balance;
    this.#model = model;
    this.#triggers = new LossTriggers(state);
  }

  /** @returns true where the flight may have changed. */
  apply(batch: EventBatch, row: number, timeUs: number): boolean {
    const { ledger, losses } = this.#state;
    const space = ledger.space(batch.space[row]);
    // RFC 9000 §14.4: the loss of an MTU probe is no sign of congestion, and does not show that the stack logs losses.
    const isProbe = (batch.flags[row] & PacketFlag.mtuProbe) !== 0;
    if (!isProbe) this.#model.stackReportsLosses('logged');
    if (batch.pairCount[row] > 0) {
      const pair = batch.firstPair[row];
      return this.#together(batch, row, timeUs, [batch.pairs.at(pair * 2), batch.pairs.at(pair * 2 + 1)]);
    }
    // ngtcp2 calls what it sent before a Retry lost; a log that two write to has each loss twice.
    const number = batch.packetNumber[row];
    const lostUs = space?.lostUs(number) ?? Number.NaN;
    if (space?.isGivenUp(number) || (!isProbe && lostUs === timeUs && !space?.isProbe(number))) return false;
    // It was taken for lost before the log says that it is a probe.
    if (isProbe) losses.takeBack(lostUs);
    this.#triggers.count(batch, row, timeUs, 1);
    const marks = isProbe ? PacketMark.mtuProbe : 0;
    const bytes = space?.lose(number, marks) ?? 0;
    this.#balance.lost(bytes);
    if (!isProbe) losses.push('logged', timeUs, 1);
    return true;
  }

  /**
   * A loss logged as a number of packets (mvfst): most likely the oldest ones up to the largest. More than have numbers
   * up to there are damage, and ignored.
   */
  #together(
    batch: EventBatch,
    row: number,
    timeUs: number,
    [largest, packets]: readonly [number, number],
  ): boolean {
    const { ledger, losses } = this.#state;
    const space = ledger.space(batch.space[row]);
    const sent = space !== null && space.largestSent >= 0 ? space.largestSent : largest;
    if (packets > Math.min(largest, sent) + 1) return false;
    this.#triggers.count(batch, row, timeUs, packets);
    for (let i = 0; i < packets; i++) {
      const bytes = space?.loseOldest(largest) ?? null;
      if (bytes === null) break;
      this.#balance.lost(bytes);
    }
    losses.push('logged', timeUs, Math.min(packets, MAX_LOST_TOGETHER));
    return true;
  }
}
