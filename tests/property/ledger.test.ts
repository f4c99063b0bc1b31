/** No byte of the flight is ever lost from the books, counted twice, or negative. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyOutcome, SpaceLedger } from '../../src/engine/sender/transport/ledger.ts';
import { draws } from '../support/tier.ts';

type Act =
  | { readonly type: 'send'; readonly gap: number; readonly bytes: number; readonly inFlight: boolean }
  | { readonly type: 'send again'; readonly number: number }
  | { readonly type: 'ack'; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly type: 'lose'; readonly number: number }
  | { readonly type: 'lose oldest' }
  | { readonly type: 'threshold' }
  | { readonly type: 'discard' };

const number = fc.nat(120);
const ofType = <T extends string, F extends object>(
  type: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
) => fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<{ type: T } & F>;

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: ofType('send', { gap: fc.nat(3), bytes: fc.nat(1500), inFlight: fc.boolean() }),
  },
  { weight: 1, arbitrary: ofType('send again', { number }) },
  { weight: 4, arbitrary: ofType('ack', { ranges: fc.array(fc.tuple(number, number), { maxLength: 4 }) }) },
  { weight: 2, arbitrary: ofType('lose', { number }) },
  { weight: 1, arbitrary: ofType('lose oldest', {}) },
  { weight: 1, arbitrary: ofType('threshold', {}) },
  { weight: 1, arbitrary: ofType('discard', {}) },
);

/** The same books kept the slow way: one entry per packet, every one looked at. */
class SlowLedger {
  readonly #packets: {
    number: number;
    bytes: number;
    sentUs: number;
    out: boolean;
    lost: boolean;
    acked: boolean;
  }[] = [];

  send(number: number, bytes: number, sentUs: number, inFlight: boolean): void {
    this.#packets.push({ number, bytes, sentUs, out: inFlight, lost: false, acked: false });
  }

  get inFlightBytes(): number {
    return this.#packets.reduce((sum, { out, bytes }) => sum + (out ? bytes : 0), 0);
  }

  ack(from: number, to: number): { bytes: number; packets: number; spurious: number } {
    const done = { bytes: 0, packets: 0, spurious: 0 };
    for (const packet of this.#packets) {
      if (packet.acked || packet.number < from || packet.number > to) continue;
      done.packets++;
      if (packet.out) done.bytes += packet.bytes;
      if (packet.lost) done.spurious++;
      Object.assign(packet, { out: false, acked: true });
    }
    return done;
  }

  lose(which: (packet: { number: number; sentUs: number }) => boolean, limit: number): void {
    for (const packet of this.#packets.filter((one) => one.out && which(one)).slice(0, limit))
      Object.assign(packet, { out: false, lost: true });
  }

  get largestAcked(): number {
    return Math.max(-1, ...this.#packets.filter(({ acked }) => acked).map(({ number }) => number));
  }

  discard(): void {
    for (const packet of this.#packets) packet.out = false;
  }
}

describe('SpaceLedger', () => {
  it('keeps acknowledged + lost + outstanding + discarded equal to what was sent', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 150 }), (acts) => {
        const ledger = new SpaceLedger();
        const slow = new SlowLedger();
        let next = 0;
        let sent = 0;
        let left = 0;
        for (const [nowUs, step] of acts.entries()) {
          switch (step.type) {
            case 'send':
              next += step.gap;
              ledger.send(next, step.bytes, nowUs, step.inFlight);
              slow.send(next, step.bytes, nowUs, step.inFlight);
              if (step.inFlight) sent += step.bytes;
              next++;
              break;
            case 'send again':
              if (next > 0) ledger.send(Math.min(step.number, next - 1), 999, nowUs, true);
              // Numbers in a gap were never sent: a packet that comes late is left out as well.
              break;
            case 'ack':
              for (const [from, to] of step.ranges) {
                const outcome = emptyOutcome();
                ledger.ackRange(from, to, outcome);
                const { bytes, packets, spurious } = outcome;
                expect({ bytes, packets, spurious }).toEqual(slow.ack(from, to));
                left += bytes;
              }
              break;
            case 'lose':
              left += ledger.lose(step.number);
              slow.lose((packet) => packet.number === step.number, 1);
              break;
            case 'lose oldest':
              left += ledger.loseOldest() ?? 0;
              slow.lose(() => true, 1);
              break;
            case 'threshold': {
              const before = ledger.inFlightBytes;
              ledger.loseByThreshold(3, nowUs - 20);
              left += before - ledger.inFlightBytes;
              const largest = slow.largestAcked;
              const late = ({ number, sentUs }: { number: number; sentUs: number }): boolean =>
                number < largest && (number <= largest - 3 || sentUs <= nowUs - 20);
              slow.lose(late, Number.POSITIVE_INFINITY);
              break;
            }
            case 'discard':
              left += ledger.discard();
              slow.discard();
              break;
          }
          expect(ledger.inFlightBytes).toBe(slow.inFlightBytes);
          expect(left + ledger.inFlightBytes).toBe(sent);
        }
      }),
      { numRuns: draws(300) },
    );
  });
});
