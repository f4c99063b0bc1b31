/** Slabs that a column grows by: every value at its index, and no more room than a short column needs. */
import { describe, expect, it } from 'vitest';
import { bytesOfSlabs, IN_SLAB, SLAB_SHIFT, slabUpTo } from '../../../../../src/engine/base/columns/slabs';

const SLAB = IN_SLAB + 1;

/** Writes 0, 1, 2 … as a column does, `step` values at a time. */
function filled(count: number, step: number): Uint32Array[] {
  const slabs: Uint32Array[] = [];
  for (let from = 0; from < count; from += step) {
    const slab = slabUpTo(slabs, Uint32Array, from + step);
    for (let i = from; i < from + step; i++) slab[i & IN_SLAB] = i;
  }
  return slabs;
}

describe('slabs of a column', () => {
  it('hold every value at its index, over the border of a slab', () => {
    const count = 2 * SLAB + 64;
    const slabs = filled(count, 64);
    expect(slabs).toHaveLength(3);
    for (let i = 0; i < count; i++) {
      const slab = slabs[i >>> SLAB_SHIFT] as Uint32Array;
      if (slab[i & IN_SLAB] !== i) throw new Error(`value ${slab[i & IN_SLAB]} at ${i}`);
    }
  });

  it('begin small: a column of a few values takes no more than twice their bytes', () => {
    expect(bytesOfSlabs(filled(64, 64))).toBe(64 * 4);
    expect(bytesOfSlabs(filled(192, 64))).toBeLessThanOrEqual(2 * 192 * 4);
    expect(bytesOfSlabs([])).toBe(0);
  });

  it('keep the first slab at its length once it is full', () => {
    const slabs = filled(SLAB, 64);
    const [first] = slabs;
    expect(first).toHaveLength(SLAB);
    slabUpTo(slabs, Uint32Array, SLAB + 1);
    expect(slabs[0]).toBe(first);
    expect(bytesOfSlabs(slabs)).toBe(2 * SLAB * 4);
  });
});
