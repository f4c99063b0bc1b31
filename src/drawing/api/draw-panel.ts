/** One panel of a judged file as a picture. */
import type { TimeRange } from '../../engine/input/bytes/source';
import type { JudgedFile } from '../../engine/service/api';
import { pictureOf, svgOf } from '../panels/lanes/exported-picture';
import { heightOf } from '../panels/panel';
import { PANELS as DEFINITIONS } from '../panels/registry';
import { windowFor } from '../surface/viewport';

/** A panel as the page lists it. */
export interface PanelFacts {
  readonly id: string;
  readonly title: string;
}

/** All panels in the order of the page. */
export const PANELS: readonly PanelFacts[] = DEFINITIONS.map(({ id, title }) => ({ id, title }));

/** What is drawn, and how large. */
export interface PanelOptions {
  /** Index of the connection; the file's `main` where it is left out. */
  readonly connection?: number;
  /** µs from the start of the trace; the whole trace where it is left out. */
  readonly range?: TimeRange;
  /** Width of the plot, CSS pixels, at least 560; 720 where it is left out. */
  readonly width?: number;
  /** Height of the plot, CSS pixels; that of the page where it is left out. */
  readonly height?: number;
  /** Key of a finding whose interval is marked. */
  readonly finding?: string;
  /** Beside the title. */
  readonly subtitle?: string;
}

/** A picture and what it says. */
export interface DrawnPanel {
  /** An `<svg>` element that stands alone, in the light palette. */
  readonly svg: string;
  /** The same in one sentence. */
  readonly sentence: string;
}

const WIDTH_PX = 720;

/**
 * Draws a panel.
 * @param panel - id, see `PANELS`.
 * @returns null where the trace lacks what the panel draws. Rejects where there is no such panel or connection, and for an
 * empty range.
 */
export async function drawPanel(
  file: JudgedFile,
  panel: string,
  { connection, range, width = WIDTH_PX, height, finding, subtitle = '' }: PanelOptions = {},
): Promise<DrawnPanel | null> {
  const definition = DEFINITIONS.find(({ id }) => id === panel);
  if (definition === undefined) throw new Error(`There is no panel ${panel}.`);
  const snapshot = await file.snapshot(connection);
  if (definition.missing(snapshot) !== null) return null;
  const { fromUs, toUs } = range ?? snapshot.extent;
  if (!(toUs > fromUs)) throw new Error('The range is empty.');
  const viewport = { fromUs, toUs, width };
  const answer = await file.request('window', {
    connection: snapshot.connection,
    window: windowFor(viewport, snapshot.extent),
    visible: { fromUs, toUs },
    series: snapshot.catalogue.map(({ id }) => id).filter((id) => definition.series.includes(id)),
    parts: definition.parts ?? [],
    model: null,
  });
  const context = { answer, snapshot, viewport, hidden: new Set<string>(), finding: finding ?? null };
  const sentence = definition.sentence(context);
  const picture = pictureOf(definition, context, {
    height: height ?? heightOf(definition, snapshot),
    subtitle,
  });
  return { svg: svgOf(picture, `qlogscope-${panel}`, sentence), sentence };
}
