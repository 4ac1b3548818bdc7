import { ApiError } from '@assay/contracts/client';
import { formatCents } from '@assay/domain';
import { Icon, Spinner } from '@assay/ui';
import { useState } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import { formatNamedDay } from '../../shell/time/format-time.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { Receipt } from './money.ts';
import { receiptState } from './receipt-state.ts';
import { saveFile } from './save-file.ts';
import { useReceipts } from './use-receipts.ts';

/** What was paid, each with its invoice. Nothing is there before the first payment. */
export function Receipts() {
  const receipts = useReceipts();
  const timeZone = useTimeZone();
  if (receipts.length === 0) return null;
  return (
    <section className="receipts" aria-labelledby="receipts">
      <h2 id="receipts">Receipts</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Paid for</th>
            <th scope="col">With</th>
            <th scope="col" className="r">
              Amount
            </th>
            <th scope="col">
              <span className="sr">Invoice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ReceiptRow({ receipt, timeZone }: { readonly receipt: Receipt; readonly timeZone: string }) {
  const { title, paid_at, payment_type, amount_cents } = receipt;
  const day = formatNamedDay(paid_at, timeZone);
  const state = receiptState(receipt);
  return (
    <tr>
      <td className="tnum c-day">
        <time dateTime={paid_at}>{day}</time>
      </td>
      <td className="c-what">{title}</td>
      <td className="c-way">{payment_type === 'stripe' ? 'Card' : 'Crypto'}</td>
      <td className="r num">
        {formatCents(amount_cents)}
        {state !== null && <span className="quiet">{state}</span>}
      </td>
      <td className="r c-invoice">
        <InvoiceButton receipt={receipt} subject={`${title}, ${day}`} />
      </td>
    </tr>
  );
}

/** A failure shows nothing: the button just comes back. */
function InvoiceButton({ receipt, subject }: { readonly receipt: Receipt; readonly subject: string }) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    if (isBusy) return;
    setBusy(true);
    try {
      const file = await browserClient().download(receipt.invoice_path);
      saveFile(file.bytes, file.type, file.name ?? `invoice-${receipt.id}.pdf`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <button className="btn-quiet" type="button" aria-busy={isBusy} onClick={() => void download()}>
      {isBusy ? <Spinner /> : <Icon name="download" small />}
      Invoice<span className="sr"> for {subject}</span>
    </button>
  );
}
