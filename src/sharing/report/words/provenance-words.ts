/**
 * Where each quantity comes from, in words: logged or not, rebuilt or not, which of the two the panels draw, and their
 * difference. What is drawn is what the panel definitions say, so that it stays correct when one changes.
 */
import { PANELS } from '../../../drawing/panels/registry';
import { lossWords, ptoWords } from '../../../drawing/panels/words';
import { bytes, count, duration, plural } from '../../../engine/base/text/figures';
import type { AnswerPart } from '../../../engine/reading/contract/answer-parts';
import type { OriginDifference, Provenance, Quantity } from '../../../engine/reading/contract/quality';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';

export interface ProvenanceRow {
  readonly quantity: Quantity;
  readonly name: string;
  readonly logged: string;
  readonly rebuilt: string;
  readonly shown: string;
  readonly difference: string;
}

interface Known {
  readonly name: string;
  /** Noun of one value: `value`, `packet`. */
  readonly loggedNoun: string;
  readonly rebuiltNoun: string;
  /** Ids of the series that hold it. */
  readonly loggedSeries: readonly string[];
  readonly rebuiltSeries: readonly string[];
  readonly unit: (value: number) => string;
}

function series(name: string, logged: string | null, ...rebuilt: readonly string[]): Known {
  return {
    name,
    loggedNoun: 'value',
    rebuiltNoun: 'value',
    loggedSeries: logged === null ? [] : [logged],
    rebuiltSeries: rebuilt,
    unit: duration,
  };
}

const QUANTITIES: { readonly [quantity in Quantity]: Known } = {
  'congestion-window': series('congestion window', 'cwnd'),
  'bytes-in-flight': {
    ...series(
      'bytes in flight',
      'bytes-in-flight',
      'bytes-in-flight-rebuilt',
      'bytes-in-flight-from-packets',
    ),
    unit: bytes,
  },
  ssthresh: series('slow start threshold', 'ssthresh'),
  'latest-rtt': series('latest RTT', 'latest-rtt', 'latest-rtt-from-packets'),
  'smoothed-rtt': series('smoothed RTT', 'smoothed-rtt', 'smoothed-rtt-from-packets'),
  'min-rtt': series('min RTT', 'min-rtt', 'min-rtt-from-packets'),
  losses: { ...series('losses', null), loggedNoun: 'packet', rebuiltNoun: 'packet' },
  'congestion-states': {
    ...series('congestion states', null),
    loggedNoun: 'state change',
    rebuiltNoun: 'recovery period',
  },
  ptos: { ...series('PTOs', null), loggedNoun: 'PTO', rebuiltNoun: 'PTO' },
  acknowledged: series('acknowledged bytes', null, 'acked-total'),
  goodput: series('goodput', null, 'goodput-total'),
  limits: { ...series('limits of the sender', null), rebuiltNoun: 'change' },
};

const NOT_DRAWN = 'not drawn';
export const NO_DIFFERENCE = '–';

/** A row per quantity; none until the whole trace is read. */
export function provenanceRows(snapshot: Snapshot): readonly ProvenanceRow[] {
  return (snapshot.quality?.provenance ?? []).map((origin) => {
    const quantity = QUANTITIES[origin.quantity];
    return {
      quantity: origin.quantity,
      name: quantity.name,
      logged: presence(origin.isLogged, origin.logged, quantity.loggedNoun),
      rebuilt: presence(origin.isRebuilt, origin.rebuilt, quantity.rebuiltNoun),
      shown: shownWords(origin, quantity, snapshot),
      difference:
        origin.difference === null ? NO_DIFFERENCE : differenceWords(origin.difference, quantity.unit),
    };
  });
}

/** A counter that stayed 0 counts as logged. */
function presence(is: boolean, values: number, noun: string): string {
  return is ? `yes, ${plural(values, noun)}` : 'no';
}

function shownWords(origin: Provenance, words: Known, snapshot: Snapshot): string {
  const { quantity, isLogged, isRebuilt } = origin;
  if (!isLogged && !isRebuilt) return '–';
  switch (quantity) {
    case 'losses':
      return lossWords(snapshot.summary.lossMethod);
    case 'congestion-states':
      return isLogged ? 'logged' : NOT_DRAWN;
    case 'ptos':
      return isDrawnPart('ptos') ? ptoShown(origin) : NOT_DRAWN;
    case 'limits':
      return isDrawnPart('limits') ? 'inferred from window, bytes in flight and packets' : NOT_DRAWN;
    default:
      return seriesShown(words, snapshot);
  }
}

function ptoShown({ method }: Provenance): string {
  return method === 'counted' || method === 'timer' || method === 'probe' || method === 'silence'
    ? ptoWords(method)
    : NOT_DRAWN;
}

function seriesShown({ loggedSeries, rebuiltSeries }: Known, { catalogue }: Snapshot): string {
  const isDrawn = (id: string): boolean =>
    catalogue.some((info) => info.id === id) && PANELS.some((panel) => panel.series.includes(id));
  const drawn = [
    ...(loggedSeries.some(isDrawn) ? ['logged'] : []),
    ...(rebuiltSeries.some(isDrawn) ? ['rebuilt'] : []),
  ];
  return drawn.length === 0 ? NOT_DRAWN : drawn.join(' and ');
}

function isDrawnPart(part: AnswerPart): boolean {
  return PANELS.some((panel) => panel.parts?.includes(part) ?? false);
}

/** `median 0 B, 95 % within 1,350 B, at every 3rd of the values`. */
function differenceWords(
  { compared, stride, median, p95 }: OriginDifference,
  unit: (value: number) => string,
): string {
  const sampled = stride === 1 ? '' : `, at ${plural(compared, 'value')}: one in ${count(stride)}`;
  return `median ${unit(median)}, 95 % within ${unit(p95)}${sampled}`;
}
