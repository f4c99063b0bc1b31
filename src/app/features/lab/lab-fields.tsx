/** The fields of a scenario or an experiment as a form: what is no value says why. */
import { type ReactNode, useId } from 'react';
import type { CheckedValues, Texts } from '../../../engine/simulator/lab/contract';
import type { Field } from '../../../engine/simulator/runs/scenario';
import { Button } from '../../controls/button';

interface FieldsProps {
  readonly owner: { readonly id: string; readonly fields: readonly Field[] };
  readonly texts: Texts;
  readonly checked: CheckedValues | null;
  readonly isDisabled: boolean;
  /** There is something to reset. */
  readonly isChanged: boolean;
  readonly onField: (id: string, text: string) => void;
  readonly onReset: () => void;
}

export function LabFields(props: FieldsProps): ReactNode {
  const { owner, texts, checked, isDisabled, isChanged, onField, onReset } = props;
  const groups = [...new Set(owner.fields.map(({ group }) => group))];
  return (
    <fieldset className="lab-fields" disabled={isDisabled} data-testid="lab-fields">
      <legend>Fields</legend>
      {groups.map((group) => {
        const lines = owner.fields
          .filter((field) => field.group === group)
          .map((field) => (
            <FieldLine
              key={`${owner.id} ${field.id}`}
              field={field}
              text={texts[field.id] ?? String(field.initial)}
              why={checked?.problems[field.id] ?? null}
              onField={onField}
            />
          ));
        return group === undefined ? (
          lines
        ) : (
          <fieldset key={group} className="lab-group">
            <legend>{group}</legend>
            {lines}
          </fieldset>
        );
      })}
      <Button data-testid="lab-reset" disabled={!isChanged} onClick={onReset}>
        Reset fields
      </Button>
    </fieldset>
  );
}

interface FieldLineProps extends Pick<FieldsProps, 'onField'> {
  readonly field: Field;
  readonly text: string;
  /** Why the text is no value; null where it is. */
  readonly why: string | null;
}

function FieldLine({ field, text, why, onField }: FieldLineProps): ReactNode {
  const id = useId();
  const isChanged = text !== String(field.initial);
  const label = field.kind === 'number' && field.unit !== '' ? `${field.title}, ${field.unit}` : field.title;
  const common = {
    id,
    'data-field': field.id,
    'aria-describedby': `${id}-about`,
    className: isChanged ? 'lab-number changed' : 'lab-number',
  };
  return (
    <div className="lab-field">
      <label htmlFor={id} title={field.about}>
        {label}
      </label>
      {field.kind === 'choice' ? (
        <select {...common} value={text} onChange={({ target }) => onField(field.id, target.value)}>
          {field.choices.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          inputMode="decimal"
          value={text}
          aria-invalid={why !== null}
          onChange={({ target }) => onField(field.id, target.value)}
        />
      )}
      <span id={`${id}-about`} className={why === null ? 'visually-hidden' : 'lab-why'}>
        {why ?? field.about}
      </span>
    </div>
  );
}
