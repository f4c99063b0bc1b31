/** Sections of a report about the trace itself: notes, how to reproduce, what the trace is, trace quality. */
import type { TimeRange } from '../../../drawing/view/view';
import { bytes, duration, instant, plural } from '../../../engine/base/text/figures';
import { MODEL_REMARK, withRemarks } from '../../../engine/base/text/remarks';
import { parseNote } from '../../notes/markdown';
import { type PlacedNote, placedNotes } from '../../notes/note';
import { type Block, type FactRow, heading, list, text } from '../document/document';
import { alarmsOf, type TraceInput, traceTitle } from '../input';
import { intervalWords } from '../words/finding-words';
import { segmentsFigure } from '../words/segment-words';
import {
  connectionIdOf,
  controllerFigure,
  ecnFigure,
  endingFigure,
  implementationWords,
  lossFigure,
  rateFigure,
  rttFigure,
  sentFigure,
  sideWords,
  startFigure,
  windowFigure,
} from '../words/summary-words';

/** `2.044 s`, `2.044 s to 9.986 s`, `Death spiral, 2.044 s to 9.986 s`. */
export function notePlaceWords({ place, finding, note }: PlacedNote): string {
  if (place === null)
    return note.anchor.kind === 'finding' ? 'a finding that this trace does not have' : 'no place';
  const time = rangeWords(place);
  return finding === null ? time : `${finding.title}, ${time}`;
}

function rangeWords({ fromUs, toUs }: TimeRange): string {
  const within = toUs > fromUs ? toUs - fromUs : undefined;
  return fromUs === toUs ? instant(fromUs) : `${instant(fromUs, within)} to ${instant(toUs, within)}`;
}

export function noteBlocks({ notes, snapshot }: TraceInput): readonly Block[] {
  return placedNotes(notes, withRemarks(snapshot)).map((placed) => ({
    kind: 'note',
    head: notePlaceWords(placed),
    content: parseNote(placed.note.text),
  }));
}

