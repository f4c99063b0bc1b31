/** The connection in full: facts, steps with their times, path changes, and the transport parameters of both endpoints. */
import { Fragment, type ReactNode } from 'react';
import { withMargin } from '../../../drawing/view/view';
import { count, duration, instant } from '../../../engine/base/text/figures';
import type { Connectivity, PathChange } from '../../../engine/sender/transport/connectivity/connectivity';
import { Button } from '../../controls/button';
import { FactList } from '../../controls/fact-list';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { showRecord } from '../../state/events/events-open';
import type { OpenTrace } from '../../state/traces/open-trace';
import { lifeOfTrace } from './life-of-trace';

/** Steps that are listed at first. */
const FIRST_STEPS = 40;

export function ConnectionBody({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const life = useStore(trace.feature(lifeOfTrace));
  if (life === null) return null;
  return (
    <>
      <Facts trace={trace} life={life} />
      <Steps trace={trace} life={life} />
      <Paths trace={trace} life={life} />
      <Parameters life={life} />
    </>
  );
}

interface PartProps {
  readonly trace: OpenTrace;
  readonly life: Connectivity;
}

function Facts({ trace, life }: PartProps): ReactNode {
  const { handshake } = trace.snapshot.get()?.summary ?? {};
  const rows = (
    [
      ['version', life.version],
      ['ALPN', life.alpn],
      ['server name', life.serverName],
      ['reason phrase', life.closeReason],
    ] as const
  ).filter(([, value]) => value !== null);
  return (
    <>
      {rows.length > 0 && <FactList className="connection-facts" rows={rows} />}
      {handshake !== undefined && (
        <Button
          data-testid="show-handshake"
          onClick={() => trace.showRange(withMargin(handshake, trace.extent))}
        >
          Show the handshake
        </Button>
      )}
    </>
  );
}

function Steps({ trace, life: { steps, leftOut } }: PartProps): ReactNode {
  const app = useApp();
  const listed = steps.slice(0, FIRST_STEPS);
  const more = steps.length - listed.length + leftOut;
  const firstUs = steps[0]?.timeUs ?? 0;
  return (
    <>
      <h3>Steps</h3>
      <ol className="connection-steps">
        {listed.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several steps may be of one kind at one time
          <li key={at} data-step={step.kind} data-time-us={step.timeUs}>
            <span className="figure">+{duration(step.timeUs - firstUs)}</span>
            {Number.isNaN(step.row) || trace.snapshot.get()?.digest !== undefined ? (
              <span>{step.text}</span>
            ) : (
              <Button
                className="link"
                title={`Show its record, at ${instant(step.timeUs)}`}
                onClick={() => showRecord(app, trace, step.row)}
              >
                {step.text}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {more > 0 && <p>{count(more)} more are not listed.</p>}
    </>
  );
}

const WHY: { readonly [why in PathChange['why']]: string } = {
  migration: 'migration',
  rebinding: 'rebinding (another address without intent)',
  'preferred-address': 'preferred address of the server',
  unknown: 'reason not known',
};
const BY: { readonly [by in PathChange['by']]: string } = {
  local: 'of this endpoint',
  remote: 'of the peer',
  unknown: 'of an endpoint',
};

function Paths({ life: { paths } }: PartProps): ReactNode {
  if (paths.length === 0) return null;
  return (
    <>
      <h3>Path changes</h3>
      <ul className="connection-paths">
        {paths.map(({ timeUs, why, by, validatedUs, from, to }) => (
          <li key={timeUs} data-why={why} data-by={by}>
            {instant(timeUs)}: address {BY[by]}, {WHY[why]};{' '}
            {Number.isNaN(validatedUs)
              ? 'not validated'
              : `validated after ${duration(Math.max(0, validatedUs - timeUs))}`}
            {from !== null && to !== null && (
              <span className="connection-address">
                {from} → {to}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Parameters({ life: { parameters } }: { readonly life: Connectivity }): ReactNode {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3 id="connection-parameters">Transport parameters</h3>
      <div className="connection-table">
        <table
          className="figures"
          data-testid="connection-parameters"
          aria-labelledby="connection-parameters"
        >
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">own</th>
              <th scope="col">peer</th>
              <th scope="col">default</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, own, peer, usual }) => (
              <tr key={name} data-parameter={name}>
                <th scope="row">
                  {name.split(/(?<=_)/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </th>
                <td>{own ?? '–'}</td>
                <td>{peer ?? '–'}</td>
                <td>{usual === '' ? '–' : usual}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
