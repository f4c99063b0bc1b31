/**
 * The handshake between the two ends of a connection: both logs show their packets, so that each arrow has its own slope, on the clock of
 * the first trace. Of two traces, and drawn in the context of the first one, as between-ends.ts.
 */
import { plural } from '../../../engine/base/text/figures';
import { clockWords } from '../../../engine/service/compare/ends';
import type { Direction, MatchedPackets } from '../../../engine/service/compare/packet-match';
import { type Arrow, arrowWords, directionWords } from '../handshake/exchange-arrows';
import { handshake } from '../handshake/handshake';
import { LADDER_PX, ladderLegend, lanesWith, paintExchange, paintLadder } from '../handshake/ladder';
import { isHidden, type PanelContext, type PanelDefinition } from '../panel';

const ID = 'handshake-ends';
/** Of 1-RTT, as in the panel of one log: the first packets of a direction. */
const MOST_ONE_RTT = 16;
const PHASES = ['initial', 'handshake', 'one-rtt'] as const;

interface End {
  readonly letter: string;
  readonly isClient: boolean;
}

/** @param a the trace on whose clock the match is. @returns null where no packet of the handshake is in both logs. */
export function handshakeEnds(match: MatchedPackets, a: End, b: End): PanelDefinition | null {
  const arrows = [...arrowsOf(match.fromA, a.isClient), ...arrowsOf(match.fromB, b.isClient)];
  if (!arrows.some(({ phase }) => phase !== 'one-rtt')) return null;
  const [client, server] = a.isClient ? [a, b] : [b, a];
  const ends = [`${client.letter} client`, `${server.letter} server`] as const;
  const phases = new Set(arrows.map(({ phase }) => phase));
  const lanes = lanesWith(phases);
  const legend = ladderLegend(phases, new Set(arrows.map(({ fate }) => fate)));
  const clocks = clockWords(match, a.letter, b.letter).join(' ');
  const namesOf = (own: readonly Arrow[]): readonly string[] => {
    const of = (id: string) => own.filter(({ phase, fate }) => phase === id || fate === id);
    return legend.map(({ id }) => {
      const [only, ...others] = of(id);
      if (only === undefined) return '';
      return others.length > 0 ? plural(others.length + 1, 'packet') : arrowWords(only, ends);
    });
  };
  const within = (fromUs: number, toUs: number): readonly Arrow[] =>
    arrows.filter(({ sentUs, arrivedUs }) => arrivedUs >= fromUs && sentUs <= toUs);
  return {
    id: ID,
    fields: [],
    title: 'Handshake between the two ends',
    height: LADDER_PX,
    series: [],
    side: 'both',
    about: {
      ...handshake.about,
      shows: `The packets of the handshake as arrows, from when one log shows them sent to when the other shows them received, on the clock of ${a.letter}; a lane per number space.`,
    },
    missing: () => null,
    legend: () => legend,
    paint(context, tools) {
      const ladder = paintLadder(tools, lanes, ends, '');
      paintExchange(tools, context.viewport, lanes, ladder, arrows, (id) => !isHidden(context, ID, id));
      return { max: ladder.max, note: clocks };
    },
    values(context, timeUs) {
      const { fromUs, toUs, width } = context.viewport;
      const aroundUs = ((toUs - fromUs) / Math.max(1, width)) * 4;
      const names = namesOf(within(timeUs - aroundUs, timeUs + aroundUs));
      return new Map(legend.flatMap(({ id }, i) => (names[i] === '' ? [] : [[id, names[i] ?? ''] as const])));
    },
    sentence({ viewport }: PanelContext) {
      const inView = within(viewport.fromUs, viewport.toUs);
      const words = lanes.map(({ phase, name }) => {
        const own = inView.filter((one) => one.phase === phase);
        return `${name}: ${directionWords(own, ends)}`;
      });
      return `${words.join('; ')}. ${clocks}`;
    },
    cells: (_, fromUs, toUs) => namesOf(within(fromUs, toUs)).map((text) => text || '–'),
  };
}

function arrowsOf(direction: Direction, isFromAbove: boolean): readonly Arrow[] {
  const { sentUs, delaysUs, spaces, lostUs, lostSpaces } = direction;
  const made = (
    us: Float64Array,
    of: Uint8Array,
    tookUs: (i: number) => number,
    fate: 'arrived' | 'lost',
  ): readonly Arrow[] => {
    const arrows: Arrow[] = [];
    let ofOneRtt = 0;
    for (let i = 0; i < us.length; i++) {
      const phase = PHASES[of[i]];
      if (phase === undefined || (phase === 'one-rtt' && ++ofOneRtt > MOST_ONE_RTT)) continue;
      const shown = fate === 'lost' ? 'sent' : 'both';
      const times = { sentUs: us[i], arrivedUs: us[i] + tookUs(i) };
      arrows.push({ phase, isFromAbove, fate, shown, isAgain: false, name: '', ...times });
    }
    return arrows;
  };
  // A lost packet would have taken as long as the fastest one.
  const leastUs = delaysUs.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return [
    ...made(sentUs, spaces, (i) => delaysUs[i], 'arrived'),
    ...made(lostUs, lostSpaces, () => Math.max(0, leastUs), 'lost'),
  ];
}
