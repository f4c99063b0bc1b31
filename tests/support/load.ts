/** Reads a trace from disk through the same pipeline that the worker drives. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';

export interface Loaded {
  readonly pipeline: TracePipeline;
  readonly problems: readonly DecodeProblem[];
}

/** The inflated bytes of a file, gzip or not. */
export function readTrace(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

/** Runs bytes through the pipeline, in chunks of the given size. */
export function loadBytes(bytes: Uint8Array, chunkBytes = 64 * 1024): Loaded {
  const problems: DecodeProblem[] = [];
  const pipeline = new TracePipeline((problem) => problems.push(problem));
  for (let at = 0; at < bytes.length; at += chunkBytes) pipeline.push(bytes.subarray(at, at + chunkBytes));
  pipeline.end();
  return { pipeline, problems };
}

export function loadTrace(path: string): Loaded {
  return loadBytes(readTrace(path));
}
