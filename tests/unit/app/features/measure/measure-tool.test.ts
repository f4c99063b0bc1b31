/** The measure tool: one question at a time, the last span always counted, late answers dropped. */
import { beforeEach, describe, expect, test } from 'vitest';
import { MeasureTool } from '../../../../../src/app/features/measure/measure-tool.ts';
import type { TimeRange } from '../../../../../src/drawing/view/view.ts';
import type { Measured } from '../../../../../src/engine/reading/contract/parts.ts';
import { type StubbedRequest, stubRequest } from '../../../../support/request-stub.ts';

let asked: StubbedRequest<'measure', TimeRange>[];
let tool: MeasureTool;

beforeEach(() => {
  const stub = stubRequest<'measure', TimeRange>();
  asked = stub.asked;
  tool = new MeasureTool((range, signal) => stub.request(range, { signal }));
});

const range = (fromUs: number, toUs: number) => ({ fromUs, toUs });

/** The worker answers a question; only what the tool looks at is filled in. */
async function answer(i: number): Promise<void> {
  const request = asked[i];
  await request?.answer({ ...request.body } as Measured);
}

describe('a drag', () => {
  test('has one request pending, however many spans it passes', () => {
    for (let to = 1; to <= 50; to++) tool.span(range(0, to), true);
    expect(asked).toHaveLength(1);
    expect(tool.pending).toBe(true);
    expect(tool.current.get()?.range).toEqual(range(0, 50));
  });

  test('gets the last span counted, and none of those between', async () => {
    for (let to = 1; to <= 50; to++) tool.span(range(0, to), true);
    tool.span(range(0, 50));
    await answer(0);
    expect(asked.map(({ body }) => body.toUs)).toEqual([1, 50]);
    // What is known meanwhile is shown.
    expect(tool.current.get()?.figures?.toUs).toBe(1);
    await answer(1);
    expect(tool.current.get()).toMatchObject({ range: range(0, 50), figures: { toUs: 50 }, held: false });
    expect([asked.length, tool.pending]).toEqual([2, false]);
  });

  test('that rests is not counted twice', async () => {
    tool.span(range(0, 5), true);
    tool.span(range(0, 5), false);
    await answer(0);
    expect([asked.length, tool.pending]).toEqual([1, false]);
    expect(tool.current.get()?.held).toBe(false);
  });
});

describe('a measurement', () => {
  test('of no length is ignored', () => {
    tool.span(range(7, 7));
    tool.span(range(9, 7));
    expect([tool.current.get(), asked.length]).toEqual([null, 0]);
  });

  test('that is taken away stays away when its answer comes', async () => {
    tool.span(range(0, 5));
    tool.clear();
    expect([tool.current.get(), tool.pending]).toEqual([null, false]);
    await answer(0);
    expect(tool.current.get()).toBeNull();
  });

  test('that follows one taken away shows none of its figures', async () => {
    tool.span(range(0, 5));
    tool.clear();
    tool.span(range(10, 20));
    expect(asked.map(({ body }) => body.fromUs)).toEqual([0, 10]);
    await answer(0);
    expect(tool.current.get()?.figures).toBeNull();
    await answer(1);
    expect(tool.current.get()?.figures?.fromUs).toBe(10);
  });
});

describe('a trace that is still being read', () => {
  test('is counted again when it has grown, and not when it has not', async () => {
    tool.grow(1);
    expect(asked).toHaveLength(0);
    tool.span(range(0, 5));
    await answer(0);
    tool.grow(1);
    expect(asked).toHaveLength(1);
    tool.grow(2);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.body).toMatchObject(range(0, 5));
  });

  test('that grows while it is counted is counted once more', async () => {
    tool.span(range(0, 5));
    tool.grow(1);
    tool.grow(2);
    expect(asked).toHaveLength(1);
    await answer(0);
    expect([asked.length, tool.pending]).toEqual([2, true]);
    await answer(1);
    expect([asked.length, tool.pending]).toEqual([2, false]);
  });
});
