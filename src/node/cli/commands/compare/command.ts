/** `qlogscope compare`: its call and its help. */
import { FLAG, formatNamed, STRING, STRINGS, UsageError } from '../../arg-values';
import { command } from '../../command';
import { askedGroups } from '../../group-values';
import { formatFor } from '../../output-format';
import { COMPARE_FORMATS, type CompareSetting } from './compare-setting';

export const COMPARE = command({
  name: 'compare',
  operands: 'A B',
  summary: 'differences and verdict of two traces, or of groups of runs',
  takesOperands: true,
  options: { group: STRINGS, align: STRING, json: FLAG, format: STRING, output: STRING },
  help,
  parse: async (values, paths): Promise<CompareSetting> => {
    if (values.json === true && values.format !== undefined && values.format !== 'json')
      throw new UsageError(`--json and --format ${values.format} contradict each other`);
    const groups = askedGroups(values.group ?? [], paths);
    const [a, b, another] = paths;
    if (groups.length > 0 && values.align !== undefined)
      throw new UsageError('--align is about two traces: groups are compared by shares');
    if (groups.length === 0 && (a === undefined || b === undefined || another !== undefined))
      throw new UsageError('compare takes two traces, or --group twice');
    const { alignmentOf } = await import('../../alignment-value');
    return {
      pair: a === undefined || b === undefined ? null : [a, b],
      groups,
      align: values.align === undefined ? null : alignmentOf(values.align),
      format: formatFor(COMPARE_FORMATS, formatNamed(values, COMPARE_FORMATS), 'text', values.output),
      output: values.output ?? null,
    };
  },
  run: async (setting, io) => (await import('./compare')).compareTraces(setting, io),
});

async function help(): Promise<string> {
  const [{ ALIGNMENT_FORMS }, { LEAST_RUNS }] = await Promise.all([
    import('../../alignment-value'),
    import('../../../../engine/service/compare/groups'),
  ]);
  return `qlogscope compare A B [options]
qlogscope compare --group PATTERN --group PATTERN [options]

Two traces: which delivered faster, what the window of each did after the last loss, the figures of both with their
difference and ratio, what differs in configuration, and which findings only one of them has. Of each file the connection
with the worst finding is compared. Of the client's and the server's log of one connection also its packets: one-way delays
of both directions, and what was lost between the two.

Groups of runs: the text of the page. The verdict, how many runs would tell, the share of runs with each finding and its 95 %
interval (Wilson), the difference of each two groups with its interval (Newcombe), and figures of each group. Of fewer than
${LEAST_RUNS} runs no share is reported. A PATTERN is a folder, or a path whose last part may hold * and ?; put it into quotes, so that
the shell leaves it alone. NAME=PATTERN names the group; without it its name is what differs between the patterns.

  --align WHERE                  ${ALIGNMENT_FORMS.slice(0, 6).join(', ')},
                                 ${ALIGNMENT_FORMS.slice(6).join(', ')}; where it is left out: the packets of
                                 both ends of one connection, else the last loss where both have one at a like time,
                                 else the handshake, else the first event
  --format text|json|markdown|html
                                 text for people, one JSON object, Markdown, a page that holds all it needs
  --json                         the same as --format json
  --output FILE                  write to FILE; .json, .md and .html say the format where none is named

Exit status: 0 nothing got worse, 1 B has a critical finding that A has not, or the last group has more of a critical finding
than the first (the interval of the difference excludes 0), 2 an input could not be read or the answer could not be
written, 64 wrong call.
`;
}
