/**
 * PTO: probe timeouts (RFC 9002 §6.2) with the number of consecutive ones, spurious ones separately, and spans of
 * persistent congestion (§7.6). The legend states the method: logged, or inferred from pauses.
 */
import { count, duration, plural } from '../../engine/base/text/figures';
import type { TraceSummary } from '../../engine/reading/contract/snapshot';
import { type PtoSpan, paintPtoBars, paintPtoSpans, ptoBars } from '../painters/paint-pto';
import { axisCount } from '../surface/ticks';
import { columnsOf, sumOf } from './build/answer-values';
import {
  coarseUsOf,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PanelContext,
  type PanelDefinition,
} from './panel';

type PtoMethod = TraceSummary['ptos']['method'];

/** How probe timeouts are found, and how it is known that there are none. */
const METHODS: { readonly [method in PtoMethod]: { readonly some: string; readonly none: string } } = {
  counted: { some: 'pto_count as logged', none: 'the logged pto_count never rises' },
  timer: { some: 'PTO timers logged as expired', none: 'no PTO timer is logged as expired' },
  probe: { some: 'packets logged as sent by a PTO', none: 'no packet is logged as sent by a PTO' },
  silence: {
    some: 'inferred from silences',
    none: 'inferred: no packet follows a silence as long as the timeout',
  },
};
/** Space above the highest bar for the strip of persistent congestion. */
const HEADROOM = 1.2;

interface Part {
  readonly count: number;
  readonly spurious: number;
  readonly mostConsecutive: number;
  readonly spans: readonly PtoSpan[];
}

/** What the columns of [fromUs, toUs) hold; spans are cut to it. */
function partOf({ answer }: PanelContext, fromUs: number, toUs: number): Part {
  const { ptos } = answer.parts;
  if (ptos === null) return { count: 0, spurious: 0, mostConsecutive: 0, spans: [] };
  const { window } = answer;
  const [first, last] = columnsOf(window, fromUs, toUs);
  let mostConsecutive = 0;
  for (let i = first; i < last; i++) {
    mostConsecutive = Math.max(mostConsecutive, ptos.consecutive[i]);
  }
  return {
    count: sumOf(ptos.counts, window, fromUs, toUs),
    spurious: sumOf(ptos.spurious, window, fromUs, toUs),
    mostConsecutive,
    spans: ptos.persistentCongestion
      .filter(({ startUs, endUs }) => endUs >= fromUs && startUs < toUs)
      .map(({ startUs, endUs }) => ({ startUs: Math.max(fromUs, startUs), endUs: Math.min(toUs, endUs) })),
  };
}

/** `3`, `3, 2 in a row` */
function countText({ count: ptos, mostConsecutive }: Part): string {
  return mostConsecutive > 1 ? `${count(ptos)}, ${count(mostConsecutive)} in a row` : count(ptos);
}

function spansText(spans: readonly PtoSpan[]): string {
  if (spans.length === 0) return '0';
  const us = spans.reduce((sum, { startUs, endUs }) => sum + endUs - startUs, 0);
  return `${count(spans.length)}, ${duration(us)}`;
}

/** Entries of everything in the trace, so that the height of the legend stays. */
function entries({ snapshot }: PanelContext): readonly LegendEntry[] {
  const { method, spurious, persistentCongestion } = snapshot.summary.ptos;
  return [
    legendEntry('pto', `probe timeouts (${METHODS[method].some})`, 'area', '--slot-4'),
    ...(spurious === 0 ? [] : [legendEntry('spurious', 'not needed (spurious)', 'hollow', '--slot-4')]),
    ...(persistentCongestion === 0
      ? []
      : [legendEntry('persistent-congestion', 'persistent congestion', 'area', '--loss', null, 'diagonal')]),
  ];
}

function textsOf(context: PanelContext, part: Part): readonly (readonly [string, string])[] {
  const texts: { readonly [id: string]: string } = {
    pto: countText(part),
    spurious: count(part.spurious),
    'persistent-congestion': spansText(part.spans),
  };
  return entries(context).map(({ id }) => [id, texts[id]]);
}

