/**
 * The timeline of a report: what set the worst finding off, when alarms begin and end, notes, outside marks, and how the log says that
 * the connection ended. Findings of severity info are in the appendix.
 */

import { bytes } from '../../../engine/base/text/figures';
import { beginningOf } from '../../../engine/base/text/plain';
import { withRemarks } from '../../../engine/base/text/remarks';
import type { Finding } from '../../../engine/findings/finding/finding';
import { parseNote, plainText } from '../../notes/markdown';
import { placedNotes } from '../../notes/note';
import { beginnings } from '../../outside/coincidence';
import type { Block } from '../document/document';
import { alarmsOf, type TraceInput } from '../input';
import { SEVERITY_WORDS } from '../words/severity-words';
import { endingFigure } from '../words/summary-words';
import { timeCells, timeHeads } from './trace-times';

const NOTE_IN_TIMELINE = 240;

/** Rank orders what happens at one time. */
interface Entry {
  readonly timeUs: number;
  readonly rank: number;
  readonly words: string;
}

const RANK = { begins: 0, outside: 1, trigger: 1, finding: 2, note: 3, over: 4, ended: 5, ends: 6 } as const;

const byTitle = ({ title, severity }: Finding): string => `${SEVERITY_WORDS[severity]}: ${title}`;

function shortened(words: string): string {
  return words.length <= NOTE_IN_TIMELINE ? words : `${beginningOf(words, NOTE_IN_TIMELINE - 1).trimEnd()}…`;
}

/**
 * The last loss and the last reduction of the window before a finding; one entry where both are at one time. They are
 * called its trigger where its cause is proven: it acts after a loss.
 */
function triggers(finding: Finding): readonly Entry[] {
  const { course, title, cause } = finding;
  if (course === undefined) return [];
  const { lastLossUs, reducedUs, reducedFromBytes, reducedToBytes } = course;
  const entry = (timeUs: number, words: string, setsOff = cause !== null): readonly Entry[] =>
    Number.isNaN(timeUs)
      ? []
      : [{ timeUs, rank: RANK.trigger, words: `${setsOff ? 'Trigger of' : 'Before'} “${title}”: ${words}` }];
  const itself = cause === null ? '' : ' before it';
  const fall = `the window (cwnd) falls from ${bytes(reducedFromBytes)} to ${bytes(reducedToBytes)}`;
  if (lastLossUs === reducedUs) return entry(lastLossUs, `the last loss${itself}, at which ${fall}.`);
  return [
    ...entry(reducedUs, `the last reduction, ${fall}.`, false),
    ...entry(lastLossUs, `the last loss${itself}.`),
  ];
}

function findingEntries(findings: readonly Finding[], toUs: number): readonly Entry[] {
  return findings.flatMap((finding) => {
    const { startUs, endUs } = finding;
    const isOpen = endUs >= toUs;
    if (startUs === endUs) return [{ timeUs: startUs, rank: RANK.finding, words: `${byTitle(finding)}.` }];
    const begins = {
      timeUs: startUs,
      rank: RANK.finding,
      words: `${byTitle(finding)} begins${isOpen ? ', and lasts to the end' : ''}.`,
    };
    return isOpen
      ? [begins]
      : [begins, { timeUs: endUs, rank: RANK.over, words: `${byTitle(finding)} ends.` }];
  });
}

function noteEntries({ notes, snapshot }: TraceInput): readonly Entry[] {
  return placedNotes(notes, withRemarks(snapshot)).flatMap(({ note, place }) =>
    place === null
      ? []
      : [
          {
            timeUs: place.fromUs,
            rank: RANK.note,
            words: `Note: ${shortened(plainText(parseNote(note.text)))}`,
          },
        ],
  );
}

/** Events, and where metrics change. */
function outsideEntries({ outside = [] }: TraceInput): readonly Entry[] {
  return beginnings(outside).map(({ timeUs, name, value }) => ({
    timeUs,
    rank: RANK.outside,
    words: `Outside: ${name}${value === null ? '' : ` is ${Number(value.toPrecision(4))}`}.`,
  }));
}

function endingEntries({ snapshot }: TraceInput): readonly Entry[] {
  const { summary, extent } = snapshot;
  const { ending } = summary;
  const isOpen = ending?.how === 'open';
  const ended =
    ending === undefined || isOpen
      ? []
      : [{ timeUs: ending.timeUs, rank: RANK.ended, words: `The connection was ${endingFigure(summary)}.` }];
  const ends = `The log ends${isOpen ? ' while the connection is open' : ''}.`;
  return [...ended, { timeUs: extent.toUs, rank: RANK.ends, words: ends }];
}

/** By time; at equal times what begins comes before what ends. */
export function timelineBlocks(trace: TraceInput): readonly Block[] {
  const { snapshot } = trace;
  const alarms = alarmsOf(trace);
  const entries: readonly Entry[] = [
    { timeUs: snapshot.extent.fromUs, rank: RANK.begins, words: 'The log begins.' },
    ...alarms.slice(0, 1).flatMap(triggers),
    ...findingEntries(alarms, snapshot.extent.toUs),
    ...noteEntries(trace),
    ...outsideEntries(trace),
    ...endingEntries(trace),
  ];
  const ordered = entries
    .map((entry, order) => ({ ...entry, order }))
    .sort((a, b) => a.timeUs - b.timeUs || a.rank - b.rank || a.order - b.order);
  const rows = ordered.map(({ timeUs, words }) => [...timeCells(trace, timeUs), words]);
  return [{ kind: 'table', head: [...timeHeads(trace), 'What'], rows }];
}
