/**
 * A log that was cut into several files, as one that is rotated by size, is the same trace: everything judged is that of
 * the whole, figure by figure; and the files are found to continue each other.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogEnds } from '../../src/engine/reading/contract/log-ends.ts';
import { segmentGroups } from '../../src/engine/reading/segments/grouping.ts';
import { CONTAINERS, contain } from '../support/containers.ts';
import { judgedText } from '../support/corpus/judged-text.ts';
import { TRANSFERS } from '../support/corpus/list.ts';
import { openSegments, openSubject } from '../support/corpus/subject.ts';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { DEEP, draws, SEED } from '../support/tier.ts';

/** The largest takes ten times as long as most. */
const MAX_BYTES = (DEEP ? 16 : 2) * 2 ** 20;

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 });

/** Where the header is one that each container can have, the log in another one. */
function inContainer(bytes: Uint8Array, container: (typeof CONTAINERS)[number] | 'its own'): Uint8Array {
  if (container === 'its own') return bytes;
  const { before, events } = cutLog(bytes);
  const text = (part: Uint8Array): string => new TextDecoder().decode(part).replaceAll('\x1e', '').trim();
  const header = text(before);
  if (!header.endsWith('}')) return bytes;
  return new TextEncoder().encode(contain(container, events.map(text), JSON.parse(header)));
}

/** More than events are out of order, ms. */
const BACK_MS = 20;

/**
 * Its time is far before that of the event before: neqo 0.6.8 logs one at 0 after the handshake. At the beginning of a file that cannot be
 * told from a clock that starts anew.
 */
function goesBack(events: readonly Uint8Array[], at: number): boolean {
  const [before, own] = [at - 1, at].map((i) => {
    const event = JSON.parse(new TextDecoder().decode(events[i]).replaceAll('\x1e', ''));
    return Number(event.time);
  }) as [number, number];
  return before - own > BACK_MS;
}

/** Another order of up to five files. */
const shuffled = (file: number): number => (file * 3 + 1) % 5;

/** Both hold sent packets of one packet number space. */
function share(a: LogEnds, b: LogEnds): boolean {
  return a.sent.some((range, space) => range !== null && b.sent[space] !== null);
}

it('a trace cut anywhere is judged as the whole, and its files are found to be one connection', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TRANSFERS),
      fc.constantFrom(...CONTAINERS, 'its own' as const),
      cuts,
      (entry, container, shares) => {
        const plain = openSubject(entry);
        fc.pre(plain.connections.length === 1 && plain.bytes.length < MAX_BYTES);
        const bytes = inContainer(plain.bytes, container);
        const log = cutLog(bytes);
        const at = [...new Set(shares.map((one) => 1 + Math.floor(one * (log.events.length - 2))))];
        fc.pre(!at.some((event) => goesBack(log.events, event)));
        const parts = partsOf(
          log,
          at.sort((a, b) => a - b),
        );
        const joined = openSegments(entry, parts);
        expect(withoutContainer(judgedText(joined))).toBe(withoutContainer(judgedText(plain)));
        expect(joined.text.segments.map(({ events }) => events)).toEqual(
          parts.map((_, i) => ([...at, log.events.length][i] as number) - ([0, ...at][i] as number)),
        );

        const ends = parts.map((part) => openSegments(entry, [part]).main.connection.ends);
        const logs = ends
          .map((one, i) => ({ name: `a.${i}.qlog`, ends: one, i }))
          .sort((a, b) => shuffled(a.i) - shuffled(b.i));
        const groups = segmentGroups(logs).map((group) => group.logs.map((log) => logs[log]?.i));
        // Files of one and the same µs that hold no packets in common show no order.
        const isOpen = (a: number, b: number): boolean => {
          const [one, other] = [ends[a] as LogEnds, ends[b] as LogEnds];
          return one.fromUs === other.toUs && one.toUs === other.fromUs && !share(one, other);
        };
        for (const group of groups)
          expect(group).toEqual([...group].sort((a = 0, b = 0) => (isOpen(a, b) ? 0 : a - b)));
        for (let i = 1; i < parts.length; i++) {
          if (!share(ends[i - 1] as LogEnds, ends[i] as LogEnds)) continue;
          expect(groups.some((group) => group.includes(i - 1) && group.includes(i))).toBe(true);
        }
      },
    ),
    { numRuns: draws(150, 30, 5), seed: SEED },
  );
});

/** The container differs where it was changed. */
function withoutContainer(text: string): string {
  return text.replace(/JSON-SEQ|NDJSON|JSON array|JSON/g, 'container');
}

it('a log that begins in the middle of a connection gives no alarm that the whole does not have', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TRANSFERS),
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      (entry, share) => {
        const whole = openSubject(entry);
        fc.pre(whole.connections.length === 1 && whole.bytes.length < MAX_BYTES);
        const log = cutLog(whole.bytes);
        const [, part] = partsOf(log, [Math.floor(share * log.events.length)]);
        const { connection, analysis } = openSegments(entry, [part as Uint8Array]).main;
        fc.pre(connection.midwayNumber !== null);
        const { findings, remarks, notJudged } = analysis.verdicts;
        const known = whole.main.analysis.verdicts.findings;
        // A spiral is told by its parts where the window, which stays the same, is not logged any more.
        const alarms = findings.filter(
          ({ id, severity, startUs, endUs }) =>
            severity !== 'info' &&
            !known.some(
              (one) =>
                one.id === id || (one.id === 'death-spiral' && one.startUs <= endUs && startUs <= one.endUs),
            ),
        );
        expect(alarms.map(({ verdict }) => verdict)).toEqual([]);
        expect(findings.some(({ id }) => id === 'slow-start-overshoot')).toBe(false);
        expect(remarks.some(({ id }) => id === 'model-divergence')).toBe(false);
        expect(notJudged.map(({ id }) => id)).toContain('slow-start-overshoot');
      },
    ),
    { numRuns: draws(200, 40, 5), seed: SEED },
  );
});
