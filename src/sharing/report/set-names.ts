/** What the traces of a set are called in its report: a letter by their place; their names stand where they are introduced. */
import { laneLetter } from '../../drawing/surface/lane-styles';

/** What the name of a trace ends with. */
const ENDING = /\.(s?qlog|json|pcapng|pcap)(\.(gz|zst))?$/i;

/** A file's name without its folder and ending. */
export function shortName(name: string): string {
  const file = name.split(/[\\/]/).pop() ?? name;
  return file.replace(ENDING, '') || file;
}

/** `B`, or `B (reno)`. @param name as it may be shared; null for none. */
export function setName(place: number, name: string | null): string {
  return name === null ? laneLetter(place) : `${laneLetter(place)} (${shortName(name)})`;
}
