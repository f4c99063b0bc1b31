/** qlog: JSON text sequences and documents of every draft. The first format, and the one that unknown texts are read as. */
import type { TraceFormat } from '../format';
import { MESSAGES, withoutEvents } from './messages';
import { fetchRecognition, QlogReader, recordsOf } from './reader';

export const QLOG: TraceFormat = {
  name: 'qlog',
  endings: ['json', 'jsonl', 'ndjson', 'jsonseq', 'json-seq', 'qlognd', 'qlogseq', 'qlog.js', 'qlog.txt'],
  claims: () => 'yes',
  reader: (output) => new QlogReader(output),
  messages: MESSAGES,
  records: recordsOf,
  fetchAhead: fetchRecognition,
  withoutEvents,
};
