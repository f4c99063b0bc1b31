/**
 * Handshake: its packets as arrows between client and server, a lane per number space, with a row of steps above: keys, Retry,
 * Version Negotiation, validation, completion. Where the view is much longer than the handshake, it is a line of text. A digest holds no
 * single packets: there a bar reaches from the first to the last.
 */
import { count, duration, instant, plural } from '../../../engine/base/text/figures';
import { NEVER_COMPLETED, neverCompleted } from '../../../engine/base/text/handshake-words';
import type {
  Connectivity,
  LifePhase,
  LifeStep,
  TimeSpan,
} from '../../../engine/sender/transport/connectivity/connectivity';
import { openPlaces, type PxSpan } from '../../painters/bar-labels';
import { paintSpans, type RowPlace } from '../../painters/paint-spans';
import { estimatedWidth } from '../../surface/sheet';
import { timeToX } from '../../surface/viewport';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
  type PanelFacts,
} from '../panel';
import {
  type Arrow,
  arrowsOf,
  arrowWords,
  directionWords,
  estimateWords,
  FATE_ENTRIES,
} from './exchange-arrows';
import {
  LADDER_PX,
  type Ladder,
  type Lane,
  ladderLegend,
  lanesWith,
  paintExchange,
  paintLadder,
} from './ladder';

const ID = 'handshake';
/** A handshake that takes less of the view than this is too short to be seen in it. */
const LEAST_SHARE = 0.04;
const TEXT_PX = 11;
/** From the edge of the plot to a line of text. */
const EDGE_PX = 8;
/** From a mark to its label, and around the label. */
const PAD_PX = 3;
/** A label that stands farther from its mark would not be taken as its own. */
const FAR_PX = 24;
/** Of a mark, to both sides: what labels leave in sight. */
const MARK_PX = 2;
/** Fonts are wider than their estimate by up to this. */
const SAFETY = 1.12;
const REST_OPACITY = 0.75;

const phasesOf = (life: Connectivity | null): ReadonlySet<LifePhase['phase']> =>
  new Set(life?.phases.map(({ phase }) => phase));
const lanesOf = (life: Connectivity | null): readonly Lane[] => lanesWith(phasesOf(life));

/** Names of the upper and of the lower line. */
function endsOf(life: Connectivity): readonly [above: string, below: string] {
  return life.exchange?.client === 'unknown' ? ['this end', 'peer'] : ['client', 'server'];
}

const drawnArrows = (life: Connectivity | null): readonly Arrow[] =>
  life?.exchange === undefined ? [] : arrowsOf(life.exchange);

function legendOf(context: PanelContext): readonly LegendEntry[] {
  const life = lifeOf(context);
  const isHeld = (life?.amplificationLimited.length ?? 0) > 0;
  const held = legendEntry(
    'amplification',
    'held by the amplification limit',
    'area',
    '--loss',
    null,
    'diagonal',
  );
  return [
    ...ladderLegend(phasesOf(life), new Set(drawnArrows(life).map(({ fate }) => fate))),
    ...(isHeld ? [held] : []),
    legendEntry('steps', 'keys and steps', 'mark', '--ink'),
  ];
}

/** Words for a mark; steps without are shown by the lanes themselves, or by the event list. */
const LABELS: { readonly [kind in LifeStep['kind']]?: string } = {
  'version-negotiation': 'Version Negotiation',
  retry: 'Retry',
  'keys-available': 'keys',
  'keys-updated': 'keys updated',
  'keys-discarded': 'keys discarded',
  'address-validated': 'address validated',
  'handshake-complete': 'complete',
  'handshake-confirmed': 'confirmed',
  'path-changed': 'path changed',
  closed: 'closed',
};

const isOfKeys = ({ kind }: LifeStep): boolean => kind.startsWith('keys');

function lifeOf({ answer }: PanelContext): Connectivity | null {
  return answer.parts.connectivity;
}

function isLongEnough(span: TimeSpan, visible: TimeSpan): boolean {
  const isInView = span.toUs >= visible.fromUs && span.fromUs <= visible.toUs;
  return isInView && span.toUs - span.fromUs >= LEAST_SHARE * (visible.toUs - visible.fromUs);
}

