/**
 * Which logs a simulator wrote. Ours says so in a field of its own in `common_fields` (main-schema allows any there); what was
 * written without the field is known by a list, each entry with the source that shows it. A title that merely contains a word proves
 * nothing: recordings over emulated links are called simulations, too.
 *
 * Looked at, and not in the list, because nothing in their files proves it: picoquic's simulated links (`picoquictest`, `picoquic_ns`)
 * write the header of its real connections, and a reference time near 0 stands in recordings of ours, too; the QUIC Interop Runner
 * (quic-interop/quic-network-simulator) simulates the path of real stacks; the events `simulation:scenario` and `simulation:marker`
 * (draft-ietf-quic-qlog-main-schema-00 to -09) say what such a path did. The QUIC modules of ns-3 (signetlabdei/quic-ns-3) and
 * quinn-workbench (aochagavia) write no qlog.
 */
import { asArray, asText, type JsonObject } from './values';

/** Its field in `common_fields`: a list of `SIMULATION_WORDS`. */
export const SIMULATION_KEY = 'qlogscope_simulation';

/** `simulated`, and beside it `what-if` for a recorded sender that was run again under another controller. */
export const SIMULATION_WORDS = ['simulated', 'what-if'] as const;
export type SimulationWord = (typeof SIMULATION_WORDS)[number];

interface Simulator {
  readonly name: string;
  /** Where that is shown. */
  readonly source: string;
  readonly words: readonly SimulationWord[];
  /** Title and description of the log, empty where it has none. */
  readonly wrote: (title: string, description: string) => boolean;
}

const SIMULATORS: readonly Simulator[] = [
  {
    name: 'qlogscope before it wrote the field',
    source: 'engine/simulator/runs/scenario-run.ts: the description is the command that makes the run again',
    words: ['simulated'],
    wrote: (title, description) =>
      /^Simulation: .+, seed \d+$/.test(title) &&
      /^qlogscope simulate --scenario \S+ --variant (?:'[^']*'|\S+) --seed \d+(?: --set \S+)*$/.test(
        description,
      ),
  },
  {
    name: 'what-if of qlogscope before it wrote the field',
    source:
      'engine/simulator/what-if/ask.ts and assumptions.ts: the description says what the run leaves out',
    words: ['simulated', 'what-if'],
    wrote: (title, description) =>
      /^What if: .+ from .+ on$/.test(title) &&
      description.startsWith('Path: ') &&
      description.endsWith(
        'Not in it: reordering, other traffic that would answer, a path that changes in another way than its losses and late ACKs.',
      ),
  },
];

/** @returns what the log says of it, or what proves it; empty for every other log. */
export function simulationOf(
  file: JsonObject,
  trace: JsonObject | null,
  common: JsonObject | null,
): readonly SimulationWord[] {
  const stated = asArray(common?.[SIMULATION_KEY]) ?? [];
  const words = SIMULATION_WORDS.filter((word) => stated.includes(word));
  if (words.length > 0) return words;
  const textOf = (key: string): string => asText(trace?.[key]) ?? asText(file[key]) ?? '';
  const wrote = SIMULATORS.find((one) => one.wrote(textOf('title'), textOf('description')));
  return wrote?.words ?? [];
}
