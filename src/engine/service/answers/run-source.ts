/** A run of the lab as a source of bytes: made when it is read. Loaded with the first run. */
import type { ByteSource } from '../../input/bytes/byte-source';
import { openSource, type RunSource } from '../../input/bytes/source';
import { traceOfRun } from '../../simulator/runs/named-run';

/** @throws RunRefused, RunAsked */
export function runSource({ run, name, isAgreed }: RunSource): ByteSource {
  return openSource({ kind: 'text', text: traceOfRun(run, isAgreed), name });
}
