/** What readers of real traces stumbled over: states before the first change, paths, ids that nobody states. */
import { describe, expect, it } from 'vitest';
import { TracePipeline } from '../../../../../../../src/engine/reading/stages/pipeline.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

function read(header: object, events: readonly unknown[]): TracePipeline {
  const pipeline = new TracePipeline(() => undefined);
  const textOf = (record: unknown): string => (typeof record === 'string' ? record : JSON.stringify(record));
  const records = [header, ...events].map((record) => `\u001e${textOf(record)}\n`);
  pipeline.push(utf8(records.join('')));
  pipeline.end();
  return pipeline;
}

const HEADER = {
  qlog_version: '0.3',
  trace: { vantage_point: { type: 'server' }, common_fields: { time_format: 'relative' } },
};
const packet = (time: number, name: string, dcid?: string) => ({
  time,
  name: `transport:${name}`,
  data: {
    header: { packet_type: dcid === undefined ? '1RTT' : 'initial', packet_number: 0, dcid },
    raw: { length: 1200 },
    frames: [{ frame_type: 'crypto' }],
  },
});
const state = (time: number, data: object) => ({ time, name: 'recovery:congestion_state_updated', data });

describe('the state before the first change', () => {
  it('holds from the trace’s start, and is changed from', () => {
    const { states } = read(HEADER, [
      packet(0, 'packet_sent'),
      state(100, { old: 'slow_start', new: 'recovery' }),
      state(200, { old: 'slow_start', new: 'congestion_avoidance' }),
    ]).state;
    expect(states.names).toEqual(['slow_start', 'recovery', 'congestion_avoidance']);
    expect([...states.timesUs]).toEqual([0, 100_000, 200_000]);
    expect(states.transitions).toBe(2);
  });

  it('is unknown if the event does not log it', () => {
    const { states } = read(HEADER, [packet(0, 'packet_sent'), state(100, { new: 'recovery' })]).state;
    expect([...states.timesUs]).toEqual([100_000]);
  });
});

describe('the original connection id', () => {
  it.each(['packet_sent', 'packet_received'])(
    'is that of the first Initial, whichever side logs it: %s',
    (name) => {
      const pipeline = read(HEADER, [packet(0, name, 'cb16d787'), packet(1, name, '00ff')]);
      expect(pipeline.main?.info.odcid).toBe('cb16d787');
    },
  );

  it('is absent if the log begins later, and the stated one if there is one', () => {
    expect(
      read(HEADER, [packet(0, 'packet_sent'), packet(1, 'packet_sent', 'aa')]).main?.info.odcid,
    ).toBeNull();
    const stated = { ...HEADER, trace: { common_fields: { ODCID: 'beef', time_format: 'relative' } } };
    expect(read(stated, [packet(0, 'packet_sent', 'aa')]).main?.info.odcid).toBe('beef');
  });
});

describe('paths', () => {
  it('are counted if metrics or headers name them', () => {
    const metrics = (time: number, path_id: unknown) => ({
      time,
      name: 'recovery:metrics_updated',
      data: { congestion_window: 1000, path_id },
    });
    const { main } = read(HEADER, [metrics(0, 0), metrics(1, 1), metrics(2, 1), metrics(3, { odd: 1 })]);
    expect(main?.quality.paths).toEqual(['0', '1']);
    expect(main?.state.pathCount).toBe(2);
    expect(read(HEADER, [packet(0, 'packet_sent')]).state.pathCount).toBe(1);
  });
});

describe('a capture on the wire', () => {
  it('has no side, whatever direction its packets are logged in', () => {
    const wire = { ...HEADER, trace: { ...HEADER.trace, vantage_point: { type: 'network' } } };
    const { state: captured } = read(wire, [packet(0, 'packet_received'), packet(1, 'packet_received')]);
    expect(captured.side).toBe('unknown');
    expect(captured.captured).toBe(true);
  });
});

describe('malicious records stop nothing', () => {
  it('a stream id that cannot become a text, or is deeply nested', () => {
    const sent = (stream_id: unknown) => ({
      time: 1,
      name: 'transport:packet_sent',
      data: { frames: [{ frame_type: 'stream', offset: 0, length: 5, stream_id }] },
    });
    const [before, after] = JSON.stringify(sent('here')).split('"here"');
    const deep = `${before}${'['.repeat(10_000)}1${']'.repeat(10_000)}${after}`;
    const pipeline = read(HEADER, [
      sent({ toString: 1 }),
      deep,
      sent('x'.repeat(1e6)),
      packet(2, 'packet_sent'),
    ]);
    expect(pipeline.events).toBe(4);
  });

  it('a document of 1,000 traces is read whole, each with its header', () => {
    const trace = '{"common_fields":{"time_format":"relative"},"events":[{"time":1,"name":"a:b","data":{}}]}';
    const text = `{"qlog_version":"0.3","traces":[${Array(1000).fill(trace).join(',')}]}`;
    const problems: string[] = [];
    const pipeline = new TracePipeline(({ reason }) => problems.push(reason));
    pipeline.push(utf8(text));
    pipeline.end();
    expect(pipeline.connections).toHaveLength(1000);
    expect(problems).toEqual([]);
    expect(pipeline.connections.every(({ quality }) => quality.timeFormat === 'relative')).toBe(true);
  });

  it('a document truncated after a comma does not include the next one', () => {
    const event = '{"time":1,"name":"a:b","data":{}}';
    const whole = `{"qlog_version":"0.3","traces":[{"events":[${event},${event},${event}]}]}`;
    const pipeline = new TracePipeline(() => undefined);
    pipeline.push(utf8(`{"qlog_version":"0.3","traces":[{"events":[${event},${whole}`));
    pipeline.end();
    expect(pipeline.events).toBe(4);
  });

  it('delta times that sum up beyond any clock are held and counted', () => {
    const delta = { ...HEADER, trace: { common_fields: { time_format: 'delta', reference_time: 0 } } };
    const pipeline = read(delta, Array(5).fill({ time: 9e12, name: 'a:b', data: {} }));
    expect(pipeline.state.lastUs).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    expect(pipeline.main?.quality.absentTimes).toBeGreaterThan(0);
  });

  it('a file with only a trace error reports it', () => {
    const details: string[] = [];
    const pipeline = new TracePipeline(({ reason, detail }) => details.push(`${reason}: ${detail}`));
    pipeline.push(utf8('{"qlog_version":"0.3","traces":[{"error_description":"disk full"}]}'));
    pipeline.end();
    expect(details).toEqual(['trace-error: a trace of this file could not be made: disk full']);
  });
});
