import type { CanonicalResult, VerificationReport } from '@assay/certificate';
import { countStars, formatPoints, nameOfAddress, paymentFacts } from '@assay/wording';
import { EXIT } from '../exit.ts';
import { printable } from '../terminal/printable.ts';

const MARKS = { proven: 'proven   ', failed: 'FAILED   ', unknown: 'unknown  ' } as const;

/** The exit code of each verdict. */
export const EXIT_OF_VERDICT = { valid: EXIT.ok, not_valid: EXIT.no, not_proven: EXIT.usage } as const;

/** The findings line by line, and what no signature can prove. */
export function verificationLines({
  summary,
  findings,
  signers,
  result,
  notProven,
  recordsWanted,
}: VerificationReport): readonly string[] {
  return [
    summary,
    '',
    ...findings.map(({ outcome, text }) => `${MARKS[outcome]}${text}`),
    ...signers.map(({ what, name, time, isTimeVouched }) => {
      const when = time === null ? '' : `, ${time}${isTimeVouched ? ' (time stamp)' : ' (its own word)'}`;
      return `signed   ${what === 'pdf' ? 'pages' : what === 'result' ? 'result' : 'time'}: ${printable(name)}${when}`;
    }),
    ...recordsWanted.map(
      (digest) => `record   /.well-known/assay-issued/${digest}.json of the issuer would decide; name it with --record`,
    ),
    ...(result === null ? [] : ['', resultLine(result), ...paymentLines(result)]),
    '',
    'Not proven by any signature:',
    ...notProven.map((text) => `- ${text}`),
  ];
}

function resultLine(result: CanonicalResult): string {
  const { ticker, parent } = result.asset;
  const asset = parent === null ? ticker : `${ticker} on ${parent}`;
  return printable(
    `${asset}  ${result.address}  ${starsOfResult(result)}  checked ${result.checked_at}  ${result.issuer.url}/riskcheck/${result.sub_id}`,
  );
}

/** The payment that was rated, so that nobody reads its stars as those of the address. */
function paymentLines({ payment, address, asset }: CanonicalResult): readonly string[] {
  if (payment === undefined) return [];
  const facts = [[nameOfAddress(payment), address] as const, ...paymentFacts(payment, address, asset)];
  return facts.map(([term, fact]) => printable(`${term}: ${fact}`));
}

/** The rating of a signed result, such as `5 of 5 stars, total 0.9`. */
export function starsOfResult({ score: { stars, total } }: CanonicalResult): string {
  return `${countStars(stars)}${stars === 0 || total === null ? '' : `, total ${formatPoints(total)}`}`;
}
