/**
 * Handshake: a lane per kind of packets, a bar for each, with marks where something happened: keys, Retry,
 * Version Negotiation, validation, completion. Where the view is much longer than the handshake, it is a line of text.
 */
import { count, duration, instant, plural } from '../../engine/base/text/figures';
import { NEVER_COMPLETED, neverCompleted } from '../../engine/base/text/handshake-words';
import type {
  Connectivity,
  LifePhase,
  LifeStep,
  TimeSpan,
} from '../../engine/sender/transport/connectivity/connectivity';
import { openPlaces, type PxSpan } from '../painters/bar-labels';
import { estimatedWidth } from '../surface/sheet';
import { timeToX } from '../surface/viewport';
import { heightOfRow, rowsAxis, rowsHeight } from './build/rows';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
  type PanelFacts,
} from './panel';

const ID = 'handshake';
/** A handshake that takes less of the view than this is too short to be seen in it. */
const LEAST_SHARE = 0.04;
const TEXT_PX = 11;
/** Of a lane: words stand in its upper part, and its bar below them, so that neither hides the other. */
const [WORDS_SHARE, BAR_TOP, BAR_SHARE] = [0.62, 0.66, 0.28];
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

type Phase = LifePhase['phase'];

const LANES: readonly { readonly phase: Phase; readonly name: string; readonly slot: number }[] = [
  { phase: 'initial', name: 'Initial', slot: 1 },
  { phase: 'handshake', name: 'Handshake', slot: 3 },
  { phase: 'zero-rtt', name: '0-RTT', slot: 5 },
  { phase: 'one-rtt', name: '1-RTT', slot: 4 },
];
type Lane = (typeof LANES)[number];

/** Few connections have 0-RTT packets. */
function lanesOf(life: Connectivity | null): readonly Lane[] {
  const has = (phase: Phase): boolean => life?.phases.some((one) => one.phase === phase) === true;
  return LANES.filter(({ phase }) => phase !== 'zero-rtt' || has(phase));
}

const legendOf = (context: PanelContext): readonly LegendEntry[] => [
  ...lanesOf(lifeOf(context)).map(
    ({ phase, name, slot }): LegendEntry => legendEntry(phase, `${name} packets`, 'area', `--slot-${slot}`),
  ),
  legendEntry('amplification', 'held by the amplification limit', 'area', '--loss', null, 'diagonal'),
  legendEntry('steps', 'keys and steps', 'mark', '--ink'),
];

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

/** The lane of a step: of keys that of their packets, of all others that in which it shows. */
function laneOf({ kind, text }: LifeStep, lanes: readonly Lane[]): number {
  if (kind.startsWith('keys')) return lanes.findIndex(({ name }) => text.startsWith(name));
  if (kind === 'retry' || kind === 'version-negotiation') return 0;
  return kind === 'address-validated' ? 1 : lanes.length - 1;
}

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

interface LaneBar extends PxSpan {
  readonly lane: number;
  readonly kind: Phase | 'amplification';
}

/**
 * The bars in view that the legend has not switched off, in the order in which they are drawn: one for each packet, where each is known;
 * of 1-RTT, and in a digest, from the first to the last.
 */
function barsOf(context: PanelContext, lanes: readonly Lane[], life: Connectivity): readonly LaneBar[] {
  const { viewport } = context;
  const all = [
    ...life.phases.flatMap(({ phase, fromUs, toUs, packetsUs }) => {
      const lane = lanes.findIndex((one) => one.phase === phase);
      const spans = packetsUs?.map((us) => ({ fromUs: us, toUs: us })) ?? [{ fromUs, toUs }];
      return spans.map((span) => ({ ...span, kind: phase, lane }));
    }),
    ...life.amplificationLimited.map((one) => ({ ...one, kind: 'amplification' as const, lane: 1 })),
  ];
  return all
    .filter(({ fromUs, toUs }) => toUs >= viewport.fromUs && fromUs <= viewport.toUs)
    .filter(({ kind }) => !isHidden(context, ID, kind))
    .map(({ kind, lane, fromUs, toUs }) => {
      const from = Math.max(0, timeToX(viewport, fromUs));
      return { kind, lane, from, to: Math.max(from + 2, Math.min(viewport.width, timeToX(viewport, toUs))) };
    });
}

function paintLanes(
  { surface, palette }: PaintTools,
  lanes: readonly Lane[],
  bars: readonly LaneBar[],
): void {
  const height = heightOfRow(surface.height, lanes.length);
  for (const { lane, kind, from, to } of bars) {
    const box = [from, (lane + BAR_TOP) * height, to - from, BAR_SHARE * height] as const;
    const color = palette.slots[(lanes[lane]?.slot ?? 1) - 1];
    if (kind === 'amplification') surface.rect(...box, { color: palette.loss, pattern: 'diagonal' });
    else surface.rect(...box, { color, pattern: 'solid' }, 0.75);
  }
}

interface Mark {
  readonly x: number;
  readonly lane: number;
  readonly label: string;
}

