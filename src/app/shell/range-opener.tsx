/**
 * For a file that is too large for memory: opens it again for a time range only, as another trace. The
 * suggested range starts where reading stopped and has the length of what was read.
 */
import { type ReactNode, useState } from 'react';
import { useApp } from '../controls/use-app';
import type { OpenTrace } from '../state/traces/open-trace';
import { parseRange, rangeAfter } from './range-words';

export function RangeOpener({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const [offered] = useState(() => rangeAfter(trace.extent));
  const [from, setFrom] = useState(offered.from);
  const [to, setTo] = useState(offered.to);
  const range = parseRange(from, to);
  return (
    <form
      className="range-opener"
      data-testid="range-opener"
      onSubmit={(event) => {
        event.preventDefault();
        if (range !== null) app.files.open({ ...trace.source, range });
      }}
    >
      <label>
        From <input inputMode="decimal" size={9} value={from} onChange={(e) => setFrom(e.target.value)} /> s
      </label>
      <label>
        to <input inputMode="decimal" size={9} value={to} onChange={(e) => setTo(e.target.value)} /> s
      </label>
      <button type="submit" className="button" disabled={range === null}>
        Open this range
      </button>
      {range === null && (
        <span className="none">Enter two times in seconds, the first before the second.</span>
      )}
    </form>
  );
}
