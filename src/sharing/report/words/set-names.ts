/** What the traces of a set are called in its report: a letter by their place; their names stand where they are introduced. */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { markWords, type OriginMark } from '../../../engine/base/text/origin-marks';

/** What the name of a trace ends with. */
const ENDING = /\.(s?qlog|json|pcapng|pcap)(\.(gz|zst))?$/i;

/** A file's name without its folder and ending. */
export function shortName(name: string): string {
  const file = name.split(/[\\/]/).pop() ?? name;
  return file.replace(ENDING, '') || file;
}

/** `B`, `B (reno)`, or `B (reno, simulated)`. @param name as it may be shared; null for none. @param marks of the trace. */
export function setName(place: number, name: string | null, marks: readonly OriginMark[]): string {
  const words = [name === null ? '' : shortName(name), markWords(marks)].filter((one) => one !== '');
  return words.length === 0 ? laneLetter(place) : `${laneLetter(place)} (${words.join(', ')})`;
}
