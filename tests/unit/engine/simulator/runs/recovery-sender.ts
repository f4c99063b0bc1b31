import type { Controller } from '../../../../../src/engine/sender/congestion/controller.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import { type AckFrame, Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import {
  Recovery,
  type RecoverySettings,
  type Settled,
} from '../../../../../src/engine/simulator/runs/recovery.ts';
import { Fate, type Sent } from '../../../../../src/engine/simulator/runs/sent-packets.ts';

export const MS = 1000;
export const RTT = 100 * MS;
export const BYTES = 1000;
export const CWND = 100_000;
export const NEVER = Number.POSITIVE_INFINITY;
const { application } = Space;

/** One sender, and what it settled. */
export class Sender implements Settled {
  readonly recovery: Recovery;
  readonly controller: Controller;
  /** What its handshake is; that of a server which is through with it. */
  readonly handshake = { isConfirmed: true, isValidated: true, probedSpace: null as Space | null };
  readonly ackedUs: number[] = [];
  readonly lostNumbers: number[] = [];
  readonly byTime: boolean[] = [];

  constructor(settings: RecoverySettings = {}, controller: Controller = new NewReno(BYTES, CWND)) {
    this.controller = controller;
    this.recovery = new Recovery(controller, settings, this.handshake, this);
    this.recovery.isWindowLimited = true;
  }

  acked(_space: Space, { sentUs }: Sent): void {
    this.ackedUs.push(sentUs);
  }

  lost(_space: Space, number: number, _sent: Sent, byTime: boolean): void {
    this.lostNumbers.push(number);
    this.byTime.push(byTime);
  }

  send(atUs: number, count = 1, { space = application as Space, isAckEliciting = true } = {}): void {
    for (let i = 0; i < count; i++)
      this.recovery.sent(space, {
        sentUs: atUs,
        sizeBytes: BYTES,
        isAckEliciting,
        offset: 0,
        dataBytes: 0,
        ackLargest: -1,
        isHandshakeDone: false,
        maxData: 0,
        fate: Fate.unsettled,
      });
  }

  /** @param ranges pairs of largest and smallest, the newest first. */
  ack(
    nowUs: number,
    ranges: readonly number[],
    { space = application as Space, ...frame }: Partial<AckFrame> & { space?: Space } = {},
  ): boolean {
    return this.recovery.acked(space, { ranges, delayUs: 0, ceCount: 0, ...frame }, nowUs);
  }

  timerUs(): number {
    return this.recovery.timerUs;
  }

  timedOut(nowUs: number): Space | null {
    return this.recovery.timedOut(nowUs);
  }

  get windows(): number {
    return this.controller.cwndBytes / CWND;
  }
}

/** One whose handshake is not confirmed. @param changes of a server. */
export function beginning(changes: Partial<Sender['handshake']> = {}): Sender {
  const sender = new Sender();
  Object.assign(sender.handshake, { isConfirmed: false, ...changes });
  return sender;
}

/** One that has sent packet 0 and knows its round trip: smoothed 100 ms, variation 50 ms. */
export function known(settings: RecoverySettings = {}, controller?: Controller): Sender {
  const sender = new Sender(settings, controller);
  sender.send(0);
  sender.ack(RTT, [0, 0]);
  return sender;
}
