/** A plot of an experiment on the page: its picture, its text twin, and what saves it. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { drawPlot, plotSize } from '../../../drawing/plots/draw-plot';
import { plotCsv, plotTable } from '../../../drawing/plots/plot-csv';
import { plotSvg } from '../../../drawing/plots/plot-svg';
import { plotSentence } from '../../../drawing/plots/plot-words';
import type { Plot } from '../../../engine/simulator/lab/plot';
import { Button } from '../../controls/button';
import { saveBlob, textFile } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { canvasSheet } from '../../workbench/paint/canvas-sheet';
import { MEDIA_LISTS, pixelRatio } from '../../workbench/paint/environment';
import { paletteOf } from '../../workbench/paint/page-palette';
import { TwinView } from '../../workbench/panel/text-twin';
import { TwinToggle } from '../../workbench/panel/twin-toggle';

interface FigureProps {
  readonly plot: Plot;
  /** Of the saved files, before the plot's id. */
  readonly name: string;
  /** Under the title of the saved picture: where it is from, and what it was set to. */
  readonly subtitle: string;
}

const PLOT_PX = 230;

export function PlotFigure({ plot, name, subtitle }: FigureProps): ReactNode {
  const [isTwin, setTwin] = useState(false);
  const sentence = plotSentence(plot);
  return (
    <figure className="experiment-plot" data-testid="experiment-plot" data-plot={plot.id}>
      <figcaption>
        <h5>{plot.title}</h5>
        <TwinToggle title={plot.title} isShown={isTwin} onToggle={() => setTwin(!isTwin)} />
        <Button
          className="link"
          data-testid="plot-svg"
          aria-label={`Save ${plot.title} as SVG`}
          onClick={() =>
            saveBlob(textFile([plotSvg(plot, { subtitle })], 'image/svg+xml'), `${name}-${plot.id}.svg`)
          }
        >
          SVG
        </Button>
        <Button
          className="link"
          data-testid="plot-csv"
          aria-label={`Save ${plot.title} as CSV`}
          onClick={() => saveBlob(textFile([plotCsv(plot)], 'text/csv'), `${name}-${plot.id}.csv`)}
        >
          CSV
        </Button>
      </figcaption>
      <Picture plot={plot} sentence={sentence} />
      {isTwin && <Twin plot={plot} sentence={sentence} />}
    </figure>
  );
}

function Twin({ plot, sentence }: { readonly plot: Plot; readonly sentence: string }): ReactNode {
  const table = plotTable(plot);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="experiment-twin" tabIndex={0} aria-label={`${plot.title} as text`}>
      <TwinView sentence={sentence} table={table} />
      {table.isThinned && <p className="fine">Some of its lines; the CSV has all.</p>}
    </section>
  );
}

function Picture({ plot, sentence }: { readonly plot: Plot; readonly sentence: string }): ReactNode {
  const app = useApp();
  const choices = useStore(app.choices);
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette hangs on the choices.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    let shown = '';
    const paint = (force: boolean): void => {
      const width = Math.floor(element.clientWidth);
      if (width <= 0 || (!force && shown === String(width))) return;
      shown = String(width);
      paintInto(app, element, plot, width);
    };
    const repaint = (): void => paint(true);
    const observer = new ResizeObserver(() => paint(false));
    observer.observe(element);
    for (const list of MEDIA_LISTS) list.addEventListener('change', repaint);
    paint(true);
    return () => {
      observer.disconnect();
      for (const list of MEDIA_LISTS) list.removeEventListener('change', repaint);
    };
  }, [app, plot, choices]);
  return <div ref={host} className="experiment-picture" role="img" aria-label={sentence} />;
}

function paintInto(app: AppState, host: HTMLElement, plot: Plot, width: number): void {
  const paper = getComputedStyle(host).getPropertyValue('background-color');
  const look = { palette: paletteOf(app), paper, width, plotHeight: PLOT_PX, title: '', subtitle: '' };
  const sheet = canvasSheet(width, plotSize(plot, look).height, pixelRatio());
  drawPlot(sheet, plot, look);
  sheet.canvas.style.width = `${width}px`;
  host.replaceChildren(sheet.canvas);
}