export const pto: PanelDefinition = {
  id: 'pto',
  fields: ['PTO count', 'packets sent'],
  digestRank: 1,
  title: 'PTO',
  about: {
    shows:
      "Probe timeouts (PTO): no ACK came for so long that the sender probes the path; the bar's height is how many came in a row.",
    good: 'None, or a single one.',
    bad: 'Several in a row: the path or the peer was silent; spurious ones: the packets had arrived.',
    axis: 'probe timeouts in a row',
  },
  height: 60,
  series: [],
  parts: ['ptos'],
  side: 'both',
  missing({ summary: { ptos, packetsSent } }) {
    if (ptos.count > 0 || ptos.persistentCongestion > 0) return null;
    if (ptos.method === 'silence' && packetsSent === 0) {
      return (
        'no count of probes is logged (pto_count in metrics_updated events), and no sent packets from whose silences a ' +
        'probe timeout could be inferred.'
      );
    }
    return `no probe timeout in this trace (${METHODS[ptos.method].none}).`;
  },
  legend: entries,
  inView(context) {
    const { fromUs, toUs } = context.viewport;
    const { count: all, spurious, spans } = partOf(context, fromUs, toUs);
    const drawn = { pto: all, spurious, 'persistent-congestion': spans.length };
    return Object.entries(drawn).flatMap(([id, many]) => (many > 0 ? [id] : []));
  },
  paint(context, { surface, palette, lockedMax, axis }) {
    const { answer, viewport } = context;
    const { ptos } = answer.parts;
    const coarseUs = coarseUsOf(context);
    const bars = ptos === null ? [] : ptoBars(ptos, answer.window, viewport, coarseUs);
    const highest = bars.reduce((most, { consecutive }) => Math.max(most, consecutive), 1);
    const max = lockedMax ?? highest * HEADROOM;
    axis(max, axisCount('PTO', 'PTOs'));
    if (ptos !== null && !isHidden(context, 'pto', 'persistent-congestion')) {
      const fill = { color: palette.loss, pattern: 'diagonal' } as const;
      paintPtoSpans(surface, ptos.persistentCongestion, viewport, fill);
    }
    paintPtoBars(surface, bars, {
      color: palette.slots[3],
      pattern: coarseUs === null ? 'solid' : 'diagonal',
      max,
      showNeeded: !isHidden(context, 'pto', 'pto'),
      showSpurious: !isHidden(context, 'pto', 'spurious'),
    });
    return { max };
  },
  values(context, timeUs) {
    const { window, parts } = context.answer;
    const part = partOf(context, timeUs - window.columnUs, timeUs + window.columnUs);
    // A span under the cursor shows its whole length, not that of the two columns.
    const spans = (parts.ptos?.persistentCongestion ?? []).filter(
      ({ startUs, endUs }) => startUs <= timeUs && timeUs <= endUs,
    );
    return new Map(textsOf(context, { ...part, spans }));
  },
  resting: (context) =>
    new Map(textsOf(context, partOf(context, context.viewport.fromUs, context.viewport.toUs))),
  sentence(context) {
    const { viewport, snapshot } = context;
    const part = partOf(context, viewport.fromUs, viewport.toUs);
    const row = part.mostConsecutive > 1 ? `, up to ${count(part.mostConsecutive)} in a row` : '';
    const spurious = part.count === 0 ? '' : `, ${count(part.spurious)} spurious`;
    const method = METHODS[snapshot.summary.ptos.method].some;
    const spans =
      part.spans.length === 0
        ? 'No persistent congestion (RFC 9002 §7.6) in view.'
        : `Persistent congestion (RFC 9002 §7.6): ${plural(part.spans.length, 'span')} in view.`;
    return `${plural(part.count, 'probe timeout')} in view${row}${spurious}; ${method}. ${spans}`;
  },
  cells: (context, fromUs, toUs) => textsOf(context, partOf(context, fromUs, toUs)).map(([, text]) => text),
};
