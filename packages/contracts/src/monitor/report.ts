import type { Contract } from '../wire/contract.ts';
import { CheckStateParams } from './check-state.ts';

/**
 * GET /monitor/pdf/{sub_id} (row API-13): the certificate of a finished check as a signed PDF, saved as
 * `{product}-report-{sub_id}.pdf`. Needs no account: the id opens it. A check without a rating has a certificate too.
 */
export const ReadReport = {
  method: 'GET',
  path: '/monitor/pdf/:sub_id',
  summary: 'Download the signed report of a finished check',
  tag: 'monitor',
  limit: 'reports',
  credentials: 'optional',
  params: CheckStateParams,
  contentType: 'application/pdf',
  isRevalidated: true,
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'SigningUnavailable', 'Overloaded'],
} as const satisfies Contract;

/**
 * GET /monitor/check/{sub_id}/preview.png: the picture of a finished check for link previews, 1200 by 630: score, asset,
 * shortened address, rosette.
 */
export const ReadPreview = {
  method: 'GET',
  path: '/monitor/check/:sub_id/preview.png',
  summary: 'The picture of a finished check for link previews',
  tag: 'monitor',
  limit: 'reports',
  credentials: 'optional',
  params: CheckStateParams,
  contentType: 'image/png',
  isRevalidated: true,
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'SigningUnavailable', 'Overloaded'],
} as const satisfies Contract;
