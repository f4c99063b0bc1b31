/**
 * What held each request and each stream adds up to its duration, over the traces of the corpus: to the µs, and no part is negative.
 * The gate takes one trace of so many.
 */
import { describe, expect, test } from 'vitest';
import { heldStreams } from '../../src/engine/findings/partition/held-streams.ts';
import { httpTable } from '../../src/engine/sender/http/http-table.ts';
import { streamRowsOf } from '../../src/engine/sender/streams/rows-of-state.ts';
import type { StreamHeld } from '../../src/engine/sender/streams/stream-row.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';
import { someOf } from '../support/tier.ts';

const sumUs = (parts: readonly { readonly us: number }[]): number =>
  parts.reduce((sum, { us }) => sum + us, 0);

/** What is wrong of it. */
function wrong({ parts, others, spans }: StreamHeld): readonly string[] {
  const behindUs = parts.find(({ holder }) => holder === 'behindStreams')?.us ?? 0;
  return [
    ...(parts.some(({ us }) => !(us > 0)) ? ['a part is not above 0'] : []),
    ...(sumUs(others) > behindUs + others.length ? ['more is named than it waited behind others'] : []),
    ...(behindUs > 1000 && others.length === 0 ? ['nothing is named'] : []),
    ...(spans.length > 0 ? ['spans without a window'] : []),
  ];
}

describe.each(someOf(ENTRIES, 12).map(({ file, path }) => [file, path] as const))('%s', (_, path) => {
  test('parts of requests are their durations, and those of streams cover spans of a window', () => {
    for (const input of inputsOf(loadTrace(path))) {
      const { state } = input;
      const streams = heldStreams(state, input.heldTime);
      const columnUs = Math.max(1, Math.ceil((state.lastUs - state.firstUs) / 300));
      const window = { fromUs: state.firstUs, columnUs, columns: 301 };
      const slice = streams.slice(window);
      for (const { streamId, startUs, endUs } of httpTable(state, 'start').rows) {
        const held = streams.of(state.streams.find(streamId));
        if (held === null) continue;
        expect(wrong(held), `stream ${streamId}`).toEqual([]);
        if (endUs > 0) expect(sumUs(held.parts), `stream ${streamId}`).toBe(endUs - startUs);
      }
      for (let stream = 0; stream < streamRowsOf(state).table.length; stream++) {
        const held = streams.of(stream);
        if (held === null) continue;
        expect(wrong(held)).toEqual([]);
        const spans = streams.spansOf(stream, window, slice);
        const spannedUs = spans.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
        expect(spannedUs).toBeCloseTo(sumUs(held.parts), 3);
        for (const [i, { fromUs, toUs }] of spans.entries()) {
          expect(toUs).toBeGreaterThan(fromUs);
          if (i > 0) expect(fromUs).toBe(spans[i - 1]!.toUs);
        }
      }
    }
  });
});
