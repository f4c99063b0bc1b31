/** A picture as data: lines, points and marks over two axes. What draws it is `drawing/plots`. */

export interface PlotAxis {
  readonly title: string;
  readonly unit: string;
  readonly scale: 'linear' | 'log';
  /** Its ends where they are fixed; of the values by default. */
  readonly from?: number;
  readonly to?: number;
}

export interface PlotSeries {
  readonly id: string;
  readonly title: string;
  readonly kind: 'line' | 'points';
  /** Ascending in a line. NaN in `y` ends a line. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The interval of each value, where it is a mean over several runs. */
  readonly low?: readonly number[];
  readonly high?: readonly number[];
  /** Of each value, where the line has several colours: an index of the plot's `phases`. */
  readonly phases?: readonly number[];
}

/** A published number: a cross where both are given, else a line across. */
export interface PlotMark {
  readonly title: string;
  readonly x: number | null;
  readonly y: number | null;
}

export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  readonly marks: readonly PlotMark[];
  /** What the colours of lines in several colours stand for. */
  readonly phases?: readonly string[];
}
