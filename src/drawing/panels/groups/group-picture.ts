/** The bands of groups as one picture for a file, drawn as on the page: its legend says which is which group. */
import { plural } from '../../../engine/base/text/figures';
import { laneLetter, laneStroke, laneStyle } from '../../surface/lane-styles';
import { LIGHT_PALETTE, lightColor } from '../../surface/light-palette';
import type { PictureSpec } from '../../surface/picture';
import type { Viewport } from '../../surface/viewport';
import { laneColor } from '../lanes/panel-lanes';
import { type DrawnBands, paintGroups } from './group-plots';

export interface PictureGroup {
  /** As it may be shared; null for none. */
  readonly name: string | null;
  /** Runs that are in the bands. */
  readonly runs: number;
  /** How they came about, `simulated`; empty for plain recordings. */
  readonly origin: string;
}

interface PictureOptions {
  readonly viewport: Viewport;
  /** What the axis is aligned by. */
  readonly sentence: string;
  /** A sentence each. */
  readonly verdict: readonly string[];
}

/** @param plots at least one. @param groups in the order of the bands. */
export function groupsPicture(
  plots: readonly DrawnBands[],
  groups: readonly PictureGroup[],
  { viewport, sentence, verdict }: PictureOptions,
): PictureSpec {
  const legend = groups.map(({ name, runs, origin }, place) => ({
    label: `${laneLetter(place)}${name === null ? '' : `: ${name}`}, ${plural(runs, 'run')}${origin === '' ? '' : `, ${origin}`}`,
    swatch: 'line',
    color: '--ink',
    stroke: laneStroke({ color: '', width: 2, dash: [] }, laneStyle(place), laneColor(LIGHT_PALETTE, place)),
  }));
  const specs = plots.map(({ plot, bands }, i): PictureSpec => {
    const isLast = i === plots.length - 1;
    return {
      title: plot.title,
      subtitle: '',
      legend: i === 0 ? legend : [],
      viewport,
      height: plot.height,
      bands: [],
      clips: [],
      note: isLast
        ? [...verdict, `Lines: medians. Areas: eight of ten runs, of those that go on. ${sentence}`].join(' ')
        : '',
      paper: lightColor('--paper'),
      line: lightColor('--line'),
      palette: LIGHT_PALETTE,
      color: lightColor,
      paint: (surface, axis) => paintGroups(plot, bands, viewport, { surface, palette: LIGHT_PALETTE, axis }),
    };
  });
  const [first, ...below] = specs as [PictureSpec, ...PictureSpec[]];
  return { ...first, below };
}
