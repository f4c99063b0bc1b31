/** A file of several connections: each has a state of its own, and one of them is the main one. */

import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../../support/column-values.ts';
import { loadBytes } from '../../../../support/load.ts';
import { utf8 } from '../../../../support/split-all.ts';

const HEADER = { qlog_version: '0.3', trace: { common_fields: { time_format: 'relative' } } };
const packet = (time: number, group_id: string, packet_number: number, length = 1000) => ({
  time,
  group_id,
  name: 'transport:packet_sent',
  data: { header: { packet_type: '1RTT', packet_number }, raw: { length }, frames: [{ frame_type: 'ping' }] },
});

function load(...events: readonly object[]) {
  const text = [HEADER, ...events].map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
  return loadBytes(utf8(text)).pipeline;
}

describe('the connections of a file', () => {
  it('are replayed separately, however their events are interleaved', () => {
    const pipeline = load(
      packet(1, 'a', 0),
      packet(2, 'b', 0),
      packet(3, 'a', 1),
      packet(4, 'b', 1),
      packet(5, 'a', 2),
    );
    expect(pipeline.connections.map(({ info, state }) => [info.groupId, state.sentBytes])).toEqual([
      ['a', 3000],
      ['b', 2000],
    ]);
    expect(pipeline.connections.map(({ state }) => [...valuesOf(state.events.timeUs)])).toEqual([
      [1000, 3000, 5000],
      [2000, 4000],
    ]);
    expect(pipeline.connections.map(({ quality }) => quality.events)).toEqual([3, 2]);
    expect(pipeline.events).toBe(5);
  });

  it('have a main one: the one that sent the most bytes', () => {
    const pipeline = load(packet(1, 'a', 0), packet(2, 'a', 1), packet(3, 'b', 0, 9000));
    expect(pipeline.main?.info.groupId).toBe('b');
    expect(pipeline.state.sentBytes).toBe(9000);
    expect(pipeline.main?.info.version).toBe('0.3');
  });

  it('are ranked by their events if none sent anything', () => {
    const note = (time: number, group_id: string) => ({
      time,
      group_id,
      name: 'recovery:metrics_updated',
      data: {},
    });
    expect(load(note(1, 'a'), note(2, 'b'), note(3, 'b')).main?.info.groupId).toBe('b');
  });

  it('may be none: a header alone has an empty state', () => {
    const pipeline = load();
    expect([pipeline.connections.length, pipeline.main, pipeline.state.events.length]).toEqual([0, null, 0]);
    expect(pipeline.hasHeader).toBe(true);
  });

  it('map rows to names as logged', () => {
    const pipeline = load(packet(1, 'a', 0));
    expect(pipeline.names.nameOf(pipeline.state.events.nameId.at(0))).toBe('transport:packet_sent');
  });
});
