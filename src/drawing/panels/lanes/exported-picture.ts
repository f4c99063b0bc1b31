/**
 * A panel as a picture for a file: painted by the panel itself from the newest answer, in the light palette, with its
 * legend. Cursor, selection and measurement are left out; the highlight of the selected finding stays.
 */
import { marksOf, markWords } from '../../../engine/base/text/origin-marks';
import { LIGHT_PALETTE, lightColor } from '../../surface/light-palette';
import type { Band } from '../../surface/palette';
import { drawPicture, type PictureSpec, pictureSize } from '../../surface/picture';
import { blankSurface } from '../../surface/surface';
import { SvgSheet } from '../../surface/svg-surface';
import type { Viewport } from '../../surface/viewport';
import { bandsOf } from '../build/bands';
import { withRowsThatFit } from '../build/rows';
import { isHidden, type PanelContext, type PanelDefinition } from '../panel';

/** A narrower plot has no space for the legend: pictures of a small window are drawn this wide. */
const LEAST_WIDTH = 560;

export interface PictureOptions {
  /** Height of the plot in CSS pixels. */
  readonly height: number;
  /** Text next to the title, after how the trace came about where it is no plain recording; empty for none. */
  readonly subtitle: string;
  /** What the context shows where left out. */
  readonly bands?: readonly Band[];
  /** Top of the value axis if it is locked. */
  readonly lockedMax?: number | null;
}

/** The viewport of a picture: that of the page, or wider. */
export function pictureViewport({ viewport }: PanelContext): Viewport {
  return { ...viewport, width: Math.max(LEAST_WIDTH, viewport.width) };
}

/** `simulated · 2.044 s to 3.900 s`: how the trace came about, where it is no plain recording, then the given text. */
export function subtitleOf({ snapshot }: Pick<PanelContext, 'snapshot'>, subtitle: string): string {
  return [markWords(marksOf(snapshot)), subtitle].filter((words) => words !== '').join(' · ');
}

/** The picture as data; both back ends draw it. */
export function pictureOf(
  definition: PanelDefinition,
  shown: PanelContext,
  { height, subtitle, bands = bandsOf(shown), lockedMax = null }: PictureOptions,
): PictureSpec {
  const viewport = pictureViewport(shown);
  const context = withRowsThatFit({ ...shown, viewport }, height);
  const tools = { palette: LIGHT_PALETTE, lockedMax };
  const {
    clipped = '',
    note = '',
    clips = [],
  } = definition.paint(context, {
    ...tools,
    surface: blankSurface(viewport.width, height),
    axis: () => undefined,
  });
  const figure = definition.figure?.(context) ?? '';
  const resting = definition.resting?.(context);
  const legend = definition
    .legend(context)
    .filter(({ id }) => !isHidden(context, definition.id, id))
    .map((entry) => ({ ...entry, label: `${entry.label} ${resting?.get(entry.id) ?? ''}`.trim() }));
  return {
    title: figure === '' ? definition.title : `${definition.title}, ${figure}`,
    subtitle: subtitleOf(shown, subtitle),
    legend,
    viewport,
    height,
    bands,
    note: `${note} ${clipped}`.trim(),
    clips,
    paper: lightColor('--paper'),
    line: lightColor('--line'),
    palette: LIGHT_PALETTE,
    color: lightColor,
    paint: (surface, axis) => {
      definition.paint(context, { ...tools, surface, axis });
    },
  };
}

/**
 * The picture as an SVG element.
 * @param id prefix of the ids in it: unique among the pictures of one document.
 * @param description the panel's sentence.
 */
export function svgOf(spec: PictureSpec, id: string, description: string): string {
  const { width, height } = pictureSize(spec);
  const sheet = new SvgSheet(width, height, id);
  drawPicture(sheet, spec);
  return sheet.svg(spec.title, description);
}