type Standing = Pick<PanelFacts, 'summary' | 'findings'>;

/** `the handshake and its confirmation take 63.2 ms, from 0.001 s on`; one that is not known to have completed has no duration. */
function whenWords(facts: Standing): string {
  const { handshake } = facts.summary;
  const { fromUs, toUs, incomplete } = handshake ?? { fromUs: 0, toUs: 0 };
  const packets = `its packets are logged from ${instant(fromUs)} to ${instant(toUs)}`;
  if (neverCompleted(facts)) return `the handshake ${NEVER_COMPLETED}, ${packets}`;
  if (incomplete) return `no record shows that the handshake completed, ${packets}`;
  return `the handshake and its confirmation take ${duration(toUs - fromUs)}, from ${instant(fromUs)} on`;
}

/** What of a phase no arrow shows: of many 1-RTT packets what follows the first ones, and in a digest all of it. */
function restOf(phase: LifePhase, arrows: readonly Arrow[]): readonly TimeSpan[] {
  const own = arrows.filter((one) => one.phase === phase.phase);
  if (own.length >= phase.sentPackets + phase.receivedPackets) return [];
  const shownUs = own.map(({ sentUs, arrivedUs, shown }) => (shown === 'received' ? arrivedUs : sentUs));
  return [{ fromUs: Math.max(phase.fromUs, ...shownUs), toUs: phase.toUs }];
}

/** Bars for what is not drawn packet by packet, and hatched what the amplification limit held: it holds a server. */
function paintRests(
  context: PanelContext,
  { surface, palette }: PaintTools,
  lanes: readonly Lane[],
  { middleOf, belowOf }: Ladder,
  life: Connectivity,
  arrows: readonly Arrow[],
): void {
  const { viewport } = context;
  lanes.forEach(({ phase, slot }, lane) => {
    const rests = life.phases.filter((one) => one.phase === phase).flatMap((one) => restOf(one, arrows));
    const fill = { color: palette.slots[slot - 1] ?? palette.ink, pattern: 'solid' } as const;
    if (!isHidden(context, ID, phase))
      paintSpans(surface, viewport, rests, inner(middleOf(lane)), fill, REST_OPACITY);
  });
  const hatch = { color: palette.loss, pattern: 'diagonal' } as const;
  const lane = lanes.findIndex(({ phase }) => phase === 'handshake');
  if (!isHidden(context, ID, 'amplification'))
    paintSpans(surface, viewport, life.amplificationLimited, belowOf(lane), hatch);
}

/** Without the edges of a row. */
function inner({ top, height }: RowPlace): RowPlace {
  return { top: top + height / 4, height: height / 2 };
}

interface Mark {
  readonly x: number;
  readonly label: string;
}

/** `Handshake keys` is what is new, `Initial keys discarded` what is over. */
function labelOf(step: LifeStep): string | undefined {
  return isOfKeys(step) ? step.text.replace(/ available$/, '') : LABELS[step.kind];
}

/** Marks in view, those of keys after all others: where two have one place, the first is labelled. */
function marksOf({ viewport }: PanelContext, { steps }: Connectivity): readonly Mark[] {
  const ordered = [...steps.filter((step) => !isOfKeys(step)), ...steps.filter(isOfKeys)];
  return ordered.flatMap((step) => {
    const [x, label] = [timeToX(viewport, step.timeUs), labelOf(step)];
    return label === undefined || x < 0 || x > viewport.width ? [] : [{ x, label }];
  });
}

/** Where a label of a width stands: right of its mark, else left of it, before the next mark; null where there is no room. */
function labelX(
  x: number,
  width: number,
  [before, after]: readonly [number, number],
  taken: readonly PxSpan[],
): number | null {
  const rooms = (from: number, to: number): readonly PxSpan[] =>
    openPlaces({ from, to }, [], taken).filter((one) => one.to - one.from >= width);
  const right = rooms(x + 1, after)[0];
  if (right !== undefined && right.from <= x + FAR_PX) return right.from;
  const left = rooms(before, x - 1).at(-1);
  return left !== undefined && left.to >= x - FAR_PX ? left.to - width : null;
}

