/** The dialog about recording: the same table as on the open screen. */
import type { ReactNode } from 'react';
import { FormHead } from '../../controls/form-head';
import { RecordingTable } from './recording-table';

export function RecordingForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <>
      <FormHead title="How to record a log" onClose={onClose} />
      <RecordingTable />
    </>
  );
}
