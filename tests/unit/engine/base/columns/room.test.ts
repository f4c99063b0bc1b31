/** Room for growing columns: values stay, and large ones hold little more than what is filled. */
import { describe, expect, it } from 'vitest';
import { withRoom } from '../../../../../src/engine/base/columns/room.ts';

const MEBI = 1024 ** 2;

describe('withRoom', () => {
  it('does not change an array that is long enough', () => {
    const data = Float64Array.of(1, 2, 3);
    expect(withRoom(data, Float64Array, 3)).toBe(data);
  });

  it('keeps the values from small to large, in every width', () => {
    for (const type of [Float64Array, Uint32Array, Uint16Array, Uint8Array] as const) {
      let data: Float64Array | Uint32Array | Uint16Array | Uint8Array = new type(4).fill(7);
      while (data.byteLength < 2 * MEBI) {
        const before = data.length;
        data = withRoom<typeof data>(data, type as never, before + 1);
        expect(data.length).toBeGreaterThan(before);
        expect([data[0], data[before - 1], data[before]]).toEqual([7, 7, 0]);
        data.fill(7);
      }
    }
  });

  it('grows a large array in place, by a sixteenth', () => {
    const first = withRoom(new Float64Array(0), Float64Array, MEBI);
    first[MEBI - 1] = 5;
    const second = withRoom(first, Float64Array, MEBI + 1);
    expect(second.buffer).toBe(first.buffer);
    expect(second[MEBI - 1]).toBe(5);
    expect(second.length).toBeLessThanOrEqual(MEBI * 1.063);
  });

  it('copies once to a larger reservation when the first is used up', () => {
    const first = withRoom(new Uint8Array(0), Uint8Array, 60 * MEBI);
    first[60 * MEBI - 1] = 9;
    const buffer = first.buffer as ArrayBuffer & { readonly maxByteLength: number };
    const second = withRoom(first, Uint8Array, buffer.maxByteLength + 1);
    expect(second.buffer).not.toBe(first.buffer);
    expect(second[60 * MEBI - 1]).toBe(9);
    expect(second[60 * MEBI]).toBe(0);
  });
});
