import { type ParsedItem, rejectionOf } from '../label-claim.ts';
import { readPublisherRows } from './csv-rows.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';

const PAGE = 'https://nbctf.mod.gov.il/he/MinisterSanctions/PropertyPerceptions/Pages/Blockchain.aspx';
/** The number of an order, written as `ASO 13/26` or `ASO - 34/24`; it begins the rows that follow it. */
const ORDER = /^ASO[\s-]*(\d{1,4}\/\d{2})$/;
const CODE = /^[A-Za-z]{2,8}$/;
/** Accounts at a service, which the table lists among the addresses: their numbers are their holders' alone. */
const ACCOUNT = /^\d+$/;

/**
 * The table of Israel's seizure orders as copies of it have it: `Order ID`, columns about the holder, `Virtual currency
 * address / User ID` and `Currency`. The holder's columns are never read: they name natural persons. Numbers of accounts
 * at a service are passed over.
 */
export async function* parseNbctfCsv(input: LabelInput): AsyncGenerator<ParsedItem> {
  let at: { readonly order: number; readonly address: number; readonly currency: number } | null = null;
  let order: string | null = null;
  for await (const { line, cells: raw } of readPublisherRows(input.bytes)) {
    const cells = raw.map((cell) => cell.trim());
    if (at === null) {
      at = columnsOf(cells);
      continue;
    }
    const own = ORDER.exec(cells[at.order] ?? '')?.[1];
    order = own ?? order;
    const address = cells[at.address] ?? '';
    if (address === '' || ACCOUNT.test(address)) continue;
    if (order === null) {
      yield rejectionOf(line, 'no order precedes the address', address);
      continue;
    }
    yield {
      kind: 'label',
      claim: {
        line,
        address,
        chain: chainOf(address, cells[at.currency] ?? ''),
        entity: `NBCTF seizure order ${order}`,
        words: ['sanctions'],
        confidence: 'authority_second_hand',
        sourceUrl: PAGE,
      },
    };
  }
  if (at === null) throw new LabelFormatError('the file is empty');
}

function columnsOf(header: readonly string[]) {
  const names = header.map((name) => name.toLowerCase());
  const [order, address, currency] = ['order id', 'virtual currency address / user id', 'currency'].map((name) =>
    names.indexOf(name),
  );
  if (order === undefined || order < 0 || address === undefined || address < 0) {
    throw new LabelFormatError('the header names no "Order ID" and "Virtual currency address / User ID"');
  }
  return { order, address, currency: currency ?? -1 };
}

/** Most orders name no currency; then the form of the address decides, as the orders mean its first network. */
function chainOf(address: string, currency: string): string {
  if (CODE.test(currency)) return currency;
  if (/^0x/i.test(address)) return 'ETH';
  return /^T/.test(address) ? 'TRX' : 'BTC';
}
