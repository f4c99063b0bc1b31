/**
 * Multiplexing: which streams the packets carried, as shares of the bytes of STREAM frames per few pixels. One stream after
 * the other, or all at once: what a page waits for depends on it (RFC 9000 §2.3, RFC 9218).
 */
import { approximate } from '../../engine/base/text/approximate';
import { bytes, plural } from '../../engine/base/text/figures';
import type { StreamShares } from '../../engine/reading/contract/streams';
import { paintStreams } from '../painters/paint-streams';
import { cellAt, type StreamBytes, streamBytes, streamCells } from '../painters/stream-cells';
import { axisPercent } from '../surface/ticks';
import { columnAt, columnsOf } from './build/answer-values';
import { type Share, shareText } from './build/shares';
import { isHidden, type LegendEntry, legendEntry, type PanelContext, type PanelDefinition } from './panel';
import { shortId, streamFill } from './streams/stream-fills';

const ID = 'multiplexing';
const NAMED = 3;
/** A stream with less beside it carried the data: the rest is what HTTP/3 says on streams of its own. */
const ONLY_SHARE = 0.99;

const NO_FRAMES =
  'no STREAM frames are logged (in the frames of packet_sent, packet_received). Log packets with their frames.';

export function missingStreams({ summary }: Parameters<PanelDefinition['missing']>[0]): string | null {
  return summary.streams === undefined ? NO_FRAMES : null;
}

function sharesOf({ answer }: PanelContext): StreamShares | null {
  return answer.parts.streamShares;
}

/** The most first. */
function byBytes({ streams }: StreamBytes): readonly (readonly [id: number, bytes: number])[] {
  return [...streams].sort(([, a], [, b]) => b - a);
}

function within(context: PanelContext, fromUs: number, toUs: number): StreamBytes | null {
  const shares = sharesOf(context);
  return shares && streamBytes(shares, ...columnsOf(context.answer.window, fromUs, toUs));
}

/** What a digest has counted to the further streams may be of any: it is left open where numbers are rounded. */
const openOf = ({ within, others }: StreamBytes): number => (within > 0 ? within + others : 0);
const totalWithin = ({ within, streams }: StreamBytes): number => within * (streams.size + 1);

function streamText(sums: StreamBytes, amount: number): string {
  return approximate(amount, openOf(sums), bytes);
}

function shareOf(sums: StreamBytes, amount: number): Share {
  const share = amount / sums.total;
  return { share, within: (openOf(sums) + share * totalWithin(sums)) / sums.total };
}

/** `stream 8: 12,000 B, 12: 4,800 B, 5 more`; a dash for none. */
function bytesWords(sums: StreamBytes | null): string {
  if (sums === null || sums.streams.size === 0) return '–';
  const most = byBytes(sums);
  const named = most.slice(0, NAMED).map(([id, amount]) => `${shortId(id)}: ${streamText(sums, amount)}`);
  const left = most.length - named.length;
  return `stream ${named.join(', ')}${left > 0 ? `, ${sums.within > 0 && sums.others > 0 ? 'at least ' : ''}${left} more` : ''}`;
}

function hasOthers(context: PanelContext): boolean {
  return sharesOf(context)?.others.some((amount) => amount > 0) ?? false;
}

const STREAMS: LegendEntry = legendEntry('streams', 'streams, by their bytes', 'area', '--slot-1');
const OTHERS: LegendEntry = legendEntry('others', 'further streams', 'area', '--ink-faint', null, 'diagonal');

function directionWords({ direction }: StreamShares): string {
  return direction === 'sent' ? 'sent' : 'received';
}

export const multiplexing: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 1,
  title: 'Multiplexing',
  about: {
    shows:
      'Whose data the packets carried: per place the share of each stream in the bytes, from the lowest stream number at the bottom. A colour is a stream, as in Streams; broad ones have their number in them.',
    good: 'What is needed first fills its own stretch; what is needed together shares the packets.',
    bad: 'A stream that the page waits for gets a thin share beside large ones, or nothing for a long time.',
    axis: 'share of the bytes, 0 to 100 %',
  },
  height: 72,
  series: [],
  parts: ['streamShares'],
  side: 'both',
  missing: missingStreams,
  oneValue(_, { parts: { streamShares }, window }) {
    if (streamShares === null) return null;
    const all = streamBytes(streamShares, 0, window.columns);
    const [most, ...further] = byBytes(all);
    if (most === undefined || all.others > 0) return null;
    const [id, amount] = most;
    if (further.length === 0) return `one stream carried all data: stream ${shortId(id)}.`;
    return amount >= ONLY_SHARE * all.total
      ? `stream ${shortId(id)} carried all data but ${bytes(all.total - amount)}.`
      : null;
  },
  legend: (context) => (hasOthers(context) ? [STREAMS, OTHERS] : [STREAMS]),
  inView(context) {
    const sums = within(context, context.viewport.fromUs, context.viewport.toUs);
    if (sums === null) return [];
    return [...(sums.streams.size > 0 ? [STREAMS.id] : []), ...(sums.others > 0 ? [OTHERS.id] : [])];
  },
  paint(context, { surface, palette, axis }) {
    axis(1, axisPercent);
    const shares = sharesOf(context);
    if (shares === null || isHidden(context, ID, STREAMS.id)) return { max: 1 };
    const { answer, viewport } = context;
    paintStreams(surface, streamCells(shares, answer.window, viewport), answer.window, viewport, {
      fillOf: (id) => streamFill(id, palette),
      others: isHidden(context, ID, OTHERS.id) ? null : { color: palette.faint, pattern: 'diagonal' },
      nameOf: shortId,
      ink: palette.ink,
      paper: palette.paper,
    });
    return { max: 1 };
  },
  values(context, timeUs) {
    const { answer, viewport } = context;
    const column = columnAt(answer.window, timeUs);
    const shares = sharesOf(context);
    if (shares === null || Number.isNaN(column)) return new Map();
    return valuesOf(context, streamBytes(shares, ...cellAt(answer.window, viewport, column)));
  },
  resting: (context) => valuesOf(context, within(context, context.viewport.fromUs, context.viewport.toUs)),
  sentence(context) {
    const { fromUs, toUs } = context.viewport;
    const shares = sharesOf(context);
    const sums = within(context, fromUs, toUs);
    if (shares === null || sums === null || sums.total === 0) return 'No data of streams in view.';
    const most = byBytes(sums);
    const named = most
      .slice(0, NAMED)
      .map(([id, amount]) => `stream ${shortId(id)} ${shareText(shareOf(sums, amount))}`);
    const further =
      sums.others > 0 ? ` and of further ones ${approximate(sums.others, sums.within, bytes)}` : '';
    return (
      `${plural(sums.streams.size, 'stream')}${further} in view, ${approximate(sums.total, totalWithin(sums), bytes)} ${directionWords(shares)} ` +
      `(each transmission counts): ${named.join(', ')}${most.length > NAMED ? ', then others' : ''}.`
    );
  },
  cells(context, fromUs, toUs) {
    const sums = within(context, fromUs, toUs);
    const others = hasOthers(context)
      ? [sums === null ? '–' : approximate(sums.others, sums.within, bytes)]
      : [];
    return [bytesWords(sums), ...others];
  },
};

function valuesOf(context: PanelContext, sums: StreamBytes | null): ReadonlyMap<string, string> {
  const values = new Map([[STREAMS.id, bytesWords(sums)]]);
  if (hasOthers(context) && sums !== null)
    values.set(OTHERS.id, approximate(sums.others, sums.within, bytes));
  return values;
}
