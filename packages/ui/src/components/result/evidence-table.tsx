import { formatShare, formatUsd, RESULT_WORDS, RISK_WORDS, reachOf } from '@assay/wording';
import { Fragment, useId, useState } from 'react';
import { Icon } from '../controls/icon.tsx';
import { RiskMark } from '../marks/risk-mark.tsx';
import type { EvidenceLine, PathSubject } from './evidence.ts';
import { HopPath } from './hop-path.tsx';
import { TransferList } from './transfer-list.tsx';

export interface EvidenceTableProps {
  /** 'Why this score, incoming'. */
  readonly caption: string;
  readonly lines: readonly EvidenceLine[];
  /** The address that was checked. */
  readonly subject: string;
  /** What is checked, where a path ends at it; 'this wallet' by default. */
  readonly subjectName?: string;
}

const COLUMN_COUNT = 6;
const FIRST_LINES = 12;

/** The transfers behind the stars: one line an entity and layer, its sample path, and on demand every transaction id. */
export function EvidenceTable({ caption, lines, subject, subjectName = RESULT_WORDS.thisWallet }: EvidenceTableProps) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, FIRST_LINES);
  const hasUsd = lines.some((line) => line.usd !== null);
  return (
    <>
      <table className="table evidence">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Reach</th>
            <th scope="col" className="r">
              Share
            </th>
            <th scope="col" className="r">
              {hasUsd ? 'USD' : 'Amount'}
            </th>
            <th scope="col" className="r">
              Hops
            </th>
            <th scope="col">Sample path</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <EvidenceRows key={line.id} line={line} subject={{ address: subject, name: subjectName }} />
          ))}
        </tbody>
      </table>
      {shown.length < lines.length && (
        <button className="btn-quiet" type="button" onClick={() => setAll(true)}>
          Show all {lines.length} lines
          <Icon name="down" small />
        </button>
      )}
    </>
  );
}

function EvidenceRows({ line, subject }: { line: EvidenceLine; subject: PathSubject }) {
  const [open, setOpen] = useState(false);
  const detailId = useId();
  const path = line.paths[0];
  return (
    <Fragment>
      <tr data-open={open ? '' : undefined}>
        <th scope="row">
          <RiskMark risk={line.group} />
          <span className="evidence-name">
            {line.category}
            <span className="sr">, {RISK_WORDS[line.group]}</span>
            <small>{line.entity}</small>
            {line.remarks.map((remark) => (
              <small key={remark}>{remark}</small>
            ))}
          </span>
        </th>
        <td className="c-layer">{reachOf(line.layer)}</td>
        <td className="r num c-share">{formatShare(line.share)}</td>
        <td className="r num c-usd" title={line.amount}>
          {line.usd === null ? line.amount : formatUsd(line.usd)}
        </td>
        <td className="r num c-hops">
          {line.hops}
          <span className="hop-word">{line.hops === '1' ? ' hop' : ' hops'}</span>
        </td>
        <td className="c-path">
          {path !== undefined && (
            <span className="path-cell">
              <HopPath path={path} subject={subject} />
              <button
                className="btn-icon path-toggle"
                type="button"
                aria-expanded={open}
                aria-controls={detailId}
                aria-label={`Transactions of ${line.category}, ${line.entity}`}
                onClick={() => setOpen(!open)}
              >
                <Icon name="down" small />
              </button>
            </span>
          )}
        </td>
      </tr>
      {open && (
        <tr className="evidence-more" id={detailId}>
          <td colSpan={COLUMN_COUNT}>
            <TransferList paths={line.paths} subject={subject} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}
