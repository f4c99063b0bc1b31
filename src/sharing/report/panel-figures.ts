/** The figures of a report: one picture per shown panel, top to bottom, with the panel's sentence. */

import { pictureOf, svgOf } from '../../drawing/panels/exported-picture';
import type { SharedContext } from '../../drawing/panels/redact-context';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { Band } from '../../drawing/surface/palette';
import type { Choices } from '../../drawing/view/choices';
import type { Figure } from './document';

/**
 * @param band a finding's interval to highlight; null for none.
 * @param id prefix of the ids in the pictures, unique per trace of a document.
 */
export function panelFigures(
  context: SharedContext,
  choices: Choices,
  band: Band | null,
  id: string,
): readonly Figure[] {
  return shownPanels(choices, context.snapshot)
    .filter((panel) => missingOf(panel, context.snapshot) === null)
    .map((panel) => {
      const height = choices.heights[panel.id] ?? panel.height;
      const sentence = panel.sentence(context);
      const spec = pictureOf(panel, context, { height, subtitle: '', band });
      return {
        panel: panel.id,
        title: panel.title,
        svg: svgOf(spec, `${id}-${panel.id}`, sentence),
        sentence,
      };
    });
}
