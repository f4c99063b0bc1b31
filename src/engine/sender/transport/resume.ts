/**
 * The state in which an exported range begins (qlog-schema/exported-range.ts): packets that have no fate yet, what is
 * known of RTT, recovery and reordering, and by which methods the log shows losses and PTOs. So a range infers nothing
 * that its log knows. Applied before the first event.
 */
import { type JsonObject, PacketSpace, type UnsettledPackets } from '../../../qlog-schema';
import { readRange } from '../../../qlog-schema/exported-range';
import type { AckReplay } from './ack-replay';
import type { FlightBalance } from './flight-balance';
import { PacketMark } from './packet-fate';
import type { SenderModel } from './sender-model';
import type { TransportState } from './transport';

export interface Resumed {
  readonly state: TransportState;
  readonly balance: FlightBalance;
  readonly model: SenderModel;
  readonly acks: AckReplay;
}

/** @param field of the header of an export. */
export function resume(field: JsonObject, { state, balance, model, acks }: Resumed): void {
  const range = readRange(field);
  if (range === null) return;
  const { losses, ptos, recovery, ecn } = state;
  state.isRange = true;
  state.isPart = !(range.fromStart && range.toEnd);
  state.beginsMidway = !range.fromStart;
  state.loggedInWhole = range.logged;
  state.windowGrewBefore = range.windowGrew;
  losses.isRangeOf(range.losses);
  ptos.isRangeOf(range.timeouts);
  if (losses.method === 'in-flight-drop') balance.isRangeOfBalanced();
  if (range.sendsData !== null) state.sideOfWhole = range.sendsData ? 'sender' : 'receiver';
  if (!Number.isNaN(range.recoveryUs))
    recovery.resume(range.recoveryUs, range.inRecovery ? range.fromUs : Number.NaN);
  ecn.resume(range.marked);
  acks.resume(range.packetThreshold);
  model.resume(range);
  for (const packets of range.unsettled) enter(packets, state, model);
  for (const { space, packetNumber } of range.moved)
    for (const number of packetNumber) acks.movedSend(space, number);
}

function enter(packets: UnsettledPackets, { ledger, streams }: TransportState, { pto }: SenderModel): void {
  const space = ledger.space(packets.space);
  if (space === null) return;
  for (const [i, packetNumber] of packets.packetNumber.entries()) {
    const isEliciting = packets.ackEliciting[i] === 1;
    const sentUs = packets.sentUs[i];
    const resentBytes = packets.resentBytes[i];
    const marks = (isEliciting ? PacketMark.ackEliciting : 0) | (resentBytes > 0 ? PacketMark.resent : 0);
    const dataBytes = packets.dataBytes[i];
    streams.maySendPayload ||= packets.space === PacketSpace.application && dataBytes > 0;
    const details = { marks, dataBytes, resentBytes };
    space.send(packetNumber, packets.sizeBytes[i], sentUs, packets.inFlight[i] === 1, details);
    if (isEliciting) pto.sentBefore(packets.space, sentUs);
  }
  space.unseen.beginsHere();
}
