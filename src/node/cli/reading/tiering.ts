/**
 * When V8 optimises, for this process, from the first trace on. A trace is read once and most functions run some thousand times:
 * optimising took V8's threads more than a third of the CPU time of 300 MB, and half of that of a short trace, most of it for code that
 * is hardly run again.
 */
import { setFlagsFromString } from 'node:v8';
import { textBytes } from './text-bytes';

/**
 * Calls that are inlined, bytes of bytecode (its default: 920). With fewer reading is as fast; a simulation of some seconds, which runs the
 * same loops all along, is a sixth slower.
 */
const MOST_INLINED = 200;
/**
 * Bytecode of a function that runs before it is optimised: of a short trace eight times as much, which takes a third of its CPU time away.
 * A trace of 30 MB takes 2 % less with it, one of 300 MB 9 % more.
 */
const UNOPTIMISED = { short: 540_000, usual: 67_584 } as const;
const SHORT_BYTES = 30e6;

/** @param path of the file that is read next; null for what is no file, or several. */
export async function tierFor(path: string | null): Promise<void> {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MOST_INLINED}`);
  const isShort = path !== null && (await textBytes(path)) < SHORT_BYTES;
  setFlagsFromString(`--interrupt-budget=${isShort ? UNOPTIMISED.short : UNOPTIMISED.usual}`);
}
