/** `qlogscope headers`, which writes the page's headers for other hosts: its call and its help. */
import { HEADER_FORMATS } from '../../../server/header-files';
import { oneOf, STRING, UsageError } from '../../arg-values';
import { command } from '../../command';
import type { HeadersSetting } from './write-headers';

const HELP = `qlogscope headers ${HEADER_FORMATS.join('|')} [--config FILE] [--base PATH]

Writes the headers that the page is to be served with, as a piece of the configuration of nginx or Caddy, or as the file
_headers of Netlify. Who may embed the page comes from the config.json.

  --config FILE     the config.json beside the page; nobody embeds it where it is left out
  --base PATH       the path that the page lies under; / where it is left out

Exit status: 0 done, 2 the configuration could not be read, 64 wrong call.
`;

export const HEADERS = command({
  name: 'headers',
  operands: 'FORMAT',
  summary: "the page's headers for a static host",
  takesOperands: true,
  options: { config: STRING, base: STRING },
  help: () => HELP,
  parse: (values, operands): HeadersSetting => {
    const [format, another] = operands;
    if (format === undefined || another !== undefined)
      throw new UsageError(`headers takes one of ${HEADER_FORMATS.join(', ')}`);
    const base = values.base ?? '/';
    if (!/^\/(?:[\w.~-]+\/)*$/.test(base))
      throw new UsageError(`--base takes a path with / at both ends, not "${base}"`);
    return { format: oneOf('headers', format, HEADER_FORMATS), config: values.config ?? null, base };
  },
  run: async (setting, io) => (await import('./write-headers')).writeHeaders(setting, io),
});
