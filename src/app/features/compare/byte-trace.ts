/**
 * A trace over bytes delivered: a trace like any other for panels, axis, pointer and keys, whose times are bytes. Its windows are
 * those of the trace itself, put into columns of bytes; everything else is asked of the trace.
 */
import { RequestFailed } from '../../../engine/reading/contract/request-failed';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import {
  answerByBytes,
  bytesOf,
  type Progress,
  TIME_NEEDED,
  timeWindowOf,
} from '../../../engine/service/compare/by-bytes';
import type { RequestOptions } from '../../backend/backend';
import { OpenTrace } from '../../state/traces/open-trace';
import type { TraceFile } from '../../state/traces/trace-file';

/** @returns the trace over bytes, and the function that ends it. */
export function byteTrace(
  trace: OpenTrace,
  progress: Progress,
): { readonly trace: OpenTrace; readonly end: () => void } {
  const { file } = trace;
  const over: TraceFile = {
    id: file.id,
    name: file.name,
    axis: 'bytes',
    source: file.source,
    digest: null,
    crash: file.crash,
    includesName: file.includesName,
    request(kind, body, options) {
      if (kind !== 'window') return Promise.reject(new RequestFailed('Over bytes there are windows only.'));
      const answer = windowByBytes(trace, progress, body as WindowRequest, options);
      // The kind is that of a window.
      return answer as Promise<never>;
    },
    wake: () => file.wake(),
    changed: () => file.changed(),
    feature: (key) => file.feature(key),
  };
  const byBytes = new OpenTrace(over, trace.connection);
  const take = (): void => {
    const snapshot = trace.snapshot.get();
    if (snapshot !== null) byBytes.take(snapshotByBytes(snapshot, progress));
  };
  take();
  const unsubscribe = trace.snapshot.subscribe(take);
  return {
    trace: byBytes,
    end() {
      unsubscribe();
      byBytes.end('no longer shown over bytes');
    },
  };
}

/** Findings, models and the path have their place in time. */
function snapshotByBytes(snapshot: Snapshot, progress: Progress): Snapshot {
  const { path: _, ...summary } = snapshot.summary;
  return {
    ...snapshot,
    summary,
    extent: { fromUs: 0, toUs: bytesOf(progress) },
    findings: [],
    remarks: [],
    models: null,
  };
}

async function windowByBytes(
  trace: OpenTrace,
  progress: Progress,
  { window, series }: WindowRequest,
  { signal, supersedes }: Pick<RequestOptions<'window'>, 'signal' | 'supersedes'>,
): Promise<WindowAnswer> {
  const time = timeWindowOf(progress, window);
  const visible = { fromUs: time.fromUs, toUs: time.fromUs + time.columns * time.columnUs };
  const wanted = series.filter((id) => id !== TIME_NEEDED);
  const answer = await trace.request(
    'window',
    { window: time, series: wanted, visible, parts: [], model: null },
    {
      ...(signal === undefined ? {} : { signal }),
      ...(supersedes === undefined ? {} : { supersedes: `bytes ${supersedes}` }),
    },
  );
  return answerByBytes(progress, answer, window);
}
