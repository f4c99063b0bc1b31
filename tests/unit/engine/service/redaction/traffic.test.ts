/** Streams, requests and the life of a connection as they may leave: numbers and our own words, texts with their options. */
import { describe, expect, it } from 'vitest';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import { SHARE_NOTHING, type ShareOption } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { redact, type Shareable } from '../../../../../src/engine/service/redaction/redact.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import {
  MADE_LIFE,
  MADE_TOTALS,
  madeLanes,
  madeRequest,
  madeRequests,
  madeStream,
  madeStreams,
} from '../../../../support/traffic.ts';
import { textOf } from '../../../../support/ways-out.ts';

const { snapshot } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));

const aborted = madeStream(4, { aborts: [{ what: 'reset', by: 'remote', timeUs: 70_000, code: 0x10c }] });
const CARRIED = {
  streams: madeStreams([madeStream(0), aborted]),
  http: madeRequests([madeRequest(0), madeRequest(4, { method: 'kumquat' })]),
  connectivity: MADE_LIFE,
};

function answerWith(parts: typeof CARRIED): WindowAnswer {
  return {
    revision: 1,
    window: { fromUs: 0, columnUs: 1000, columns: 8 },
    series: [],
    states: { names: [], shares: new Float64Array(0), changes: new Float64Array(8) },
    losses: new Float64Array(8),
    spacing: null,
    rttUs: Number.NaN,
    parts: {
      ...NO_PARTS,
      streamShares: {
        direction: 'sent',
        starts: new Uint32Array(9),
        ids: new Float64Array(0),
        bytes: new Float64Array(0),
        others: new Float64Array(8),
      },
      streamLanes: madeLanes(parts.streams.rows, 8),
      http: parts.http,
      connectivity: parts.connectivity,
      carried: MADE_TOTALS,
    },
  };
}

type Leaving = 'answer' | 'streams' | 'http' | 'connectivity';

const given: Shareable = { name: null, snapshot, answer: answerWith(CARRIED), ...CARRIED };
const leaving = ({ answer, streams, http, connectivity }: { readonly [K in Leaving]?: unknown }) => [
  answer,
  streams,
  http,
  connectivity,
];

/** The same with one more field in every object; columns are no objects of fields. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withMore(inner)]);
  return { ...Object.fromEntries(entries), unlisted: 'SECRET' };
}

describe('what a connection carried', () => {
  it('leaves as it is with every option', () => {
    expect(leaving(redact(given, SHARE_ALL))).toEqual(leaving(given));
  });

  it.each([
    ['no option', SHARE_NOTHING],
    ['every option', SHARE_ALL],
  ])('with %s takes no field along that nobody listed', (_, options) => {
    const { snapshot: __, ...known } = given;
    const marked = { ...(withMore(known) as Omit<Shareable, 'snapshot'>), snapshot };
    expect(textOf(leaving(marked))).toContain('SECRET');
    const shared = leaving(redact(marked, options));
    expect(textOf(shared)).not.toContain('SECRET');
    expect(shared).toEqual(leaving(redact(given, options)));
  });

  it('leaves without texts of the log while nothing is ticked', () => {
    const text = textOf(leaving(redact(given, SHARE_NOTHING)));
    expect(text).not.toMatch(/example|private|u=3|kumquat|203\.0|198\.51|because/);
    const { http, connectivity } = redact(given, SHARE_NOTHING);
    expect(http?.rows.map(({ method }) => method)).toEqual(['GET', null]);
    expect(connectivity?.parameters).toEqual(MADE_LIFE.parameters);
    expect([connectivity?.version, connectivity?.alpn]).toEqual(['v1 (0x1)', 'h3']);
  });

  it.each([
    ['requestTexts', /host\.example.*\/private\?token=1.*u=3, i/, /203\.0|because/],
    ['addresses', /203\.0\.113\.77:443.*198\.51\.100\.1:8443/, /example|private|because/],
    ['reasonPhrases', /because of the log/, /example|private|203\.0/],
  ] as const)('leaves with the option %s with just its texts', (option: ShareOption, due, others) => {
    const text = textOf(leaving(redact(given, { ...SHARE_NOTHING, [option]: true })));
    expect(text).toMatch(due);
    expect(text).not.toMatch(others);
  });

  it('keeps no word of a parameter, a version or a protocol that is none', () => {
    const odd = {
      ...MADE_LIFE,
      parameters: [
        { name: 'retry_source_connection_id', own: 'ID of 8 B', peer: 'host name', usual: '' },
        { name: 'max_datagram_frame_size', own: '65,535 B', peer: 'c0dec0de11', usual: '0 B' },
      ],
      version: 'ours-of-bob',
      alpn: 'secret-protocol',
    };
    const { connectivity } = redact({ ...given, connectivity: odd }, SHARE_NOTHING);
    expect([connectivity?.version, connectivity?.alpn]).toEqual([null, null]);
    expect(connectivity?.parameters).toEqual([
      { name: 'retry_source_connection_id', own: 'ID of 8 B', peer: null, usual: '' },
      { name: 'max_datagram_frame_size', own: '65,535 B', peer: null, usual: '0 B' },
    ]);
  });
});