/** A mark for each step, and labels where they have room beside marks and labels. */
function paintSteps({ surface, palette }: PaintTools, { height }: RowPlace, marks: readonly Mark[]): void {
  const taken: PxSpan[] = [];
  for (const { x, label } of marks) {
    surface.polyline([x, 2, x, height - 2], { color: palette.ink, width: 1.5, dash: [] });
    const width = estimatedWidth(label, TEXT_PX) * SAFETY + 2 * PAD_PX;
    const ends = marks.map((other) => other.x);
    const before = Math.max(
      0,
      ...ends.filter((other) => other < x - MARK_PX).map((other) => other + MARK_PX),
    );
    const after = Math.min(
      surface.width,
      ...ends.filter((other) => other > x + MARK_PX).map((other) => other - MARK_PX),
    );
    const from = labelX(x, width, [before, after], taken);
    if (from === null) continue;
    taken.push({ from: Math.min(x, from), to: Math.max(x, from + width) });
    // The lines of the grid would strike it through.
    surface.rect(from, 1, width, height - 2, { color: palette.paper, pattern: 'solid' });
    const baseline = height / 2 + TEXT_PX * 0.36;
    surface.text(from + PAD_PX, baseline, label, { color: palette.ink, size: TEXT_PX });
  }
}

function phaseText({ sentPackets, receivedPackets, lostPackets }: LifePhase): string {
  const lost = lostPackets === 0 ? '' : `, ${count(lostPackets)} lost`;
  return `${count(sentPackets)} sent, ${count(receivedPackets)} received${lost}`;
}

/** Of a lane its only packet in a span of time; of several, and of none there, how many it has in all. */
function packetsText(phase: LifePhase, arrows: readonly Arrow[], ends: readonly [string, string]): string {
  const [only, ...others] = arrows.filter((one) => one.phase === phase.phase);
  return only === undefined || others.length > 0 ? phaseText(phase) : arrowWords(only, ends);
}

/** What lies in a span of time, by entry of the legend. */
function textsIn(life: Connectivity, fromUs: number, toUs: number): ReadonlyMap<string, string> {
  const touches = (span: { readonly fromUs: number; readonly toUs: number }): boolean =>
    span.toUs >= fromUs && span.fromUs <= toUs;
  const steps = life.steps.filter(({ timeUs }) => timeUs >= fromUs && timeUs <= toUs);
  const held = life.amplificationLimited.filter(touches);
  const heldUs = held.reduce(
    (sum, span) => sum + Math.min(toUs, span.toUs) - Math.max(fromUs, span.fromUs),
    0,
  );
  const near = drawnArrows(life).filter(({ sentUs, arrivedUs, shown }) => {
    const timeUs = shown === 'received' ? arrivedUs : sentUs;
    return timeUs >= fromUs && timeUs <= toUs;
  });
  const ofFate = FATE_ENTRIES.flatMap(({ id }) => {
    const many = near.filter(({ fate }) => fate === id).length;
    return many === 0 ? [] : [[id, count(many)] as const];
  });
  return new Map([
    ...life.phases
      .filter(touches)
      .map((phase) => [phase.phase, packetsText(phase, near, endsOf(life))] as const),
    ...ofFate,
    ...(held.length > 0 ? [['amplification', duration(heldUs)] as const] : []),
    ...(steps.length > 0
      ? [['steps', steps.length === 1 ? (steps[0]?.text ?? '') : plural(steps.length, 'step')] as const]
      : []),
  ]);
}

/** ` Initial: 6 packets from the client (5 sent again), none from the server.`; empty in a digest. */
function exchangeWords(life: Connectivity): string {
  if (life.exchange === undefined) return '';
  const arrows = drawnArrows(life);
  const spaces = lanesOf(life).flatMap(({ phase, name }) => {
    const own = arrows.filter((one) => one.phase === phase);
    return own.length === 0 || phase === 'one-rtt' ? [] : [`${name}: ${directionWords(own, endsOf(life))}.`];
  });
  return ` ${[...spaces, `Times of the arrows: ${estimateWords(life.exchange)}.`].join(' ')}`;
}

