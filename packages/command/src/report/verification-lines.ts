import { isOf3, type SignedCheck, type SignedResult, signedCheckOf, type VerificationReport } from '@assay/certificate';
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
    ...(result === null ? [] : ['', resultLine(result), ...paymentLines(signedCheckOf(result))]),
    '',
    'Not proven by any signature:',
    ...notProven.map((text) => `- ${text}`),
  ];
}

function resultLine(result: SignedResult): string {
  const { asset, address, checkedAt, issuer, sub_id: subId } = signedCheckOf(result);
  const { ticker, parent } = asset;
  const named = parent === null ? ticker : `${ticker} on ${parent}`;
  return printable(
    `${named}  ${address}  ${starsOfResult(result)}  checked ${checkedAt}  ${issuer.url}/riskcheck/${subId}`,
  );
}

/** The payment that was rated, so that nobody reads its stars as those of the address. */
function paymentLines({ payment, address, asset }: SignedCheck): readonly string[] {
  if (payment === null) return [];
  const facts = [[nameOfAddress(payment), address] as const, ...paymentFacts(payment, address, asset)];
  return facts.map(([term, fact]) => printable(`${term}: ${fact}`));
}

/** The rating of a signed result, such as `5 of 5 stars, total 0.9`; of version 3, with its headline. */
export function starsOfResult(result: SignedResult): string {
  if (isOf3(result)) return `${countStars(result.riskscore)}: ${result.texts.headline}`;
  const { stars, total } = result.score;
  return `${countStars(stars)}${stars === 0 || total === null ? '' : `, total ${formatPoints(total)}`}`;
}
