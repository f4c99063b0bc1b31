/** `qlogscope summary`: its call and its help. */
import { FLAG, STRINGS, someFiles, UsageError } from '../../arg-values';
import { command } from '../../command';
import { shareOptionsOf, TELL_VALUES } from '../../share-values';
import type { SummarySetting } from './summary';

const HELP = `qlogscope summary FILES… [options]

A table with one line per trace: role, side, duration, events, packets, congestion window, RTT, handshake, streams,
requests, how it ended, findings. Files that are of one connection, as a log that was rotated, are one trace.

  --streams         of each trace a table of its streams (bytes sent, acknowledged, lost, resent and received, time
                    without credit and behind gaps in the data) and one of its HTTP/3 requests
  --json            with --streams, one JSON object per trace and line
  --tell ${TELL_VALUES.requestTexts}   with --streams, include hosts and paths of requests, and their priorities
  --separate        each file alone, also those that are of one connection

Exit status: 0 all was read, 2 an input could not be read, 64 wrong call.
`;

export const SUMMARY = command({
  name: 'summary',
  operands: 'FILES…',
  summary: 'a table with one line of figures per trace',
  takesOperands: true,
  options: { separate: FLAG, streams: FLAG, json: FLAG, tell: STRINGS },
  help: () => HELP,
  parse: (values, paths): SummarySetting => {
    const { json = false, tell } = values;
    if (values.streams !== true && (json || tell !== undefined))
      throw new UsageError(`${json ? '--json' : '--tell'} is about streams: --streams is missing`);
    return {
      paths: someFiles(paths),
      separate: values.separate === true,
      streams: values.streams === true ? { json, options: shareOptionsOf(tell ?? []) } : null,
    };
  },
  run: async (setting, io) => (await import('./summary')).summary(setting, io),
});
