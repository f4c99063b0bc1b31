// biome-ignore-all lint/a11y/noNoninteractiveTabindex: tables wider than a narrow window are scrolled by keys
/** The share of runs with each finding, per group with its interval; and figures of each group. */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { laneLetter, laneStyle } from '../../../../drawing/surface/lane-styles';
import { count, percent } from '../../../../engine/base/text/figures';
import { shortTitle, titleOfRule } from '../../../../engine/base/text/rule-titles';
import {
  besideWords,
  type FindingShares,
  type GroupShare,
  severitiesWords,
} from '../../../../engine/service/compare/groups';
import {
  DIFFERENCES_TITLE,
  differenceHeads,
  differenceWords,
  FIGURES_HEAD,
  FIGURES_METHOD,
  SHARES_NOTE,
} from '../../../../sharing/report/words/comparison-words';
import type { GroupsSaid } from '../../../../sharing/table/groups-text';
import { severityIcon } from '../../../controls/severity';
import '../../../controls/share-bar.css';

export function GroupsTables({ said }: { readonly said: GroupsSaid }): ReactNode {
  const { counted: groups, shares, figures, caution } = said;
  const isPair = groups.length === 2;
  const names = groups.map(({ name }) => name);
  const alarms = shares.filter(({ severity }) => severity !== 'info');
  const others = shares.filter(({ severity }) => severity === 'info');
  const head = (first: string): ReactNode => (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {groups.map(({ name }, place) => (
          <th key={laneLetter(place)} scope="col">
            <Letter place={place} /> {name}
          </th>
        ))}
        {isPair && <th scope="col">{differenceHeads(names)}</th>}
      </tr>
    </thead>
  );
  return (
    <section
      className="groups-tables"
      style={{ '--groups': groups.length } as CSSProperties}
      aria-label="Shares and figures"
      tabIndex={0}
    >
      <table className="groups-table" data-testid="groups-shares">
        {head(FINDING)}
        <tbody>
          {[alarms, others].map((rows, i) => (
            <Fragment key={i === 0 ? 'alarms' : 'others'}>
              {rows.map((row) => (
                <ShareRow key={row.id} row={row} title={shortTitle(titleOfRule(row.id))} isPair={isPair} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shares.length === 0 ? (
        <p className="none">No run has a finding.</p>
      ) : (
        <p className="fine">
          Bar: the share. Line over it: its interval. {SHARES_NOTE} {caution}
        </p>
      )}
      {groups.length > 2 && shares.length > 0 && <DifferencesTable names={names} shares={shares} />}
      <table className="groups-table" data-testid="groups-figures">
        {head(FIGURES_HEAD)}
        <tbody>
          {figures.map(({ id, title, cells, difference }) => (
            <tr key={id} data-figure={id}>
              <th scope="row">{title}</th>
              {cells.map((cell, place) => (
                <td key={laneLetter(place)}>{cell}</td>
              ))}
              {isPair && <td>{difference}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="fine">{FIGURES_METHOD}</p>
    </section>
  );
}

const FINDING = 'Share of runs with';

/** Of more than two groups. */
function DifferencesTable(props: {
  readonly names: readonly string[];
  readonly shares: readonly FindingShares[];
}): ReactNode {
  const heads = differenceHeads(props.names);
  return (
    <table className="groups-table" data-testid="groups-differences">
      <caption className="fine">{DIFFERENCES_TITLE}</caption>
      <thead>
        <tr>
          <th scope="col">Finding</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.shares.map((row) => (
          <tr key={row.id} data-finding={row.id}>
            <th scope="row">{shortTitle(titleOfRule(row.id))}</th>
            {differenceWords(row).map((words, i) => (
              <td key={heads[i]}>{words}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Letter({ place }: { readonly place: number }): ReactNode {
  return (
    <span className="group-letter" style={colorOf(place)}>
      {laneLetter(place)}
    </span>
  );
}

function colorOf(place: number): CSSProperties {
  return { '--lane': `var(--slot-${laneStyle(place).slot + 1})` } as CSSProperties;
}

interface ShareRowProps {
  readonly row: FindingShares;
  readonly title: string;
  readonly isPair: boolean;
}

function ShareRow({ row, title, isPair }: ShareRowProps): ReactNode {
  return (
    <tr data-finding={row.id}>
      <th scope="row">
        <span className={`severity-${row.severity}`} aria-hidden="true">
          {severityIcon(row.severity)}
        </span>{' '}
        <span className="visually-hidden">{row.severity}: </span>
        {title}
      </th>
      {row.shares.map((share, place) => (
        <td key={laneLetter(place)}>
          <ShareBar share={share} place={place} severities={severitiesWords(row, share)} />
        </td>
      ))}
      {isPair && <td>{differenceWords(row)}</td>}
    </tr>
  );
}

interface ShareBarProps {
  readonly share: GroupShare;
  readonly place: number;
  /** Of the hits; empty where all are as severe as the row. */
  readonly severities: string;
}

/** `24 of 30`, a bar of the share in the pattern of the group, and its interval as a line over it. */
function ShareBar({ share, place, severities }: ShareBarProps): ReactNode {
  const { hits, judged, interval } = share;
  const number = `${count(hits)} of ${count(judged)}`;
  const beside = besideWords(share);
  if (interval === null) return `${number}: too few${beside === '' ? '' : `; ${beside}`}`;
  const { low, high } = interval;
  const range = `${percent(low).replace(' %', '')} to ${percent(high)}`;
  const style = { ...colorOf(place), '--share': interval.share, '--low': low, '--high': high };
  return (
    <span className="share-cell" title={`${percent(interval.share)}, 95 % interval ${range}`}>
      <span className="share-bar" style={style as CSSProperties} aria-hidden="true">
        <span className={`share-fill pattern-${laneStyle(place).pattern}`} />
        <span className="share-interval" />
      </span>
      {number} <span className="fine">{range}</span>
      {severities !== '' && <span className="share-severities">{severities}</span>}
      {beside !== '' && <span className="fine">{beside}</span>}
    </span>
  );
}