function isTooShort({ snapshot, viewport }: PanelContext): boolean {
  const { handshake: span } = snapshot.summary;
  return span !== undefined && !isLongEnough(span, viewport);
}

export const handshake: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 3,
  title: 'Handshake',
  about: {
    shows:
      'How the connection came about: its packets as arrows between client and server, a lane per number space, with a bar where the log shows the packet. An end that is not in the log is estimated, half the smallest RTT away. Above: keys, Retry, Version Negotiation, and when the handshake was complete and confirmed.',
    good: 'Complete one round trip after the first packet: one arrow there, one back.',
    bad: 'Arrows that end in the middle: lost (cross), or nothing came after them. The same packets again after a second: a probe (PTO) in place of an answer. Hatched: the server may not send more before it knows its client (amplification limit).',
    axis: 'number spaces, each with its two ends',
  },
  height: LADDER_PX,
  series: [],
  parts: ['connectivity'],
  side: 'both',
  missing: ({ summary }) =>
    summary.handshake === undefined
      ? 'no Initial and no Handshake packet is logged (packet_sent and packet_received events with their types).'
      : null,
  tooShort(facts, visible) {
    const { handshake: span } = facts.summary;
    return span === undefined || isLongEnough(span, visible)
      ? null
      : `${whenWords(facts)}: too short to be seen here.`;
  },
  legend: legendOf,
  inView(context) {
    const life = lifeOf(context);
    const { fromUs, toUs } = context.viewport;
    return life === null ? [] : [...textsIn(life, fromUs, toUs).keys()];
  },
  figure(context) {
    const { exchange } = lifeOf(context) ?? {};
    return exchange === undefined || isTooShort(context) ? '' : estimateWords(exchange);
  },
  paint(context, tools) {
    const life = lifeOf(context);
    const lanes = lanesOf(life);
    const { surface, palette } = tools;
    const isShort = isTooShort(context);
    const hasArrows = life?.exchange !== undefined && !isShort;
    const ladder = paintLadder(tools, lanes, hasArrows ? endsOf(life) : null, 'steps');
    const { max } = ladder;
    if (life === null) return { max };
    if (isShort) {
      const words = `Too short to be seen here: ${whenWords(context.snapshot)}.`;
      surface.text(EDGE_PX, surface.height / 2, words, { color: palette.faint, size: TEXT_PX });
      return { max };
    }
    const arrows = drawnArrows(life);
    paintRests(context, tools, lanes, ladder, life, arrows);
    paintExchange(tools, context.viewport, lanes, ladder, arrows, (id) => !isHidden(context, ID, id));
    if (!isHidden(context, ID, 'steps')) paintSteps(tools, ladder.steps, marksOf(context, life));
    return { max };
  },
  values(context, timeUs) {
    const life = lifeOf(context);
    if (life === null) return new Map();
    const { viewport } = context;
    // A mark is hit as far from it as it is wide.
    const aroundUs = ((viewport.toUs - viewport.fromUs) / Math.max(1, viewport.width)) * 4;
    return textsIn(life, timeUs - aroundUs, timeUs + aroundUs);
  },
  sentence(context) {
    const life = lifeOf(context);
    if (life === null) return '';
    const { fromUs, toUs } = context.viewport;
    const inView = life.steps.filter(
      ({ timeUs, kind }) => timeUs >= fromUs && timeUs <= toUs && LABELS[kind] !== undefined,
    );
    if (inView.length === 0) return 'Nothing of the handshake is in view.';
    const steps = inView
      .slice(0, 6)
      .map(({ timeUs, text }) => `${text} at ${instant(timeUs, toUs - fromUs)}`);
    const failed = neverCompleted(context.snapshot) ? `; the handshake ${NEVER_COMPLETED}` : '';
    const more = inView.length > 6 ? `; and ${count(inView.length - 6)} more` : '';
    return `${steps.join('; ')}${more}${failed}.${exchangeWords(life)}`;
  },
  cells(context, fromUs, toUs) {
    const life = lifeOf(context);
    const texts = life === null ? new Map<string, string>() : textsIn(life, fromUs, toUs);
    return legendOf(context).map(({ id }) => texts.get(id) ?? '–');
  },
};
