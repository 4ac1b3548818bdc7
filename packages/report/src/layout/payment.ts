import type { CanonicalResult } from '@assay/certificate';
import { paymentFacts, wordsOnPayment } from '@assay/wording';
import type { Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';
import { paragraph, section } from './blocks.ts';
import { layFacts } from './result-basis.ts';

/** Which payment the result is of; nothing for the result of an address. */
export function layPayment(paper: Paper, { payment, address, asset }: CanonicalResult): void {
  if (payment === undefined) return;
  const words = wordsOnPayment(payment.direction);
  const sect = section(paper, words.title, 110);
  layFacts(paper, sect, words.title, paymentFacts(payment, address, asset));
  paragraph(paper, sect, `Rated is this payment alone. ${words.rest}`, STYLE.cellQuiet);
  sect.end();
}
