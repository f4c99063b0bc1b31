/**
 * All values at a time as text, one line per series. Of a set a table: a column per trace, named by its letter, and what each
 * has more than the first.
 */
import { comparedAmount, deltaText, NO_AMOUNT } from '../../../drawing/panels/lanes/difference';
import type { SharedContext } from '../../../drawing/panels/lanes/redact-context';
import { idsInView, type LegendEntry, type PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf, sidePanels } from '../../../drawing/panels/registry';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Choices } from '../../../drawing/view/choices';
import { marksOf, markWords } from '../../../engine/base/text/origin-marks';

export interface TraceAt {
  /** `A`, or with its name as it may be shared. */
  readonly title: string;
  readonly context: SharedContext;
  /** In the time of the trace, and in words. */
  readonly timeUs: number;
  readonly timeWords: string;
}

/** Cells separated by tabs. @param traces in the order of the set; at least one. */
export function valuesAsText(traces: readonly TraceAt[], choices: Choices): string {
  const isSet = traces.length > 1;
  const own = new Map(traces.map((trace) => [trace, panelsOf(trace, choices)]));
  const panels = [...new Set([...own.values()].flat())];
  const titles = traces.map(({ title }) => title);
  const deltas = titles.slice(1).map((_, i) => `Δ ${laneLetter(i + 1)} − ${laneLetter(0)}`);
  const times = traces.map(({ timeWords }) => timeWords);
  const head = isSet
    ? [
        ['panel', 'series', ...titles, ...deltas],
        ['time', 'in its own log', ...times],
      ]
    : [...originRows(traces), ['time', ...times]];
  const rows = panels.flatMap((panel) => {
    const having = traces.map((trace) => (own.get(trace)?.includes(panel) ? trace : null));
    return panelRows(panel, having);
  });
  return [...head, ...rows].map((cells) => cells.join('\t').trimEnd()).join('\n');
}

/** How the trace came about, where it is no plain recording; of several their titles say it. */
function originRows(traces: readonly TraceAt[]): readonly (readonly string[])[] {
  return traces.flatMap(({ context }) => {
    const words = markWords(marksOf(context.snapshot));
    return words === '' ? [] : [['trace', words]];
  });
}

function panelsOf({ context: { snapshot } }: TraceAt, choices: Choices): readonly PanelDefinition[] {
  return sidePanels(choices, snapshot).filter((panel) => missingOf(panel, snapshot) === null);
}

/** Rows of a panel: only those that one of the traces has a value of. @param traces null for those without the panel. */
function panelRows(
  panel: PanelDefinition,
  traces: readonly (TraceAt | null)[],
): readonly (readonly string[])[] {
  const values = traces.map((trace) => trace && panel.values(trace.context, trace.timeUs));
  return entriesOf(panel, traces).flatMap(({ id, label }) => {
    const cells = values.map((of) => of?.get(id) ?? '');
    if (cells.every((cell) => cell === '')) return [];
    const [lead = NO_AMOUNT, ...others] = traces.map((trace) =>
      trace === null ? NO_AMOUNT : comparedAmount(panel, trace.context, id, trace.timeUs),
    );
    return [[panel.title, label, ...cells, ...others.map((amount) => deltaText(panel, amount, lead))]];
  });
}

/** The legend entries of all traces of which something is drawn in view, as the legend has them, each once. */
function entriesOf(panel: PanelDefinition, traces: readonly (TraceAt | null)[]): readonly LegendEntry[] {
  const having = traces.filter((trace) => trace !== null);
  const inView = new Set(having.flatMap(({ context }) => idsInView(panel, context)));
  const all = having.flatMap(({ context }) => panel.legend(context));
  return [...new Map(all.map((entry) => [entry.id, entry])).values()].filter(({ id }) => inView.has(id));
}
