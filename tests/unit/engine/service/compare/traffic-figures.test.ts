/** Rows of a comparison about handshake, streams and requests: those that all traces have. */
import { describe, expect, test } from 'vitest';
import type { Traffic } from '../../../../../src/engine/reading/contract/traffic.ts';
import { differencesOf } from '../../../../../src/engine/service/compare/differences.ts';
import { configurationDifferences } from '../../../../../src/engine/service/compare/settings.ts';
import { trafficFigures } from '../../../../../src/engine/service/compare/traffic-figures.ts';
import { madeCompared } from '../../../../support/compared.ts';
import { MADE_TOTALS } from '../../../../support/traffic.ts';

const withTraffic = (traffic: Traffic | null, side: 'sender' | 'receiver' = 'sender') =>
  madeCompared({ summary: { side }, outline: { traffic } });
const idsOf = (...traces: readonly ReturnType<typeof withTraffic>[]) =>
  trafficFigures(traces).map(([id]) => id);

const CALM: Traffic = {
  ...MADE_TOTALS,
  streams: {
    ...MADE_TOTALS.streams!,
    reset: 0,
    blockedUs: 0,
    gapUs: 0,
    mostBlocked: null,
    mostBehindGaps: null,
  },
};

describe('rows', () => {
  test('are those of both, with their values', () => {
    const slower = { ...MADE_TOTALS, life: { ...MADE_TOTALS.life!, handshakeUs: 96_000 } };
    const rows = differencesOf(withTraffic(MADE_TOTALS), withTraffic(slower));
    expect(rows.find(({ id }) => id === 'handshake')).toMatchObject({ a: 32_000, b: 96_000, ratio: 3 });
    expect(rows.find(({ id }) => id === 'requests-failed')).toMatchObject({ a: 1, b: 1, delta: 0 });
    expect(idsOf(withTraffic(MADE_TOTALS), withTraffic(slower))).toHaveLength(11);
  });

  test('are none of what one of the two does not show', () => {
    expect(idsOf(withTraffic(MADE_TOTALS), withTraffic(null))).toEqual([]);
    const bare = { ...MADE_TOTALS, requests: null, life: { ...MADE_TOTALS.life!, handshakeUs: Number.NaN } };
    expect(idsOf(withTraffic(MADE_TOTALS), withTraffic(bare))).toEqual([
      ...['streams', 'streams-reset', 'streams-blocked', 'streams-behind-gaps'],
    ]);
  });

  test('of resets and waits are left out where neither has any', () => {
    expect(idsOf(withTraffic(CALM), withTraffic(CALM))).not.toContain('streams-reset');
    expect(idsOf(withTraffic(CALM), withTraffic(CALM))).not.toContain('streams-blocked');
    expect(idsOf(withTraffic(CALM), withTraffic(MADE_TOTALS))).toContain('streams-blocked');
  });

  test('of waits are of senders, or of receivers: each sees them otherwise', () => {
    const ids = idsOf(withTraffic(MADE_TOTALS, 'receiver'), withTraffic(MADE_TOTALS));
    expect(ids).not.toContain('streams-behind-gaps');
    expect(ids).toContain('request-median');
  });
});

test('how a connection ended is a setting, and the same in the words of both ends', () => {
  const ending = { how: 'close', by: 'local', space: 'application', code: 0x100, timeUs: 1 } as const;
  const ended = (by: 'local' | 'remote', vantagePoint: 'client' | 'server', code = 0x100) =>
    madeCompared({ summary: { vantagePoint, ending: { ...ending, by, code } } });
  const found = (a: ReturnType<typeof ended>, b: ReturnType<typeof ended>) =>
    configurationDifferences(a, b, 'other').filter(({ id }) => id === 'ended');
  expect(found(ended('local', 'client'), ended('remote', 'server'))).toEqual([]);
  expect(found(ended('local', 'client'), ended('local', 'server', 0x102))).toEqual([
    {
      ...{ id: 'ended', name: 'how it ended' },
      a: 'closed by the client, application code 0x100',
      b: 'closed by the server, application code 0x102',
    },
  ]);
});
