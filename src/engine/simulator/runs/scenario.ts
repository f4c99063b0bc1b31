/**
 * A scenario as data: what can be changed, which variants are compared, and the settings of each run. A form, a link and the command
 * line are made from its fields; a run is named by scenario, values, variant and seed, and is the same everywhere.
 */
import {
  CONTROLLERS,
  type ControllerName,
  type ControllerSettings,
  controllerTitle,
  IDLE_RULES,
} from '../../sender/congestion/controller-settings';
import { CUBIC_VERSIONS } from '../../sender/congestion/cubic-printed';
import type { RunSettings } from './run';

interface FieldBase {
  /** In links and on the command line. */
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** Of a long form: fields of one group stand together, wherever they are in the list. */
  readonly group?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly initial: number;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly initial: string;
}

export type Field = NumberField | ChoiceField;

/** A field of numbers. @param range the least, the most, and the value before anything was changed. */
export function numberField(
  id: string,
  title: string,
  unit: string,
  [least, most, initial]: readonly [least: number, most: number, initial: number],
  about: string,
): NumberField {
  return { kind: 'number', id, title, unit, least, most, initial, about };
}

/** A field of choices, the first of which is the initial one. */
export function choiceField(
  id: string,
  title: string,
  choices: ChoiceField['choices'],
  about: string,
): ChoiceField {
  return { kind: 'choice', id, title, choices, initial: choices[0]?.[0] ?? '', about };
}

/** The same fields, as a group of the form. */
export function inGroup(group: string, fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, group }));
}

/** By field's id. */
export type Values = { readonly [id: string]: number | string };

export interface Place {
  readonly x: number;
  readonly y: number;
  /** Which one of several planes, as its heading. */
  readonly plane?: string;
}

/** What is compared with the others. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly at?: Place;
  readonly settings: (seed: number) => RunSettings;
}

export interface Axis {
  readonly title: string;
  readonly unit: string;
}

/** What a scenario's picture is about; all are reported of every run. */
export type Outcome = 'late' | 'trapped' | 'goodput' | 'window' | 'timeouts' | 'shares';

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** What to look for. */
  readonly look: readonly [string, string, string];
  readonly outcome: Outcome;
  /** A run has so much to transfer in a time that is allowed; left out, it sends all the time. */
  readonly isTimed?: boolean;
  readonly fields: readonly Field[];
  /** Runs of each variant, unless set otherwise. */
  readonly seeds: number;
  /** Rows hold samples of every flow, for the figure of an experiment. */
  readonly samplesFlows?: boolean;
  readonly axes?: { readonly x: Axis; readonly y: Axis };
  readonly variants: (values: Values) => readonly Variant[];
  /** A run under any controller, where the scenario is of one sender. */
  readonly settings?: (values: Values, controller: ControllerSettings, seed: number) => RunSettings;
}

export function initialValues({ fields }: Pick<Scenario, 'fields'>): Values {
  return Object.fromEntries(fields.map(({ id, initial }) => [id, initial]));
}

/** Why a text is no value of a field; or the value. */
export function readValue(
  field: Field,
  text: string,
): { readonly value: number | string } | { readonly why: string } {
  if (field.kind === 'choice') {
    const values = field.choices.map(([value]) => value);
    return values.includes(text) ? { value: text } : { why: `it should be one of ${values.join(', ')}` };
  }
  const value = /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  const { least, most, unit } = field;
  if (value >= least && value <= most) return { value };
  return { why: `it should be a number from ${least} to ${most}${unit === '' ? '' : ` (${unit})`}` };
}

/** @throws RangeError where a value is missing or of the other kind: what comes from outside is read by `readValue` first. */
export function numberOf(values: Values, id: string): number {
  const value = values[id];
  if (typeof value !== 'number') throw new RangeError(`no number is given for ${id}`);
  return value;
}

export function choiceOf(values: Values, id: string): string {
  const value = values[id];
  if (typeof value !== 'string') throw new RangeError(`no choice is given for ${id}`);
  return value;
}

/** What controllers were called in links and commands before. */
const FORMER_NAMES: { readonly [name: string]: ControllerName } = { 'cubic-2008': 'cubic-linux' };

/**
 * A variant that is named by its controller: `newreno`, `bic`, `cubic-printed:2.0`, `cubic:reset`, `cubic:threshold:0.5`, with `:<` after it
 * where a packet sent at the boundary counts as sent after it, and `:hystart` at the end for HyStart++.
 * @returns null where the text names none.
 */
export function controllerOf(id: string): ControllerSettings | null {
  const [text = '', ...all] = id.split(':');
  const name = CONTROLLERS.find((one) => one === (FORMER_NAMES[text] ?? text));
  if (name === undefined) return null;
  const hystart = all.at(-1) === 'hystart';
  const options = hystart ? all.slice(0, -1) : all;
  const settings =
    options.length === 0 ? { name } : name === 'cubic' ? cubicOf(options) : printedOf(name, options);
  return settings && { ...settings, ...(hystart ? { hystart } : {}) };
}

function printedOf(name: ControllerName, [text, another]: readonly string[]): ControllerSettings | null {
  const version = CUBIC_VERSIONS.find((one) => one === text);
  return name !== 'cubic-printed' || version === undefined || another !== undefined
    ? null
    : { name, version };
}

function cubicOf([idleRule, ...options]: readonly string[]): ControllerSettings | null {
  const rule = IDLE_RULES.find((one) => one === idleRule);
  if (rule === undefined) return null;
  const countsAtBoundary = options.at(-1) === '<';
  const [rtts, another] = countsAtBoundary ? options.slice(0, -1) : options;
  if (another !== undefined) return null;
  const settings = {
    name: 'cubic',
    idleRule: rule,
    ...(countsAtBoundary ? { countsAtBoundary } : {}),
  } as const;
  if (rtts === undefined) return settings;
  return rule === 'threshold' && /^\d{1,3}(\.\d{1,3})?$/.test(rtts)
    ? { ...settings, thresholdRtts: Number(rtts) }
    : null;
}

/** The variant of a scenario with this id: one of its own, or of a controller. Null for none. */
export function findVariant(scenario: Scenario, values: Values, id: string): Variant | null {
  const own = scenario.variants(values).find((variant) => variant.id === id);
  if (own !== undefined) return own;
  const controller = controllerOf(id);
  const { settings } = scenario;
  if (controller === null || settings === undefined) return null;
  return { id, title: controllerTitle(controller), settings: (seed) => settings(values, controller, seed) };
}
