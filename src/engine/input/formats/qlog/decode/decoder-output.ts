/** What the decoder gives: what a reader gives, and more of each connection. */
import type { ReaderOutput } from '../../format';
import type { ConnectionInfo } from './connection-info';

export interface DecoderOutput extends Omit<ReaderOutput, 'onConnection'> {
  readonly onConnection: (info: ConnectionInfo) => void;
}
