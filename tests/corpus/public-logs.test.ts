/**
 * Logs made after situations that others reported of their stacks (../shared/traces/public): what must be said of each, and what must
 * not, by the manifest there. Those of single rules stand in public.test.ts, those of connections that ended in ends.test.ts.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TraceRecord } from '../../src/sharing/report/records/trace-record.ts';
import { run } from '../support/cli-here.ts';

const FOLDER = new URL('public/', import.meta.url).pathname;

const records = new Map<string, TraceRecord>();

beforeAll(async () => {
  const { stdout } = await run(['check', '--json', FOLDER]);
  for (const line of stdout.trim().split('\n')) {
    const record = JSON.parse(line) as TraceRecord;
    records.set((record.file ?? '').replace(/^.*\/|\..*$/g, ''), record);
  }
});

function of(name: string) {
  const record = records.get(name) as TraceRecord;
  const { findings, remarks, account } = record;
  const log = remarks.find(({ id }) => id === 'log-quality')?.verdict ?? '';
  return { ...record, log, rules: findings.map(({ id }) => id), sentence: account?.sentence ?? '' };
}

describe('losses', () => {
  it('are none where metrics are logged before the ACK that lowers them', () => {
    expect(of('metrics-before-the-ack')).toMatchObject({ packetsSent: 106, packetsLost: 0 });
  });

  it('are those of each record once, where each stands twice', () => {
    const { packetsSent, packetsLost, log } = of('each-record-twice');
    expect([packetsSent, packetsLost]).toEqual([250, 2]);
    expect(log).toContain('each record is logged twice');
    expect(log).not.toContain('out of order');
  });

  it('are of a full queue, however shallow', () => {
    const { lossKinds, sentence } = of('bursts-into-shallow-buffer');
    expect(lossKinds).toMatchObject({ queueFull: 43, random: 0, policed: 0 });
    expect(sentence).toContain('loss in a full queue');
  });

  it('are not known where the log holds metrics alone', () => {
    const { packetsSent, packetsLost, cwndMinBytes, rules, log } = of('window-in-packets-metrics-only');
    expect([packetsSent, packetsLost, cwndMinBytes, rules]).toEqual([null, null, null, []]);
    expect(log).toContain('congestion windows below one datagram, left out as numbers of packets');
  });
});

describe('nothing stopped', () => {
  it('where ack_delay is in µs', () => {
    const { rules, log } = of('ack-delay-in-microseconds-2');
    expect(rules).not.toContain('host-stall');
    expect(log).toContain('ACK delays in a wrong unit, multiplied by 0.001');
  });

  it('where the last ACK waited for max_ack_delay', () => {
    expect(of('delayed-ack-timer-short-path').rules).toEqual([]);
  });

  it('at this end, where the window was full and the path held the ACKs', () => {
    const { findings } = of('acks-held-by-the-path-window-full');
    expect(findings.map(({ id, variant }) => [id, variant])).toEqual([['host-stall', 'receiver-or-path']]);
  });
});

describe('figures', () => {
  it('RTTs in ms, whatever the stack is called', () => {
    expect(of('quinn-rtt-in-ms-no-frames').rttMinMs).toBe(40);
  });

  it('a slow client, whose numbers begin at 1, lost nothing', () => {
    const { rules, sentence } = of('slow-client-numbers-from-1');
    expect(rules).toEqual([]);
    expect(sentence).toContain('the handshake and the wait for a request took 400 ms');
  });

  it('the role of the header, where the first packet is missing', () => {
    expect(of('client-log-begins-with-a-received-initial')).toMatchObject({ role: 'client', http: null });
  });
});

it('files without a qlog are named', async () => {
  const { stderr } = await run(['check', `${FOLDER}test-archive-without-qlog.zip`, `${FOLDER}export.har.gz`]);
  expect(stderr).toContain(
    'test-archive-without-qlog.zip: no entry of the zip is a trace; 1_netlog.json.gz: ',
  );
  expect(stderr).toContain('this is a NetLog of Chromium');
  expect(stderr).toContain('export.har.gz: Not a qlog trace: this is an HTTP archive (HAR)');
});
