/** Writing what is exported, of whatever format: a qlog JSON text sequence. Formats and exports take it from here. */
export { carriedEvents, type LoggedBefore } from './qlog/write/carried';
export { ExportFile, printEvent } from './qlog/write/export-file';
export type { SequenceHeader } from './qlog/write/header';
export { eventNameIn } from './qlog/write/names';
