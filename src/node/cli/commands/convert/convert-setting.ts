/** A call of `convert`. */
import type { ShareOptions } from '../../../../engine/reading/contract/share-options';
import { SERIES_FORMATS } from '../../../../sharing/report/figures/series-rows';

export const CONVERT_FORMATS = [...SERIES_FORMATS, 'qlog'] as const;

export interface ConvertSetting {
  readonly path: string;
  readonly format: (typeof CONVERT_FORMATS)[number];
  /** Of a qlog. */
  readonly options: ShareOptions;
  /** Ids of the series; null for all with points. */
  readonly series: readonly string[] | null;
  /** On the trace's clock; null for its beginning and end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Number of the connection in the file; null for the one that sent the most bytes. */
  readonly trace: number | null;
  readonly output: string | null;
}
