/** The claims of a source, each beside what came of it here. */
import type { ReactNode } from 'react';
import { VERDICTS } from '../../../engine/base/text/verdict-words';
import type { ExperimentInfo } from '../../../engine/simulator/lab/contract';
import type { Answer, Claim, Verdict } from '../../../engine/simulator/lab/experiment';

interface ClaimsProps {
  readonly claims: ExperimentInfo['claims'];
  /** Null while there is no result. */
  readonly answers: readonly Answer[] | null;
}

export function ClaimTable({ claims, answers }: ClaimsProps): ReactNode {
  const shared = sharedReason(answers ?? []);
  return (
    <div className="lab-table">
      {shared !== null && <p className="fine">No claim is answered: {shared}</p>}
      <table className="experiment-claims" data-testid="experiment-claims">
        <caption className="visually-hidden">Claims of the source and what came of them here</caption>
        <thead>
          <tr>
            <th scope="col">The source says</th>
            <th scope="col">Ours</th>
            <th scope="col">Difference</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <ClaimLine
              key={claim.id}
              claim={claim}
              shared={shared}
              answer={answers?.find((one) => one.claim === claim.id) ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The one reason of all, which is reported once; null where they differ. */
function sharedReason(answers: readonly Answer[]): string | null {
  const [first] = answers;
  if (first === undefined || first.why === '' || answers.length === 1) return null;
  return answers.every(({ why, verdict }) => why === first.why && verdict === 'unknown') ? first.why : null;
}

interface LineProps {
  readonly claim: Claim;
  readonly answer: Answer | null;
  readonly shared: string | null;
}

function ClaimLine({ claim, answer, shared }: LineProps): ReactNode {
  const why = answer === null || answer.why === shared ? '' : answer.why;
  return (
    <tr data-claim={claim.id} data-verdict={answer?.verdict} data-value={answer?.value}>
      <th scope="row">
        {claim.words}
        {why !== '' && <p className="fine">{why}</p>}
      </th>
      <td>{answer?.ours ?? 'not run yet'}</td>
      <td>{answer?.difference === '' || answer === null ? '–' : answer.difference}</td>
      <td>{answer === null ? '–' : <VerdictMark verdict={answer.verdict} />}</td>
    </tr>
  );
}

function VerdictMark({ verdict }: { readonly verdict: Verdict }): ReactNode {
  return (
    <span className={`experiment-verdict ${verdict}`}>
      <span aria-hidden="true">{VERDICTS[verdict].sign}</span> {verdict}
    </span>
  );
}
