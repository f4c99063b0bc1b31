/** Answers `samples`: values of a connection at even steps, for a band over many runs. */
import { samplesOf } from '../reading/samples';
import { type Handler, transferring } from './handler';

export const handler: Handler<'samples'> = (file, { connection }) => {
  const samples = samplesOf(file.connection(connection).connection.state);
  return transferring(
    samples,
    samples.series.map(({ values }) => values.buffer),
  );
};
