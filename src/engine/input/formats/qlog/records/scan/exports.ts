/** What the scanner's WebAssembly exports (`assembly/`): its functions, and the addresses of its arrays. */
import type { Between } from './between';

/** Result of learning a skeleton. */
export const Learned = { known: 0, added: 1, noRoom: 2, crowded: 3 } as const;

export type Learned = (typeof Learned)[keyof typeof Learned];

export interface Exports {
  readonly memory: WebAssembly.Memory;
  textAt(): number;
  textBytes(): number;
  recordsAt(): number;
  maxRecords(): number;
  numbersAt(): number;
  maxNumbers(): number;
  maxSlots(): number;
  lessonAt(): number;
  lessonBytes(): number;
  recordCount(): number;
  clear(): void;
  learn(skeleton: number, pieces: number): Learned;
  endText(length: number): void;
  scan(from: number, mode: Between, afterComma: boolean): number;
  columnsAt(): number;
  pairsAt(): number;
  maxPairs(): number;
  maxSkeletons(): number;
  programOfAt(): number;
  programsAt(): number;
  programBytes(): number;
  fillRows(first: number, end: number, row: number, pairs: number, offset: number): number;
  pairCount(): number;
  droppedRanges(): number;
}
