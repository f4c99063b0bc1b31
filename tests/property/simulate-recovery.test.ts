/** The books of a simulated sender: what is sent is in flight, acknowledged or lost; persistent congestion by its text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewReno } from '../../src/engine/sender/congestion/newreno.ts';
import { Space } from '../../src/engine/simulator/runs/packet.ts';
import { RangeSet } from '../../src/engine/simulator/runs/range-set.ts';
import { Recovery } from '../../src/engine/simulator/runs/recovery.ts';
import { Fate, type Sent } from '../../src/engine/simulator/runs/sent-packets.ts';
import { draws } from '../support/tier.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** A server after its handshake. */
const CONFIRMED = { isConfirmed: true, isValidated: true, probedSpace: null };
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);

describe('Recovery', () => {
  const packet = (sentUs: number, sizeBytes: number, isAckEliciting: boolean): Sent => ({
    sentUs,
    sizeBytes,
    isAckEliciting,
    offset: 0,
    dataBytes: 0,
    ackLargest: -1,
    isHandshakeDone: false,
    maxData: 0,
    fate: Fate.unsettled,
  });
  const act = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        space: fc.nat(2),
        sizeBytes: fc.integer({ min: 40, max: 1350 }),
        elicits: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        space: fc.nat(2),
        ack: fc.array(fc.tuple(fc.nat(60), fc.nat(6)), { minLength: 1, maxLength: 3 }),
        ceCount: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ timer: true as const }) },
    { weight: 1, arbitrary: fc.record({ discard: fc.nat(1) }) },
  );

  it('counts each packet once: acknowledged, lost, discarded or in flight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(act, fc.nat(40_000)), { maxLength: 120, size: 'max' }),
        fc.record({
          adaptsThreshold: fc.boolean(),
          undoesSpurious: fc.boolean(),
          persistentCongestion: fc.boolean(),
        }),
        (acts, settings) => {
          /** What became of each packet that elicits an ACK, by space and number. */
          const fates = new Map<Sent, 'flight' | 'acked' | 'lost' | 'spurious' | 'gone'>();
          const all: Sent[][] = [[], [], []];
          const move = (sent: Sent, allowed: readonly string[], to: 'acked' | 'lost'): void => {
            if (!sent.isAckEliciting) return;
            const fate = fates.get(sent) as string;
            expect(allowed).toContain(fate);
            fates.set(sent, fate === 'lost' ? 'spurious' : to);
          };
          const recovery = new Recovery(new NewReno(1350, 50_000), settings, CONFIRMED, {
            acked: (_space, sent) => move(sent, ['flight', 'lost'], 'acked'),
            lost: (_space, _number, sent) => move(sent, ['flight'], 'lost'),
          });
          recovery.isWindowLimited = true;
          const gone = [false, false, false];
          let nowUs = 0;
          for (const [step, afterUs] of acts) {
            nowUs += afterUs;
            if ('sizeBytes' in step) {
              const space = (gone[step.space] === true ? Space.application : step.space) as Space;
              const sent = packet(nowUs, step.sizeBytes, step.elicits);
              expect(recovery.nextNumber(space)).toBe(all[space]?.length);
              recovery.sent(space, sent);
              all[space]?.push(sent);
              if (sent.isAckEliciting) fates.set(sent, 'flight');
            } else if ('ack' in step) {
              const space = step.space as Space;
              const numbers = (all[space] as Sent[]).length;
              const known = new RangeSet();
              for (const [from, length] of step.ack)
                known.add(Math.min(from, numbers), Math.min(from + length, numbers));
              const { bounds } = known;
              const ranges: number[] = [];
              for (let i = bounds.length - 2; i >= 0; i -= 2)
                ranges.push((bounds[i + 1] as number) - 1, bounds[i] as number);
              if (ranges.length > 0 && !gone[space])
                recovery.acked(space, { ranges, delayUs: 0, ceCount: step.ceCount }, nowUs);
            } else if ('timer' in step) {
              const dueUs = recovery.timerUs;
              if (dueUs < NEVER) {
                nowUs = Math.max(nowUs, dueUs);
                recovery.timedOut(nowUs);
              }
            } else {
              recovery.discard(step.discard as Space, nowUs);
              gone[step.discard] = true;
              for (const sent of all[step.discard] as Sent[])
                if (fates.get(sent) === 'flight') fates.set(sent, 'gone');
            }
            const count = (...names: readonly string[]): number =>
              sum([...fates.values()].map((fate) => (names.includes(fate) ? 1 : 0)));
            expect(recovery.sentCount).toBe(fates.size);
            expect(recovery.lostCount).toBe(count('lost', 'spurious'));
            expect(recovery.spuriousCount).toBe(count('spurious'));
            const flight = [...fates].filter(([, fate]) => fate === 'flight');
            expect(recovery.inFlightBytes).toBe(sum(flight.map(([{ sizeBytes }]) => sizeBytes)));
            expect(recovery.controller.cwndBytes).toBeGreaterThanOrEqual(2700);
          }
        },
      ),
      { numRuns: draws(250) },
    );
  });

  it('declares persistent congestion just where §7.6.2 has it', () => {
    const sends = fc.array(
      fc.record({
        afterUs: fc.nat(700_000),
        elicits: fc.boolean(),
        isAcked: fc.nat(4).map((of) => of === 0),
      }),
      { minLength: 2, maxLength: 12, size: 'max' },
    );
    const found = { due: 0, not: 0 };
    fc.assert(
      fc.property(sends, fc.nat(3), (packets, sampledAfter) => {
        const lost: number[] = [];
        const settled = { acked: () => {}, lost: (_space: Space, number: number) => void lost.push(number) };
        const recovery = new Recovery(new NewReno(1350, 50_000), {}, CONFIRMED, settled);
        const sent: Sent[] = [];
        let nowUs = 0;
        const send = (elicits: boolean): number => {
          recovery.sent(Space.application, packet(nowUs, 1000, elicits));
          return sent.push(packet(nowUs, 1000, elicits)) - 1;
        };
        const acked = new RangeSet();
        const ack = (): void => {
          const ranges = [...acked.bounds].reverse().map((bound, i) => (i % 2 === 0 ? bound - 1 : bound));
          recovery.acked(Space.application, { ranges, delayUs: 0, ceCount: 0 }, nowUs);
        };
        const add = (number: number): number => acked.add(number, number + 1);
        let sampledUs = NEVER;
        const late: number[] = [];
        packets.forEach(({ afterUs, elicits, isAcked }, i) => {
          nowUs += afterUs + 1;
          if (i === Math.min(sampledAfter, packets.length - 1)) {
            add(send(true));
            nowUs += 100_000;
            ack();
            sampledUs = nowUs;
          }
          nowUs++;
          const number = send(elicits);
          if (isAcked) late.push(number);
        });
        // Three more, of which the last is acknowledged together with some of the others.
        nowUs++;
        const last = [0, 0, 0].map(() => send(true)).at(-1) as number;
        for (const number of [...late, last]) add(number);
        nowUs += 100_000;
        const before = lost.length;
        ack();
        // Two lost packets that elicit an ACK, sent after the first sample, and none between them acknowledged.
        const counted = lost
          .slice(before)
          .filter(
            (number) => sent[number]?.isAckEliciting === true && (sent[number]?.sentUs ?? 0) > sampledUs,
          );
        const isDue = counted.some((first) =>
          counted.some((second) => {
            const between = sent.some(
              (_, number) => first < number && number < second && acked.has(number, number + 1),
            );
            const apartUs = (sent[second]?.sentUs ?? 0) - (sent[first]?.sentUs ?? 0);
            return !between && apartUs > recovery.rtt.persistentCongestionUs;
          }),
        );
        expect(recovery.persistentCongestions).toBe(isDue ? 1 : 0);
        found[isDue ? 'due' : 'not']++;
      }),
      { numRuns: draws(1500) },
    );
    expect(found.due).toBeGreaterThan(10);
    expect(found.not).toBeGreaterThan(10);
  });

  it('finds it across ACKs and spaces, once for what was sent until then', () => {
    const act = fc.oneof(
      { weight: 5, arbitrary: fc.record({ space: fc.nat(1), elicits: fc.nat(4).map((of) => of > 0) }) },
      { weight: 2, arbitrary: fc.record({ space: fc.nat(1), acked: fc.nat(20) }) },
    );
    const found = { due: 0, not: 0 };
    fc.assert(
      fc.property(fc.array(fc.tuple(act, fc.nat(900_000)), { maxLength: 60, size: 'max' }), (acts) => {
        let newlyLost = new Set<Sent>();
        /** In the order of sending. */
        const all: Sent[] = [];
        const bySpace: readonly Sent[][] = [[], []];
        const acked = new Set<Sent>();
        const lost = new Set<Sent>();
        const settled = {
          acked: () => {},
          lost: (_space: Space, _number: number, sent: Sent) => void newlyLost.add(sent),
        };
        const recovery = new Recovery(new NewReno(1350, 50_000), {}, CONFIRMED, settled);
        const send = (space: number, sentUs: number, elicits: boolean): void => {
          const sent = packet(sentUs, 1000, elicits);
          recovery.sent((space + 1) as Space, sent);
          all.push(sent);
          bySpace[space]?.push(sent);
        };
        const ack = (space: number, number: number, nowUs: number): void => {
          acked.add(bySpace[space]?.[number] as Sent);
          recovery.acked((space + 1) as Space, { ranges: [number, number], delayUs: 0, ceCount: 0 }, nowUs);
        };
        send(1, 0, true);
        ack(1, 0, 100_000);
        let [nowUs, answered, due] = [100_000, all.length, 0];
        for (const [step, afterUs] of acts) {
          nowUs += afterUs + 1;
          newlyLost = new Set();
          if ('elicits' in step) send(step.space, nowUs, step.elicits);
          else if (step.acked < (bySpace[step.space]?.length ?? 0)) ack(step.space, step.acked, nowUs);
          for (const sent of newlyLost) lost.add(sent);
          const open = all.slice(answered);
          const counts = open.filter((one) => lost.has(one) && !acked.has(one) && one.isAckEliciting);
          // The duration may have become shorter since both of them were lost: any loss in flight is a reason to look (§B.8).
          const isLooked = [...newlyLost].some((one) => one.isAckEliciting);
          const isDue = counts.some((first) =>
            counts.some(
              (second) =>
                isLooked &&
                second.sentUs - first.sentUs > recovery.rtt.persistentCongestionUs &&
                !open.slice(open.indexOf(first), open.indexOf(second)).some((one) => acked.has(one)),
            ),
          );
          if (isDue) answered = all.length;
          if (isDue) due++;
          expect(recovery.persistentCongestions).toBe(due);
        }
        found[due > 0 ? 'due' : 'not']++;
      }),
      { numRuns: draws(1500) },
    );
    expect(found.due).toBeGreaterThan(10);
    expect(found.not).toBeGreaterThan(10);
  });
});
