/** Reads a file for a fleet: its hash, and the rows of its traces with a digest of each that has an alarm. */
import { basename } from 'node:path';
import type { Snapshot } from '../../../../engine/reading/contract/snapshot';
import { TraceSession } from '../../../../engine/service/answers/session';
import { entryFailures, fileFailure, traceSurvey } from '../../../../engine/service/answers/survey';
import { type FleetFile, failedRows, fileRows } from '../../../../sharing/fleet-rows/rows';
import type { FileRows } from '../../../../sharing/fleet-rows/schema';
import type { FleetSurvey } from '../../../../sharing/fleet-rows/trace-values';
import { hashOf } from '../../file-hash';
import { nameSays } from '../../reading/inputs';
import { fileSource } from '../../reading/sources';
import { systemReason } from '../../system-reason';
import { worstDigest } from './worst-digest';

/** A file to be read: where it lies, and what its rows call it. */
export interface FleetInput {
  readonly path: string;
  readonly file: FleetFile;
}

/** @returns rows; null for a file whose name does not say that it is a trace, and which is none. Never throws. */
export async function readFileRows({ path, file }: FleetInput, judgedBy: string): Promise<FileRows | null> {
  let hash: string | null = null;
  try {
    hash = await hashOf(path);
    return await rowsOf(path, file, hash, judgedBy);
  } catch (error) {
    return failedRows(file, { kind: 'unreadable', text: systemReason(error) }, hash, judgedBy);
  }
}

async function rowsOf(
  path: string,
  file: FleetFile,
  hash: string,
  judgedBy: string,
): Promise<FileRows | null> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.read([fileSource(path).source]);
  const read = newest as Snapshot | null;
  if (session.isForeign && nameSays(file.file) !== 'trace') return null;
  if (read === null || read.phase !== 'ready') return failedRows(file, fileFailure(read), hash, judgedBy);
  const traces: FleetSurvey[] = [];
  for (const of of read.connections) {
    session.watch(of.index);
    const snapshot = newest as unknown as Snapshot;
    const survey = traceSurvey(snapshot, of, session.connection(of.index).connection.state);
    traces.push({ survey, quality: snapshot, digest: await worstDigest(session, snapshot, basename(path)) });
  }
  const failures = entryFailures(read);
  return fileRows({ file, hash, connections: read.connectionCount, traces, failures, judgedBy });
}
