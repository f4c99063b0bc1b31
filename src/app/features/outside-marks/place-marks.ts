/**
 * Puts the marks of files on the time axes of all open traces, once these are read: by the time of day at which a log begins. A trace on
 * the screen without one is asked for it. A file is read in chunks, and of it only what is near the trace is kept.
 */
import { plural } from '../../../engine/base/text/figures';
import { utcInstant } from '../../../engine/base/text/utc';
import type { Message } from '../../../engine/reading/contract/snapshot';
import { holdsMarks } from '../../../sharing/outside/marks-head';
import { byTime, MAX_MARKS, type OutsideMark } from '../../../sharing/outside/outside-mark';
import { outsideText } from '../../../sharing/outside/outside-text';
import { MarksReader, type ReadMarks } from '../../../sharing/outside/read-marks';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import type { AppState } from '../../state/app-state';
import type { NamedFile } from '../../state/traces/named-file';
import type { OpenTrace } from '../../state/traces/open-trace';
import { headOf } from '../../state/traces/openers';
import { startQuestion } from './start-question';

/** The last sample of a metric before the trace is its value as the trace begins. */
const BEFORE_US = 60e6;
/** Of a file that is larger the rest is not read. */
const MAX_BYTES = 512 * 2 ** 20;
/** So long the page does nothing else while a file is read. */
const MOST_MS = 20;

export const namesOf = (files: readonly NamedFile[]): string => files.map(({ name }) => name).join(', ');

const message = (level: Message['level'], text: string): Message => ({
  kind: 'outside-marks',
  level,
  text,
  places: [],
});

/** All of them, and one at least. */
export async function areMarks(files: readonly NamedFile[]): Promise<boolean> {
  const heads = await Promise.all(files.map(({ file }) => headOf(file)));
  return heads.length > 0 && heads.every((head) => head !== null && holdsMarks(head));
}

/** Returns at once; the marks follow when all open traces are read. */
export function placeFiles(app: AppState, files: readonly NamedFile[]): void {
  const { list } = app.files;
  if (app.files.files.length === 0) {
    const [holds, it] = files.length === 1 ? ['holds', 'it'] : ['hold', 'them'];
    const words = `${namesOf(files)} ${holds} marks with times of day, and no trace: open a trace, then drop ${it} beside it.`;
    app.files.notify(message('note', words));
    return;
  }
  const ends: (() => void)[] = [];
  const look = (): void => {
    for (const end of ends.splice(0)) end();
    const traces = app.files.files.map(({ current }) => current);
    const loading = traces.filter(({ state }) => state === 'loading');
    if (loading.length === 0) {
      void app.activity.whileBusy(placeIn(app, traces, files));
      return;
    }
    ends.push(
      list.subscribe(look),
      ...loading.flatMap(({ snapshot, crash }) => [snapshot, crash].map((store) => store.subscribe(look))),
    );
  };
  look();
}

async function placeIn(
  app: AppState,
  traces: readonly OpenTrace[],
  files: readonly NamedFile[],
): Promise<void> {
  for (const trace of traces.filter(({ state }) => state === 'ready')) {
    const snapshot = trace.snapshot.get();
    const originMs = snapshot && originMsOf(snapshot);
    if (originMs !== null) await placeAt(app, trace, files, originMs);
    else if (trace === app.files.shownTrace) app.feature(startQuestion).set({ trace, files });
  }
}

/** @param originMs time 0 of the trace as ms since 1970. */
export async function placeAt(
  app: AppState,
  trace: OpenTrace,
  files: readonly NamedFile[],
  originMs: number,
): Promise<void> {
  const { fromUs, toUs } = trace.extent;
  const originUs = Math.round(originMs * 1000);
  const within = { fromUs: originUs + fromUs, toUs: originUs + toUs };
  const problems: string[] = [];
  for (const { file, name } of files) {
    const read = await readFile(file, new MarksReader(name, within, BEFORE_US));
    const placed = read.marks.map((mark) => ({ ...mark, timeUs: mark.timeUs - originUs }));
    const words = problemWords(
      read,
      placed.some(({ timeUs }) => timeUs >= fromUs),
      originMs,
      trace,
    );
    if (words !== '') problems.push(`${name}: ${words}`);
    trace.outside.update(({ marks, shared }) => {
      const all = joined(marks, placed);
      return { marks: all, shared: shared === '' ? '' : outsideText(all) };
    });
  }
  if (problems.length > 0 && trace === app.files.shownTrace)
    app.files.notify(message('warning', problems.join(' ')));
}

async function readFile(file: File, reader: MarksReader): Promise<ReadMarks> {
  const text = new TextDecoder();
  const chunks = file.slice(0, MAX_BYTES).stream().getReader();
  try {
    let since = performance.now();
    for (let read = await chunks.read(); !read.done; read = await chunks.read()) {
      reader.push(text.decode(read.value, { stream: true }));
      if (performance.now() - since < MOST_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  } catch {
    reader.stop('the rest of the file could not be read');
  }
  if (file.size > MAX_BYTES) reader.stop('the file is larger than 512 MB, and only its beginning was read');
  return reader.end();
}

function problemWords(read: ReadMarks, hasSome: boolean, originMs: number, { extent }: OpenTrace): string {
  const all = [...read.problems];
  if (read.span !== null && !hasSome) {
    const [from, to] = [extent.fromUs, extent.toUs].map((us) => utcInstant(originMs, us));
    const [first, last] = [read.span.fromUs, read.span.toUs].map((us) => utcInstant(0, us));
    all.unshift(
      `none of its ${plural(read.read, 'mark')} is in the time of the trace, ${from} to ${to}; they go from ${first} to ${last}.`,
    );
  }
  return read.span === null && all.length === 0 ? 'it holds no marks.' : all.join(' ');
}

/** Of a file that is dropped again each mark stays one. */
function joined(before: readonly OutsideMark[], added: readonly OutsideMark[]): readonly OutsideMark[] {
  const keyOf = ({ timeUs, name, value }: OutsideMark): string => `${timeUs} ${value} ${name}`;
  const marks = new Map([...before, ...added].map((mark) => [keyOf(mark), mark]));
  return byTime([...marks.values()].slice(0, MAX_MARKS));
}
