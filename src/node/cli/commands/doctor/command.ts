/** `qlogscope doctor`: its call and its help. */
import { FLAG, STRING, someFiles } from '../../arg-values';
import { command } from '../../command';
import { formatFor } from '../../output-format';
import type { DoctorSetting } from './doctor';

const HELP = `qlogscope doctor FILES… [options]

Says of each trace which fields its log lacks, which panels and rules that hides, and how the stack that wrote it logs
them: the setting, the version, or that it never does. docs/recording.md lists all stacks.

  --json            one JSON object per trace and line
  --output FILE     write the answer to FILE, as JSON where it ends in .json; standard output gets the counts
  --separate        each file alone, also those that are of one connection

Exit status: 0 nothing is hidden, 1 a log lacks what a panel or a rule needs, 2 an input could not be read or the answer
could not be written (the other inputs are looked at all the same), 64 wrong call.
`;

export const DOCTOR = command({
  name: 'doctor',
  operands: 'FILES…',
  summary: 'what logs lack, what that hides, and how it is logged',
  takesOperands: true,
  options: { json: FLAG, output: STRING, separate: FLAG },
  help: () => HELP,
  parse: (values, paths): DoctorSetting => {
    return {
      paths: someFiles(paths),
      json:
        formatFor(['text', 'json'], values.json === true ? 'json' : null, 'text', values.output) === 'json',
      output: values.output ?? null,
      separate: values.separate === true,
    };
  },
  run: async (setting, io) => (await import('./doctor')).doctor(setting, io),
});
