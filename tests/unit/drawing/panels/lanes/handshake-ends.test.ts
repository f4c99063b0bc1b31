/** The handshake between both ends: arrows with their own slopes of a pair of logs, held against the records. */
import { beforeAll, describe, expect, test } from 'vitest';
import { handshakeEnds } from '../../../../../src/drawing/panels/lanes/handshake-ends.ts';
import type { PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { relatedBy } from '../../../../../src/engine/service/compare/ends.ts';
import {
  isMatched,
  type MatchedPackets,
  matchPackets,
} from '../../../../../src/engine/service/compare/packet-match.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { openCompared } from '../../../../support/compared.ts';
import { type MadePacket, madePackets } from '../../../../support/made-packets.ts';
import { type OpenedTrace, openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { rawPackets } from '../../../../support/raw-packets.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const fileOf = (end: string): string =>
  new URL(`../../../../corpus/other/quic-go-v0.65.0_loss5MB_${end}.sqlog.gz`, import.meta.url).pathname;
const A = { letter: 'A', isClient: false };
const B = { letter: 'B', isClient: true };

describe('of the two logs of a connection', () => {
  let server: OpenedTrace;
  let panel: PanelDefinition;
  let offsetMs: number;

  beforeAll(async () => {
    const [a, b] = await Promise.all([
      openCompared(fileOf('server'), 'a', true),
      openCompared(fileOf('client'), 'b', true),
    ]);
    const { match } = relatedBy(a, b);
    if (!isMatched(match)) throw new Error(`not matched: ${match}`);
    offsetMs = match.clocks.offsetUs / 1000;
    panel = handshakeEnds(match, A, B) ?? expect.unreachable();
    server = await openTrace(fileOf('server'));
  });

  test('an arrow reaches from where one log has the packet sent to where the other has it received', () => {
    const [sent, received] = [rawPackets(fileOf('client')).sent, rawPackets(fileOf('server')).received];
    const [key, sentMs] = [...sent].find(([name]) => name.startsWith('initial') && received.has(name)) ?? [
      '',
      0,
    ];
    const context = server.context({ fromUs: 0, toUs: 100_000, width: 1000 });
    const surface = new RecordingSurface(1000, 168);
    panel.paint(context, { surface, palette: PALETTE, lockedMax: null, axis: () => undefined });
    const xs = surface.lines.flatMap(({ points, stroke }) => (stroke.width === 1.2 ? points : []));
    const near = (ms: number): boolean => xs.some((x) => Math.abs(x - ms * 10) < 0.5);
    expect(near(sentMs + offsetMs)).toBe(true);
    expect(near(received.get(key)!)).toBe(true);
  });

  test('its words name both ends and how the clocks are laid over one another', () => {
    const sentence = panel.sentence(server.context({ fromUs: 0, toUs: 100_000, width: 1000 }));
    expect(sentence).toMatch(/Initial: \d packets? from the B client.*from the A server/);
    expect(sentence).toContain('slower in one direction cannot be seen');
  });
});

describe('of made packets', () => {
  function matched(space: number): MatchedPackets {
    const at = (times: readonly number[]) => times.map((us, number) => ({ space, number, us }));
    const [sent, back] = [at([0, 1000, 2000, 3000]), at([5500, 6500, 7500])];
    const later = (list: readonly MadePacket[]) => list.map((one) => ({ ...one, us: one.us + 5000 }));
    const arrived = later(sent).filter(({ number }) => number !== 1);
    const match = matchPackets(madePackets(sent, later(back)), madePackets(back, arrived));
    return isMatched(match) ? match : expect.unreachable();
  }

  test('a lost packet is one of them, and no panel where neither log holds a handshake', () => {
    const panel = handshakeEnds(
      matched(PacketSpace.initial),
      { ...A, isClient: true },
      { ...B, isClient: false },
    );
    expect(panel?.cells(null as never, 900, 1100)).toContain('A client, lost');
    expect(handshakeEnds(matched(PacketSpace.application), A, B)).toBeNull();
  });
});
