import type { DownloadedFile } from '@assay/contracts/client';
import { Icon, Spinner } from '@assay/ui';
import { formatCents, formatNamedDay } from '@assay/wording';
import { saveFile } from '../../shell/data/save-file.ts';
import { useAction } from '../../shell/data/use-action.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { Order, Receipt } from './money.ts';
import { OrderActions } from './order-actions.tsx';
import { waitingLabel } from './order-words.ts';
import { receiptState } from './receipt-state.ts';

export interface ReceiptsProps {
  /** Payments that were begun and not completed. */
  readonly waiting: readonly Order[];
  readonly receipts: readonly Receipt[];
}

/** The payments with their invoices, those that wait first. */
export function Receipts({ waiting, receipts }: ReceiptsProps) {
  const timeZone = useTimeZone();
  return (
    <section className="receipts" aria-labelledby="receipts">
      <h2 id="receipts">Receipts</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Paid for</th>
            <th scope="col">Paid with</th>
            <th scope="col" className="r">
              Amount
            </th>
            <th scope="col">
              <span className="sr">Invoice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {waiting.map((order) => (
            <WaitingRow key={order.order_id} order={order} timeZone={timeZone} />
          ))}
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function WaitingRow({ order, timeZone }: { readonly order: Order; readonly timeZone: string }) {
  const { title, created_at, payment_type, amount_cents } = order;
  return (
    <tr>
      <td className="tnum c-day">
        <time dateTime={created_at}>{formatNamedDay(created_at, timeZone)}</time>
      </td>
      <td className="c-what">{title}</td>
      <td className="c-method">{payment_type === 'stripe' ? 'Card' : 'Crypto'}</td>
      <td className="r num">
        {formatCents(amount_cents)}
        <span className="quiet">{waitingLabel(order)}</span>
      </td>
      <td className="r c-invoice">
        <OrderActions order={order} />
      </td>
    </tr>
  );
}

function ReceiptRow({ receipt, timeZone }: { readonly receipt: Receipt; readonly timeZone: string }) {
  const { id, title, paid_at, payment_type, amount_cents } = receipt;
  const day = formatNamedDay(paid_at, timeZone);
  const state = receiptState(receipt);
  return (
    <tr>
      <td className="tnum c-day">
        <time dateTime={paid_at}>{day}</time>
      </td>
      <td className="c-what">{title}</td>
      <td className="c-method">{payment_type === 'stripe' ? 'Card' : 'Crypto'}</td>
      <td className="r num">
        {formatCents(amount_cents)}
        {state !== null && <span className="quiet">{state}</span>}
      </td>
      <td className="r c-invoice">
        {receipt.invoice_path !== null && (
          <DocumentButton
            label="Invoice"
            subject={`${title}, ${day}`}
            read={() => browserClient().download('GET /payment/receipts/:id/invoice', { id })}
          />
        )}
        {receipt.credit_notes.map(({ number }) => (
          <DocumentButton
            key={number}
            label="Credit note"
            subject={`${title}, ${day}, No. ${number}`}
            read={() => browserClient().download('GET /payment/receipts/:id/credit-notes/:number', { id, number })}
          />
        ))}
      </td>
    </tr>
  );
}

interface DocumentButtonProps {
  readonly label: 'Invoice' | 'Credit note';
  readonly subject: string;
  readonly read: () => Promise<DownloadedFile>;
}

/** A failure is not shown: the button becomes active again. */
function DocumentButton({ label, subject, read }: DocumentButtonProps) {
  const { isBusy, run } = useAction();

  const download = () =>
    run(async () => {
      const file = await read();
      saveFile(
        new Blob([file.bytes], { type: file.type }),
        file.name ?? `${label.toLowerCase().replace(' ', '-')}.pdf`,
      );
    });

  return (
    <button className="btn-quiet" type="button" aria-busy={isBusy} onClick={() => void download()}>
      {isBusy ? <Spinner /> : <Icon name="download" small />}
      {label}
      <span className="sr"> for {subject}</span>
    </button>
  );
}
