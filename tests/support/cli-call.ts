/** What a call of the command line means, as its tests say it. */
import { parseProgramCall } from '../../src/node/cli/program.ts';

/** The setting of the command, with the command's name; or whose help, or the version. */
export async function callOf(words: readonly string[]): Promise<object> {
  const call = await parseProgramCall(words);
  if (call.kind === 'run') return { name: call.command.name, ...(call.setting as object) };
  return call.kind === 'help' ? { help: call.command?.name ?? null } : { version: true };
}
