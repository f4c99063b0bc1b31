/**
 * Where a file was too large to be held at once: opens it again for a range of time only, as a trace of its own. The
 * range that is offered begins where the reading stopped and is as long as what was read.
 */
import { type ReactNode, useState } from 'react';
import { useApp } from '../controls/use-app';
import type { OpenTrace } from '../state/open-trace';
import { parseRange, rangeBehind } from './range-words';

export function RangeOpener({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const [offered] = useState(() => rangeBehind(trace.extent));
  const [from, setFrom] = useState(offered.from);
  const [to, setTo] = useState(offered.to);
  const range = parseRange(from, to);
  return (
    <form
      className="range-opener"
      data-testid="range-opener"
      onSubmit={(event) => {
        event.preventDefault();
        if (range !== null) app.traces.open({ ...trace.source, range });
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
      {range === null && <span className="none">Two times in seconds, the first before the second.</span>}
    </form>
  );
}
