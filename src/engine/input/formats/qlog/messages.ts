/** Messages about a qlog that only a qlog can have. */
import { plural } from '../../../base/text/figures';
import type { ProblemMessage } from '../decode-problem';
import type { EmptyText, NoEvents } from '../format';

/** An entry of `traces` that is an error description (main-schema, "TraceError"). */
export const TRACE_ERROR: ProblemMessage = {
  level: 'warning',
  text: (total) =>
    total > 1
      ? `${plural(total, 'entry', 'entries')} of the file stand for traces that its writer could not include.`
      : 'One entry of the file stands for a trace that its writer could not include.',
};

export const NO_HEADER: ProblemMessage = {
  level: 'warning',
  text: () =>
    'The file has no qlog header: version, vantage point and time format are unknown. Times are taken as they stand.',
};

export const PREFIX: ProblemMessage = {
  level: 'note',
  text: () =>
    'Each line has something before its record, as a journal or a container writes it; it is left out.',
};

/** By the reasons of the problems that they are about. */
export const MESSAGES: { readonly [reason: string]: ProblemMessage } = {
  'no-header': NO_HEADER,
  prefix: PREFIX,
  'trace-error': TRACE_ERROR,
};

export function withoutEvents({ hasHeader, skippedRecords }: EmptyText): NoEvents {
  if (!hasHeader) {
    const text = 'Not a qlog trace: it is JSON, and no record of it is a qlog header or event.';
    return { kind: 'not-qlog', text };
  }
  const text =
    skippedRecords > 0
      ? `The file has a qlog header, and none of its ${plural(skippedRecords, 'record')} could be read as an event.`
      : 'The file has a qlog header and no events: the log was closed too early.';
  return { kind: 'no-events', text };
}
