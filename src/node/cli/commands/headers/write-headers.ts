/** `qlogscope headers`: the headers of the page, as a file of a static host. */
import { type HeaderFormat, headerFile } from '../../../server/header-files';
import { hostFile } from '../../config-file';
import { Exit } from '../../exit';
import type { Io } from '../../io';

export interface HeadersSetting {
  readonly format: HeaderFormat;
  readonly config: string | null;
  /** Path that the page lies under, with `/` at both ends. */
  readonly base: string;
}

export async function writeHeaders({ format, config, base }: HeadersSetting, io: Io): Promise<number> {
  const file = await hostFile(config, io);
  if (file === null) return Exit.unreadable;
  await io.stdout.write(headerFile(format, file.embedOrigins, base));
  return Exit.clean;
}