/** Marks in view, those of keys after all others: where two have one place, the first is labelled. */
function marksOf(
  { viewport }: PanelContext,
  lanes: readonly Lane[],
  { steps }: Connectivity,
): readonly Mark[] {
  const isOfKeys = ({ kind }: LifeStep): boolean => kind.startsWith('keys');
  const ordered = [...steps.filter((step) => !isOfKeys(step)), ...steps.filter(isOfKeys)];
  return ordered.flatMap((step) => {
    const [x, lane, label] = [timeToX(viewport, step.timeUs), laneOf(step, lanes), LABELS[step.kind]];
    const isInView = x >= 0 && x <= viewport.width && lane >= 0 && lane < lanes.length;
    return label === undefined || !isInView ? [] : [{ x, lane, label }];
  });
}

/** Where a label of a width stands: right of its mark, before the next one; null where there is no room. */
function labelX(x: number, width: number, to: number, taken: readonly PxSpan[]): number | null {
  const place = openPlaces({ from: x + 1, to }, [], taken).find((one) => one.to - one.from >= width);
  return place === undefined || place.from > x + FAR_PX ? null : place.from;
}

/** A mark for each step, and labels where they have room beside marks and labels. */
function paintSteps({ surface, palette }: PaintTools, lanes: readonly Lane[], marks: readonly Mark[]): void {
  const height = heightOfRow(surface.height, lanes.length);
  const taken = lanes.map((): PxSpan[] => []);
  for (const { x, lane, label } of marks) {
    const top = lane * height;
    surface.polyline([x, top + 2, x, top + height - 2], { color: palette.ink, width: 1.5, dash: [] });
    const width = estimatedWidth(label, TEXT_PX) * SAFETY + 2 * PAD_PX;
    const later = marks
      .filter((other) => other.lane === lane && other.x > x + MARK_PX)
      .map((other) => other.x);
    const end = Math.min(surface.width, ...later.map((other) => other - MARK_PX));
    const spans = taken[lane];
    const from = labelX(x, width, end, spans);
    if (from === null) continue;
    spans.push({ from: x, to: from + width });
    // The lines of the grid would strike it through.
    const box = [from, top + 1, width, WORDS_SHARE * height - 1] as const;
    surface.rect(...box, { color: palette.paper, pattern: 'solid' });
    const baseline = top + (WORDS_SHARE * height) / 2 + TEXT_PX * 0.36;
    surface.text(from + PAD_PX, baseline, label, { color: palette.ink, size: TEXT_PX });
  }
}

function phaseText({ sentPackets, receivedPackets, lostPackets }: LifePhase): string {
  const lost = lostPackets === 0 ? '' : `, ${count(lostPackets)} lost`;
  return `${count(sentPackets)} sent, ${count(receivedPackets)} received${lost}`;
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
  return new Map([
    ...life.phases.filter(touches).map((phase) => [phase.phase, phaseText(phase)] as const),
    ...(held.length > 0 ? [['amplification', duration(heldUs)] as const] : []),
    ...(steps.length > 0
      ? [['steps', steps.length === 1 ? (steps[0]?.text ?? '') : plural(steps.length, 'step')] as const]
      : []),
  ]);
}

export const handshake: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 3,
  title: 'Handshake',
  about: {
    shows:
      'How the connection came about: a lane per kind of packets, with a bar for each packet, of 1-RTT from the first to the last one, with marks for keys, Retry, Version Negotiation, and when the handshake was complete and confirmed.',
    good: 'Complete one round trip after the first packet.',
    bad: 'Gaps of a second in the first lanes (lost handshake packets); hatched: the server may not send more before it knows its client (amplification limit).',
    axis: 'kind of packets',
  },
  height: rowsHeight(LANES.length),
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
  paint(context, tools) {
    const life = lifeOf(context);
    const lanes = lanesOf(life);
    const max = rowsAxis(tools, lanes.length, (lane) => lanes[lane]?.name ?? '');
    const { surface, palette } = tools;
    const { handshake: span } = context.snapshot.summary;
    if (life === null) return { max };
    if (span !== undefined && !isLongEnough(span, context.viewport)) {
      const words = `Too short to be seen here: ${whenWords(context.snapshot)}.`;
      surface.text(EDGE_PX, surface.height / 2, words, { color: palette.faint, size: TEXT_PX });
      return { max };
    }
    const bars = barsOf(context, lanes, life);
    paintLanes(tools, lanes, bars);
    if (!isHidden(context, ID, 'steps')) paintSteps(tools, lanes, marksOf(context, lanes, life));
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
    return `${steps.join('; ')}${inView.length > 6 ? `; and ${count(inView.length - 6)} more` : ''}${failed}.`;
  },
  cells(context, fromUs, toUs) {
    const life = lifeOf(context);
    const texts = life === null ? new Map<string, string>() : textsIn(life, fromUs, toUs);
    return legendOf(context).map(({ id }) => texts.get(id) ?? '–');
  },
};
