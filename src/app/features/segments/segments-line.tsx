/** The line above a trace of several files: what shows that they are one connection, and the button that separates them. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { MessageLine } from '../../controls/messages';
import { useApp } from '../../controls/use-app';
import type { TraceProps } from '../../workbench/slots';
import { joinedWords } from './segment-words';

export function SegmentsLine({ trace }: TraceProps): ReactNode {
  const app = useApp();
  const { file } = trace;
  if (file.source.kind !== 'segments') return null;
  const { names, evidence } = file.source;
  const text = joinedWords(names.length, evidence);
  return (
    <section
      className="segments-line"
      aria-label="Files of the trace"
      data-testid="segments"
      data-evidence-kind={evidence}
    >
      <MessageLine message={{ kind: 'segments', level: 'note', text, places: [] }}>
        <Button
          data-testid="separate-files"
          onClick={() => {
            const open = app.files.files.find((one) => one === file);
            if (open !== undefined) app.files.separate(open);
          }}
        >
          Open as separate traces
        </Button>
      </MessageLine>
    </section>
  );
}
