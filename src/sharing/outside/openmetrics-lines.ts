/**
 * OpenMetrics (draft-ietf-opsawg-openmetrics, §5) and Prometheus' older text format: `name{label="value"} 0.4 1795242962.926`. Times are
 * in seconds in the first, in ms in the second, as their magnitude says. A sample without a time has no place and is refused; exemplars
 * and comments are passed over, and so is all after `# EOF`. A metric is a name with its labels.
 */
import { FileTimes, type ReadLine, readNumber } from './mark-lines';
import { markName } from './outside-mark';

const SAMPLE =
  /^([a-zA-Z_:][\w:]*(?:\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\})?)[ \t]+(\S+)(?:[ \t]+([^\s#]\S*))?(?:[ \t]+#.*)?[ \t]*$/;

export function openMetricsLines(): ReadLine {
  const times = new FileTimes();
  let ended = false;
  return (line) => {
    if (ended || line.trim() === '') return [];
    if (line.startsWith('#')) {
      ended = /^# EOF\s*$/.test(line);
      return [];
    }
    const sample = SAMPLE.exec(line);
    if (sample === null) return 'it is no sample: a name, labels, a value and a time';
    const [, name = '', written = '', time] = sample;
    if (time === undefined) return 'it has no time';
    const timeUs = times.read(time);
    if (typeof timeUs === 'string') return timeUs;
    // A stale sample, and the upper bound of a histogram.
    const value = readNumber(written);
    if (value === null) return /^(?:NaN|[+-]?Inf)$/i.test(written) ? [] : 'its value is no number';
    return [{ timeUs, name: markName(name), value }];
  };
}
