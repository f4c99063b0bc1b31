/**
 * The built-in examples: real traces of quiche 0.30.0 over the same emulated link with the same loss
 * (30 % for the first 2 s, RTT 10 ms): the defect, the fixed build, and Reno.
 */
import type { SourceSpec } from '../../../engine/input/bytes/source';

export interface Example {
  /** Its id in links; never changed. */
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'cubic-spiral',
    file: 'rate-cubic-buggy-s03.server.sqlog.gz',
    title: 'Death spiral',
    text: 'CUBIC mistakes its own empty pipe for idleness: two packets per round trip until the end.',
  },
  {
    id: 'cubic-fixed',
    file: 'rate-cubic-fixed-s03.server.sqlog.gz',
    title: 'The same link, fixed',
    text: 'CUBIC with idleness measured from the last ACK: it recovers and finishes.',
  },
  {
    id: 'reno',
    file: 'rate-reno-s03.server.sqlog.gz',
    title: 'The same link, Reno',
    text: 'Reno has no idle adjustment, so it never had the defect.',
  },
];

/** The source of an example; its URL is relative to the page. */
export function exampleSource({ file }: Example): SourceSpec {
  return { kind: 'example', url: new URL(`./examples/${file}`, document.baseURI).href, name: file };
}

/** @returns null where there is no such example. */
export function exampleOf(id: string): SourceSpec | null {
  const example = EXAMPLES.find((candidate) => candidate.id === id);
  return example === undefined ? null : exampleSource(example);
}
