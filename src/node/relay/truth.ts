/** What a path did to each datagram, as text: a line each, by when it came. */
import type { Datagram } from './played-path';

const HEAD = `# What the path did to each datagram. Times in µs from the first datagram on.
# fate: delivered; dropped by: random, policed, limited (the path holds no more packets), queue (full, or CoDel); inside: still under way at the end
# queued: from when it came until its last bit was on the line. late: sent on so much later than due, with the time that it may have waited to be read
`;

type Column = readonly [name: string, of: (datagram: Datagram) => string | number];

const us = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(0));

const COLUMNS: readonly Column[] = [
  ['direction', ({ direction }) => direction],
  ['client', ({ client }) => client],
  ['bytes', ({ sizeBytes }) => sizeBytes],
  ['came', ({ takenUs }) => us(takenUs)],
  ['fate', fateOf],
  ['queued', ({ leftUs, takenUs }) => us(leftUs - takenUs)],
  ['due', ({ dueUs }) => us(dueUs)],
  ['sent_on', ({ deliveredUs }) => us(deliveredUs)],
  ['late', ({ lateUs }) => us(lateUs)],
];

function fateOf({ droppedBy, deliveredUs }: Datagram): string {
  return droppedBy ?? (Number.isNaN(deliveredUs) ? 'inside' : 'delivered');
}

export function truthText(datagrams: readonly Datagram[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...datagrams.map((datagram) => COLUMNS.map(([, of]) => of(datagram))),
  ];
  return HEAD + lines.map((cells) => `${cells.join('\t')}\n`).join('');
}
