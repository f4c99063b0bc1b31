/**
 * The pictures of a report about a set of traces: panels over all of them, on the set's axis. The first is that of page one.
 */
import { svgOf } from '../../../drawing/panels/lanes/exported-picture';
import { type PictureLane, setPicture } from '../../../drawing/panels/lanes/lanes-picture';
import { isOverlaid } from '../../../drawing/panels/lanes/panel-lanes';
import { findingOf, heightOf, type PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Choices } from '../../../drawing/view/choices';
import type { Arrangement } from '../../../drawing/view/set-view';
import type { Figure } from '../document/document';
import { intervalWords } from '../words/finding-words';
import { drawnPanels } from './panel-figures';

/** Height of the plot on page one, CSS pixels: the table of differences follows on the same page. */
const HEIGHT_PX = 160;

/** Panels that page one shows, the first one that a trace has. */
const ON_PAGE_ONE = ['congestion', 'received'];

/** The panels that one of the traces has, in the order of the page. */
export function setPanels(choices: Choices, lanes: readonly PictureLane[]): readonly PanelDefinition[] {
  const panels = lanes.flatMap(({ context }) => drawnPanels(choices, context.snapshot));
  return [...new Set(panels)];
}

function figureOf(
  panel: PanelDefinition,
  lanes: readonly PictureLane[],
  {
    arrangement,
    height,
    id,
  }: { readonly arrangement: Arrangement; readonly height: number; readonly id: string },
): Figure {
  const drawn = lanes.filter(({ context }) => missingOf(panel, context.snapshot) === null);
  const sentence = drawn
    .map(({ place, context }) => `${laneLetter(place)}: ${panel.sentence(context)}`)
    .join(' ');
  const spec = setPicture(panel, drawn, { arrangement, height, subtitle: '' });
  const isOver = isOverlaid(panel, arrangement) && drawn.length > 1;
  const who = drawn.map(({ place }) => laneLetter(place)).join(', ');
  return {
    panel: panel.id,
    title: panel.title,
    svg: svgOf(spec, id, sentence),
    sentence,
    caption: [
      `${panel.title} of ${who}, ${isOver ? 'over one another' : 'one plot each'}; times are those of ${laneLetter(0)}.`,
      // Over one another that of one trace is shaded.
      ...drawn.flatMap(shadedWords).slice(0, isOver ? 1 : drawn.length),
    ].join(' '),
  };
}

/** Which finding is shaded. */
function shadedWords({ place, context }: PictureLane): readonly string[] {
  const finding = findingOf(context);
  return finding === null
    ? []
    : [`Shaded: ${finding.title} in ${laneLetter(place)}, ${intervalWords(finding, context.snapshot)}.`];
}

/** Both at least. */
const SEVERAL = 2;

/** The traces over one another; null where no panel shows two of them. */
export function pageOneFigure(lanes: readonly PictureLane[], choices: Choices): Figure | null {
  const panels = setPanels(choices, lanes).filter(({ overlays }) => overlays === true);
  const ofSeveral = panels.filter(
    (panel) => lanes.filter(({ context }) => missingOf(panel, context.snapshot) === null).length >= SEVERAL,
  );
  const named = ON_PAGE_ONE.flatMap((id) => ofSeveral.filter((panel) => panel.id === id));
  const panel = named[0] ?? ofSeveral[0];
  return panel === undefined
    ? null
    : figureOf(panel, lanes, { arrangement: 'overlay', height: HEIGHT_PX, id: 'figure-set' });
}

/** Of the chosen panels, for the appendix. */
export function setFigures(
  lanes: readonly PictureLane[],
  choices: Choices,
  { ids, arrangement }: { readonly ids: readonly string[]; readonly arrangement: Arrangement },
): readonly Figure[] {
  const [lead, ...others] = lanes.map(({ context }) => context.snapshot);
  if (lead === undefined) return [];
  return setPanels(choices, lanes)
    .filter(({ id }) => ids.includes(id))
    .map((panel) => {
      const height = choices.heights[panel.id] ?? heightOf(panel, lead, ...others);
      const each = isOverlaid(panel, arrangement) ? height : height * lanes.length;
      return figureOf(panel, lanes, { arrangement, height: each, id: `figure-set-${panel.id}` });
    });
}
