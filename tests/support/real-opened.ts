/** The beginning of a real trace as the page opens it, read once for all tests of a process. */
import { type OpenedTrace, openBytes } from './panel-context.ts';
import { realTrace } from './real-trace.ts';

let reading: Promise<OpenedTrace> | null = null;

/** Of a server of quiche that sends: 60 kB of its log. */
export function realOpened(): Promise<OpenedTrace> {
  reading ??= openBytes(realTrace('JSON-SEQ', 60_000));
  return reading;
}
