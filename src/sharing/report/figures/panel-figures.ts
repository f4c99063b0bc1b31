/** The figures of a report's appendix: one picture per chosen panel, top to bottom, with the panel's sentence. */
import { pictureOf, svgOf } from '../../../drawing/panels/lanes/exported-picture';
import type { SharedContext } from '../../../drawing/panels/lanes/redact-context';
import { heightOf, type PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf, sidePanels } from '../../../drawing/panels/registry';
import type { Choices } from '../../../drawing/view/choices';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { Figure } from '../document/document';

/** Panels with data, in the order of the page; hidden ones are left out. */
export function drawnPanels(choices: Choices, snapshot: Snapshot): readonly PanelDefinition[] {
  return sidePanels(choices, snapshot).filter((panel) => missingOf(panel, snapshot) === null);
}

/**
 * @param finding the worst one, whose interval is highlighted; null for none.
 * @param options.ids of the panels.
 * @param options.figureId prefix of the ids in the pictures, unique per trace of a document.
 */
export function panelFigures(
  context: SharedContext,
  choices: Choices,
  finding: Finding | null,
  { ids, figureId }: { readonly ids: readonly string[]; readonly figureId: string },
): readonly Figure[] {
  const shown = { ...context, finding: finding?.key ?? null };
  return drawnPanels(choices, context.snapshot)
    .filter(({ id }) => ids.includes(id))
    .map((panel) => {
      const height = choices.heights[panel.id] ?? heightOf(panel, context.snapshot);
      const sentence = panel.sentence(context);
      const spec = pictureOf(panel, shown, { height, subtitle: '' });
      return {
        panel: panel.id,
        title: panel.title,
        svg: svgOf(spec, `${figureId}-${panel.id}`, sentence),
        sentence,
      };
    });
}
