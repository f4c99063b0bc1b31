/** Answers `outline`: what a comparison asks of a connection. */
import { outlineOf } from '../../reading/facts/outline';
import { type Handler, transferring } from './handler';

export const handler: Handler<'outline'> = (file, { connection }) => {
  const { state, ends } = file.connection(connection).connection;
  const outline = outlineOf(state, ends.identity, file.analysis(connection)?.heldTime ?? null);
  return transferring(outline, [outline.arrived.timesUs.buffer, outline.arrived.bytes.buffer]);
};
