/** A call of `report`. */
import type { ShareOptions } from '../../../../engine/reading/contract/share-options';
import type { Alignment } from '../../../../engine/service/compare/align';
import type { Authored } from '../../../../sharing/report/authored';
import type { AskedGroup } from '../../group-values';

export const REPORT_FORMATS = ['html', 'markdown', 'svg', 'json'] as const;
/** JSON of groups only. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportSetting {
  /** None for groups. */
  readonly paths: readonly string[];
  /** Groups of runs, at least two; none for traces. */
  readonly groups: readonly AskedGroup[];
  readonly separate: boolean;
  readonly format: ReportFormat;
  /** File of the HTML; of Markdown a file where it ends in `.md`, else a folder, as of pictures; null for standard output. */
  readonly output: string | null;
  readonly options: ShareOptions;
  /** Number of the connection in each file; null for the worst one. */
  readonly trace: number | null;
  /** Time range of the pictures, on the trace's clock; null for its beginning and end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Width of the plots, CSS pixels. */
  readonly width: number;
  /** Ids of the panels of the evidence. */
  readonly figures: readonly string[] | 'all';
  readonly authored: Authored;
  /** One report that compares all traces, with the alignment, null for the proposed one; null for one after the other. */
  readonly compared: { readonly align: Alignment | null } | null;
}
