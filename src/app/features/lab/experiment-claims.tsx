/** The claims of a source, each beside what came of it here. */
import type { ReactNode } from 'react';
import type { ExperimentInfo } from '../../../engine/lab/contract';
import type { Answer, Claim, Verdict } from '../../../engine/lab/experiment';
import { VERDICTS } from './experiment-words';

interface ClaimsProps {
  readonly claims: ExperimentInfo['claims'];
  /** Null while there is no result. */
  readonly answers: readonly Answer[] | null;
}

export function ClaimTable({ claims, answers }: ClaimsProps): ReactNode {
  return (
    <div className="lab-table">
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
              answer={answers?.find((one) => one.claim === claim.id) ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClaimLine({ claim, answer }: { readonly claim: Claim; readonly answer: Answer | null }): ReactNode {
  return (
    <tr data-claim={claim.id} data-verdict={answer?.verdict} data-value={answer?.value}>
      <th scope="row">
        {claim.words}
        {answer !== null && answer.why !== '' && <p className="fine">{answer.why}</p>}
      </th>
      <td>{answer?.ours ?? 'not run yet'}</td>
      <td>{answer?.difference === '' || answer === null ? '–' : answer.difference}</td>
      <td>{answer === null ? '–' : <VerdictMark verdict={answer.verdict} />}</td>
    </tr>
  );
}

function VerdictMark({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const { sign, words } = VERDICTS[verdict];
  return (
    <span className={`experiment-verdict ${verdict}`}>
      <span aria-hidden="true">{sign}</span> {words}
    </span>
  );
}
