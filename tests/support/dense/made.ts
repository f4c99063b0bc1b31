/** What the files of this folder give. Types only. */
import type { DenseLog } from './dense-log.ts';

/** By the name of what it is dense in: a log that holds about `n` of it. */
export type Made = { readonly [name: string]: (n: number) => DenseLog };
