import { formatCents, formatCount, formatDay } from '@assay/wording';
import { wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { paragraph } from '../layout/blocks.ts';
import { drawFrame } from '../layout/frame.ts';
import { type Cell, Table } from '../layout/table.ts';
import { PAGE, Paper, TEXT_WIDTH } from '../pdf/paper.ts';
import { LEADING, STYLE } from '../styles.ts';
import type { InvoiceInput, InvoiceParty } from './invoice-input.ts';

const HALF = (TEXT_WIDTH - 24) / 2;
const NAME_CHARACTERS = 160;
const LINE_CHARACTERS = 120;
const ADDRESS_LINES = 8;

/**
 * Lays an invoice, or a credit note, out as a tagged PDF in the design of the reports. A pure function of its input: the same input gives
 * the same bytes.
 */
export function renderInvoice(input: InvoiceInput): Uint8Array {
  const product = printable(input.productName, 'sansSemi', 60);
  const name = input.corrects === null ? 'Invoice' : 'Credit note';
  const paper = new Paper(
    {
      title: `${name} ${input.number}`,
      author: input.seller.name,
      subject: input.title,
      keywords: `${input.number}, ${input.orderId}`,
      date: input.issuedAt,
    },
    (page, number) =>
      drawFrame(page, { title: `${product} ${name.toLowerCase()}`, number: `No. ${input.number}` }, number === 1),
  );
  paper.y += 10;
  paper.tagged(paper.root, 'H1', () => paper.line(`${name} ${input.number}`, PAGE.left, paper.y + 18, STYLE.headline));
  paper.y += 46;
  layParties(paper, input);
  layFacts(paper, input);
  layLine(paper, input);
  layTotals(paper, input);
  return paper.finish();
}

/** Seller and buyer beside each other. */
function layParties(paper: Paper, { seller, buyer }: InvoiceInput): void {
  const top = paper.y;
  const ends = (
    [
      ['From', seller, PAGE.left],
      ['To', buyer, PAGE.left + HALF + 24],
    ] as const
  ).map(([title, party, x]) => layParty(paper, { title, party, x, top }));
  paper.y = Math.max(...ends) + 18;
}

function layParty(
  paper: Paper,
  { title, party, x, top }: { title: string; party: InvoiceParty; x: number; top: number },
): number {
  let y = top + 10;
  const part = paper.group(paper.root, 'Sect');
  const line = (text: string, style: (typeof STYLE)['label'] | (typeof STYLE)['strong'] | (typeof STYLE)['body']) => {
    paper.tagged(part, 'P', () => paper.line(text, x, y, style));
    y += style.sizePoints * LEADING;
  };
  line(title, STYLE.label);
  const shown = (text: string, max: number) => printable(text, 'sans', max);
  for (const text of wrapText(printable(party.name, 'sansSemi', NAME_CHARACTERS), STYLE.strong, HALF)) {
    line(text, STYLE.strong);
  }
  for (const text of (party.address ?? '')
    .split('\n')
    .filter((one) => one.trim() !== '')
    .slice(0, ADDRESS_LINES)) {
    for (const wrapped of wrapText(shown(text, LINE_CHARACTERS), STYLE.body, HALF)) line(wrapped, STYLE.body);
  }
  if (party.taxId !== null) line(`Tax number: ${shown(party.taxId, 60)}`, STYLE.body);
  if (party.email !== party.name) {
    for (const text of wrapText(shown(party.email, NAME_CHARACTERS), STYLE.body, HALF)) line(text, STYLE.body);
  }
  part.end();
  return y;
}

function layFacts(paper: Paper, input: InvoiceInput): void {
  const table = new Table(paper, paper.root, 'Payment', [
    { title: input.corrects === null ? 'Date of invoice' : 'Date of credit note', widthPoints: 110 },
    { title: 'Date of payment', widthPoints: 110 },
    { title: 'Paid by', widthPoints: 70 },
    { title: 'Order', widthPoints: 160 },
  ]);
  table.row([
    cell(formatDay(input.issuedAt.toISOString())),
    cell(formatDay(input.paidAt.toISOString())),
    cell(input.paidBy),
    { texts: [{ text: input.orderId, style: STYLE.code }] },
  ]);
  table.end();
  paper.y += 14;
}

function layLine(paper: Paper, input: InvoiceInput): void {
  const { period } = input;
  const table = new Table(paper, paper.root, 'What was bought', [
    { title: 'Bought', widthPoints: 180 },
    { title: 'Period', widthPoints: 130 },
    { title: 'Quantity', widthPoints: 50, align: 'right' },
    { title: 'Unit price', widthPoints: 50, align: 'right' },
    { title: 'Amount', widthPoints: 40, align: 'right' },
  ]);
  table.row([
    { texts: [{ text: `${input.title} (${input.productName})`, style: STYLE.cellStrong }] },
    cell(
      period === null ? 'No end' : `${formatDay(period.from.toISOString())} to ${formatDay(period.to.toISOString())}`,
    ),
    number(formatCount(input.quantity)),
    number(formatCents(input.unitCents)),
    number(formatCents(input.unitCents * input.quantity)),
  ]);
  table.end();
}

function layTotals(paper: Paper, input: InvoiceInput): void {
  const { tax, discountCents, amountCents, corrects } = input;
  const lines: (readonly [string, string])[] = [
    ...(discountCents === 0 ? [] : [['Discount', `−${formatCents(discountCents)}`] as const]),
    ...(tax === null ? [] : [[`Tax included (${tax.percent}%)`, formatCents(tax.cents)] as const]),
  ];
  const part = paper.group(paper.root, 'Sect');
  const row = (name: string, value: string, style: (typeof STYLE)['fact'] | (typeof STYLE)['strong']) => {
    paper.tagged(part, 'P', () => {
      paper.line(name, PAGE.left + TEXT_WIDTH * 0.55, paper.y + 12, style);
      paper.lineRight(value, PAGE.right, paper.y + 12, style);
    });
    paper.y += style.sizePoints * LEADING + 3;
  };
  paper.y += 4;
  for (const [name, value] of lines) row(name, value, STYLE.fact);
  row(corrects === null ? 'Total, paid' : 'Total, credited', formatCents(amountCents), STYLE.strong);
  part.end();
  paper.y += 14;
  const about =
    corrects === null
      ? ''
      : `This credit note corrects invoice ${corrects.number} of ${formatDay(corrects.issuedAt.toISOString())}. `;
  paragraph(paper, paper.root, `${about}All amounts are in US dollars (USD). Days are in UTC.`);
}

function cell(text: string): Cell {
  return { texts: [{ text, style: STYLE.cell }] };
}

function number(text: string): Cell {
  return { texts: [{ text, style: STYLE.cellNumber, isOwn: true }] };
}
