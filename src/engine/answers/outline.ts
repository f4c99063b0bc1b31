/** Answers `outline`: what a comparison asks of a connection. */
import { outlineOf } from '../reading/outline';
import { type Handler, transferring } from './handler';

export const handler: Handler<'outline'> = (file, { connection }) => {
  const outline = outlineOf(file.connection(connection).connection.state);
  return transferring(outline, [outline.arrived.timesUs.buffer, outline.arrived.bytes.buffer]);
};
