import { ERRORS, isErrorName } from '@assay/contracts';
import type { BatchResultV1 } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import { checkedNetwork } from '../../../checks/index.ts';
import type { EndedRow } from '../batch-rows.store.ts';
import type { ResultSummary } from './result-summary.ts';

const WITHOUT_RESULT: ResultSummary = {
  stars: null,
  score: null,
  verdict: null,
  not_rated_reason: null,
  headline: null,
  confidence: null,
  incoming: null,
  outgoing: null,
  labels: null,
  method_version: null,
  label_set_version: null,
};

export interface RowPlace {
  /** That of its batch. */
  readonly mode: ApiMode;
  /** Rows of the parts before. */
  readonly offset: number;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether its batch was. */
  readonly isCanceled: boolean;
  /** Whether a row before it shares its check. */
  readonly isRepeated: boolean;
}

/** A row of the results. */
export function resultRow(row: EndedRow, place: RowPlace): BatchResultV1 {
  const { mode, offset, publicUrl, isCanceled, isRepeated } = place;
  const status = statusOf(row, isCanceled);
  return {
    row: offset + row.number,
    line: row.line,
    mode,
    status,
    address: row.address,
    asset: row.ticker,
    network: row.parent === '' && row.state !== null ? checkedNetwork(row.ticker, null) : row.parent,
    reference: row.reference,
    error: errorOf(row, status),
    ...(row.summary === null ? WITHOUT_RESULT : (JSON.parse(row.summary) as ResultSummary)),
    charged: row.charged === true && !isRepeated,
    check: row.apiCheck ?? row.testCheck,
    result_url: row.summary === null || row.subId === null ? null : `${publicUrl}/riskcheck/${row.subId}`,
    input: row.extra === null ? {} : JSON.parse(row.extra),
  };
}

function statusOf({ code, state }: EndedRow, isCanceled: boolean): BatchResultV1['status'] {
  if (code !== null) return 'invalid';
  // It was not judged yet.
  if (state === null) return isCanceled ? 'canceled' : 'waiting';
  return state === 'running' ? 'waiting' : state;
}

function errorOf({ code, detail, failure }: EndedRow, status: BatchResultV1['status']): BatchResultV1['error'] {
  if (code !== null) return { code, detail: detail ?? '' };
  if (status === 'canceled') return { code: 'canceled', detail: 'The batch was cancelled before the row was checked.' };
  if (status !== 'failed') return null;
  const name = failure !== null && isErrorName(failure) ? failure : 'CheckFailed';
  return {
    code: name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
    detail: ERRORS[name].message,
  };
}
