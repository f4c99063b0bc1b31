/** The connection's card beside the panels. */
import type { TraceSlots } from '../../workbench/slots';
import { ConnectionCard } from './connection-card';
import '../../workbench/styles';
import './connection.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'side', part: 'The connection', Content: ConnectionCard }],
};
