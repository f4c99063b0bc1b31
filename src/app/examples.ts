/**
 * The built-in examples: real traces of quiche 0.30.0 over the same emulated link with the same loss
 * (30 % for the first 2 s, RTT 10 ms): the defect, the fixed build, and Reno.
 */
export interface Example {
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    file: 'rate-cubic-buggy-s03.server.sqlog.gz',
    title: 'Death spiral',
    text: 'CUBIC takes its own empty pipe for idleness: two packets per round trip until the end.',
  },
  {
    file: 'rate-cubic-fixed-s03.server.sqlog.gz',
    title: 'The same link, fixed',
    text: 'CUBIC with idleness measured from the last ACK: it recovers and finishes.',
  },
  {
    file: 'rate-reno-s03.server.sqlog.gz',
    title: 'The same link, Reno',
    text: 'Reno has no idle adjustment, so it never had the defect.',
  },
];

/** The address of an example, relative to the page, wherever it is hosted. */
export function exampleUrl(example: Example): string {
  return new URL(`./examples/${example.file}`, document.baseURI).href;
}