/** @param name cleaned, so that no line end of it ends the command. @returns it in single quotes where needed. */
export function shellWord(name: string): string {
  const safe = name.startsWith('-') ? `./${name}` : name;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** Files that the command names; a longer one is hard to survey. */
const MAX_FILES = 5;

/** The files that `check` is to be given, and what a placeholder among them stands for. */
function filesToCheck({ name, snapshot }: TraceInput): {
  readonly words: string;
  readonly note: string | null;
} {
  const { segments } = snapshot;
  if (segments.length === 0) return { words: shellWord(name ?? 'TRACE'), note: null };
  const all = plural(segments.length, 'file');
  if (name === null) return { words: 'FILES…', note: `FILES… are the ${all} of the trace.` };
  const named = segments.slice(0, MAX_FILES).map((segment) => shellWord(segment.name));
  const others = segments.length - named.length;
  if (others === 0) return { words: named.join(' '), note: null };
  const note = `MORE… ${others === 1 ? 'is' : 'are'} the other ${plural(others, 'file')} of the trace: see the appendix.`;
  return { words: [...named, 'MORE…'].join(' '), note };
}

/** The files by size and hash, so that whoever has the report knows that it is the same trace. */
export function fingerprintBlocks({ fingerprints }: TraceInput): readonly Block[] {
  if (fingerprints.length === 0) return [];
  const rows = fingerprints
    .slice(0, MAX_FILES)
    .map(({ name, sizeBytes, hash }, i) => [name === '' ? `file ${i + 1}` : name, bytes(sizeBytes), hash]);
  return [
    { kind: 'table', head: ['File', 'Size', 'Fingerprint'], rows },
    text(
      'The fingerprint is the first 96 bits of SHA-256 over the first and the last 64 KiB of the file and its length, in base64url; qlogscope compares it when a link is opened.',
    ),
  ];
}

/** @param link that opens the view, or the part from `#` on; null for none. */
export function reproduceBlocks(trace: TraceInput, link: string | null): readonly Block[] {
  const { visible } = trace;
  const { words, note } = filesToCheck(trace);
  const critical = alarmsOf(trace).some(({ severity }) => severity === 'critical');
  const status = critical
    ? '1, because it has a critical finding'
    : '0, because none of its findings is critical';
  const range = visible === null ? 'the whole trace' : rangeWords(visible);
  const opened =
    link === null
      ? `In the browser: open the trace in any copy of qlogscope and show ${range}. Nothing is uploaded.`
      : `In the browser: open the link below, and the trace where the page asks for it; it shows ${range}. Nothing is uploaded.`;
  return [
    text('All of this is rebuilt from the trace alone: whoever has the trace gets the same report.'),
    ...fingerprintBlocks(trace),
    text(opened),
    text(
      `On the command line, in a checkout of qlogscope (Node.js 20.19 or later), with the path of the trace; the exit status is ${status}:`,
    ),
    { kind: 'code', text: `npm ci\nnpx qlogscope check ${words}` },
    ...(note === null ? [] : [text(note)]),
  ];
}

function traceBlocks(trace: TraceInput): readonly Block[] {
  const { snapshot } = trace;
  const { summary } = snapshot;
  const rows: readonly FactRow[] = [
    ['Trace', trace.name === null ? '' : traceTitle(trace)],
    ['Files', segmentsFigure(snapshot)],
    ['Connection ID', connectionIdOf(snapshot) ?? ''],
    ['Implementation', implementationWords(summary)],
    ['Logged by', sideWords(summary)],
    ['Begins', startFigure(snapshot).replace(/^from /, '')],
    ['Duration', `${duration(summary.durationUs)}, ${plural(summary.events, 'event')}`],
    ['Ended', endingFigure(summary)],
    ['Sent', sentFigure(summary)],
    ['Rate', rateFigure(snapshot)],
    ['Losses', lossFigure(summary)],
    ['Round trips', rttFigure(summary) || 'no RTT known'],
    ['Window', windowFigure(summary)],
    ['Controller', controllerFigure(snapshot)],
    ['Model', snapshot.remarks.find(({ id }) => id === MODEL_REMARK)?.verdict ?? ''],
    ['ECN', ecnFigure(summary)],
  ];
  return [heading('The connection'), { kind: 'facts', rows: rows.filter(([, value]) => value !== '') }];
}

/** A message with its places; the only one is left out where the sentence names it. */
function messageWords({ text: words, places }: TraceInput['snapshot']['messages'][number]): string {
  const [only, another] = places;
  const isSaid = another === undefined && only !== undefined && saysPlace(words, only);
  return places.length === 0 || isSaid ? words : `${words} ${places.join('; ')}.`;
}

function saysPlace(sentence: string, place: string): boolean {
  const at = sentence.toLowerCase().indexOf(place);
  return at >= 0 && !/^,?\d/.test(sentence.slice(at + place.length));
}

export function appendixBlocks(trace: TraceInput): readonly Block[] {
  const { snapshot, quality } = trace;
  const { notJudged, notFound, messages } = snapshot;
  const reasons = [...new Set(notJudged.map(({ reason }) => reason))];
  return [
    ...traceBlocks(trace),
    ...quality
      .filter(({ rows }) => rows.length > 0)
      .flatMap(({ title, rows }): readonly Block[] => [heading(title), { kind: 'facts', rows }]),
    ...(messages.length === 0
      ? []
      : [heading('Messages from reading the file'), list(messages.map(messageWords))]),
    ...(notFound.length === 0
      ? []
      : [
          heading('Checked and not found'),
          list(
            notFound.map((closest) => {
              const where = Number.isNaN(closest.startUs)
                ? ''
                : ` Closest at ${intervalWords(closest, snapshot)}.`;
              return `${closest.title}: ${closest.reason}${where}`;
            }),
          ),
        ]),
    ...(reasons.length === 0
      ? []
      : [
          heading('Not judged: the trace lacks data'),
          list(
            reasons.map((reason) => {
              const rules = notJudged.filter((rule) => rule.reason === reason);
              return `${rules.map(({ title }) => title).join(', ')}: ${reason}.`;
            }),
          ),
          text(
            `${plural(notJudged.length, 'rule')} could not be applied; the trace may still have the problems they detect.`,
          ),
        ]),
  ];
}
