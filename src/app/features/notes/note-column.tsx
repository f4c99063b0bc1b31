/** How many notes a recent trace has. */
import { count } from '../../../engine/base/text/figures';
import { noteCount } from '../../state/device/recent-trace';
import type { Column } from '../../workbench/slots';

export const noteColumn: Column = {
  id: 'notes',
  Cell({ recent }) {
    const noted = noteCount(recent.notes);
    return <span>{noted > 0 && `notes: ${count(noted)}`}</span>;
  },
};
