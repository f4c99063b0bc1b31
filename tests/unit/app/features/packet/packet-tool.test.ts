/** The packet tool: one search for the pointer at a time, the selected packet as the trace's mark, late answers dropped. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type PacketHost, PacketTool } from '../../../../../src/app/features/packet/packet-tool.ts';
import type {
  PacketFacts,
  PacketMark,
  PacketName,
} from '../../../../../src/engine/reading/contract/packet-facts.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import { type StubbedRequest, stubRequest } from '../../../../support/request-stub.ts';

type Find = StubbedRequest<'packetSearch', Parameters<PacketHost['find']>[0]>;
type Read = StubbedRequest<'packetFacts', PacketName>;
let finds: Find[];
let reads: Read[];
let marks: (PacketName | null)[];
let tool: PacketTool;

beforeEach(() => {
  const find = stubRequest<'packetSearch', Find['body']>();
  const read = stubRequest<'packetFacts', PacketName>();
  [finds, reads, marks] = [find.asked, read.asked, []];
  tool = new PacketTool({
    find: (search, signal) => find.request(search, { signal }),
    facts: (name, signal, onProgress) => read.request(name, { signal, onProgress }),
    select: (name) => {
      marks.push(name);
      tool.follow(name);
    },
    onActivity: () => undefined,
  });
});

const mark = (packetNumber: number): PacketMark => ({
  ...{ space: '1-RTT', packetNumber, sizeBytes: 1200, sentUs: packetNumber },
  ...{ fate: 'acknowledged', settledUs: packetNumber + 10, resent: false },
});
const facts = (packetNumber: number, fate: PacketMark['fate'] = 'acknowledged'): PacketFacts =>
  ({ ...mark(packetNumber), fate }) as PacketFacts;
const at = (timeUs: number) => ({
  search: { kind: 'sent-near', timeUs } as const,
  clientX: timeUs,
  clientY: 0,
});
const chosen = (): number | undefined => tool.selected.get()?.name.packetNumber;

describe('the pointer', () => {
  test('has one search under way, and its last place is always searched', async () => {
    tool.enter(true);
    for (let x = 1; x <= 20; x++) tool.hover(at(x));
    expect(finds).toHaveLength(1);
    await finds[0]?.answer(mark(1));
    expect(finds.map(({ body }) => body)).toEqual([at(1).search, at(20).search]);
    await finds[1]?.answer(mark(20));
    expect(tool.hovered.get()).toMatchObject({ mark: { packetNumber: 20 }, clientX: 20 });
    expect(tool.drawn.get().hovered?.packetNumber).toBe(20);
    expect(tool.pending).toBe(false);
  });

  test('that has left names nothing, whatever is answered then', async () => {
    tool.enter(true);
    tool.hover(at(1));
    tool.enter(false);
    await finds[0]?.answer(mark(1));
    expect([tool.hovered.get(), tool.drawn.get().hovered]).toEqual([null, null]);
  });

  test('far from all packets, or in a worker that ended, names nothing', async () => {
    tool.enter(true);
    tool.hover(at(1));
    await finds[0]?.answer(null);
    tool.hover(at(2));
    await finds[1]?.fail(new Error('ended'));
    expect([tool.hovered.get(), tool.pending]).toEqual([null, false]);
  });
});

describe('a click', () => {
  test('selects the packet, marks the trace, and reads it in two parts', async () => {
    tool.choose({ kind: 'sent-near', timeUs: 5 });
    expect(tool.pending).toBe(true);
    await finds[0]?.answer(mark(5));
    expect([marks, chosen()]).toEqual([[{ space: '1-RTT', packetNumber: 5 }], 5]);
    expect(tool.drawn.get().selected?.sentUs).toBe(5);
    reads[0]?.options.onProgress?.(facts(5));
    expect(tool.selected.get()).toMatchObject({ isComplete: false, facts: { packetNumber: 5 } });
    expect(tool.pending).toBe(true);
    await reads[0]?.answer(facts(5));
    expect([tool.selected.get()?.isComplete, tool.pending, reads.length]).toEqual([true, false, 1]);
  });

  test('on nothing leaves the selected packet', async () => {
    tool.follow({ space: '1-RTT', packetNumber: 3 });
    tool.choose({ kind: 'sent-near', timeUs: 5 });
    await finds[0]?.answer(null);
    expect([chosen(), marks]).toEqual([3, []]);
  });

  test('on another packet drops what is read of the one before', async () => {
    tool.follow({ space: '1-RTT', packetNumber: 3 });
    tool.choose({ kind: 'sent-near', timeUs: 5 });
    await finds[0]?.answer(mark(5));
    expect(reads[0]?.options.signal?.aborted).toBe(true);
    await reads[0]?.answer(facts(3));
    expect(chosen()).toBe(5);
    expect(tool.selected.get()?.facts).toBeNull();
  });
});

test('a step goes on from the selected packet, one at a time', async () => {
  const steps: number[] = [];
  const step = (by: 1 | -1): void =>
    tool.step(by, 'lost', ({ packetNumber }) => void steps.push(packetNumber));
  step(1);
  expect(finds).toHaveLength(0);
  tool.follow({ space: 'Handshake', packetNumber: 1 });
  step(1);
  step(1);
  const from = { space: 'Handshake', packetNumber: 1 };
  expect(finds.map(({ body }) => body)).toEqual([{ kind: 'step', from, by: 1, among: 'lost' }]);
  await finds[0]?.answer(mark(7));
  step(-1);
  await finds[1]?.answer(null);
  expect([steps, chosen()]).toEqual([[7], 7]);
});

test('a packet that the trace does not show says so, and is asked for again when more was read', async () => {
  tool.grow(1);
  tool.follow({ space: '1-RTT', packetNumber: 9 });
  await reads[0]?.fail(new RequestFailed('The trace shows no such packet.'));
  expect(tool.selected.get()).toMatchObject({ facts: null, error: 'The trace shows no such packet.' });
  tool.grow(1);
  expect(reads).toHaveLength(1);
  tool.grow(2);
  await reads[1]?.answer(facts(9, 'outstanding'));
  tool.grow(3);
  await reads[2]?.answer(facts(9));
  tool.grow(4);
  expect(reads).toHaveLength(3);
  tool.follow(null);
  expect([tool.selected.get(), tool.drawn.get().selected]).toEqual([null, null]);
});

test('a file that is read again keeps the packet, and asks for it with the next snapshot', async () => {
  tool.grow(4);
  tool.follow({ space: '1-RTT', packetNumber: 9 });
  await reads[0]?.answer(facts(9));
  tool.startOver();
  expect([chosen(), tool.selected.get()?.facts]).toEqual([9, null]);
  tool.grow(0);
  expect(reads).toHaveLength(2);
});
