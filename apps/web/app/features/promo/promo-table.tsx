import { Icon } from '@assay/ui';
import { formatDottedDay } from '@assay/wording';
import type { PromoCode } from './promo-codes.ts';

export interface PromoTableProps {
  readonly codes: readonly PromoCode[];
  readonly timeZone: string;
  readonly now: Date;
  readonly onEdit: (code: PromoCode) => void;
  readonly onDelete: (code: PromoCode) => void;
}

/** Every promo code, a row each. */
export function PromoTable({ codes, ...row }: PromoTableProps) {
  return (
    <table className="table promo-table">
      <thead>
        <tr>
          <th scope="col" className="r">
            #
          </th>
          <th scope="col">Code</th>
          <th scope="col">Social</th>
          <th scope="col" className="r">
            Checks
          </th>
          <th scope="col" className="r">
            Total usages
          </th>
          <th scope="col">Expired</th>
          <th scope="col">Created</th>
          <th scope="col">Updated</th>
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code, index) => (
          <PromoRow key={code.id} code={code} number={index + 1} {...row} />
        ))}
      </tbody>
    </table>
  );
}

interface PromoRowProps extends Omit<PromoTableProps, 'codes'> {
  readonly code: PromoCode;
  readonly number: number;
}

function PromoRow({ code, number, timeZone, now, onEdit, onDelete }: PromoRowProps) {
  const isPast = code.expired_at !== null && new Date(code.expired_at) < now;
  return (
    <tr>
      <td className="r num quiet">{number}</td>
      <td className="c-code">
        <span className="mono">{code.code}</span>
      </td>
      <td>
        <RowName>Social</RowName>
        {code.social}
      </td>
      <td className="r num">
        <RowName>Checks</RowName>
        {code.free_checks}
      </td>
      <td className="r num">
        <RowName>Total usages</RowName>
        <Usages code={code} />
      </td>
      <td className="num">
        <RowName>Expired</RowName>
        <span className={isPast ? 'is-late' : undefined}>
          {code.expired_at === null ? 'never' : formatDottedDay(code.expired_at, timeZone)}
        </span>
        {isPast && <span className="sr"> (expired)</span>}
      </td>
      <td className="num">
        <RowName>Created</RowName>
        {formatDottedDay(code.created_at, timeZone)}
      </td>
      <td className="num">
        <RowName>Updated</RowName>
        {formatDottedDay(code.updated_at, timeZone)}
      </td>
      <td className="r c-acts">
        <button className="btn-icon" type="button" aria-label={`Edit ${code.code}`} onClick={() => onEdit(code)}>
          <Icon name="edit" />
        </button>
        <button className="btn-icon" type="button" aria-label={`Delete ${code.code}`} onClick={() => onDelete(code)}>
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}

/** The column's name, shown where the head of the table is not. */
function RowName({ children }: { readonly children: string }) {
  return (
    <span className="c-name" aria-hidden="true">
      {children}
    </span>
  );
}

/** How often it was redeemed, of how often it may be. */
function Usages({ code: { usages, total_usages } }: { readonly code: PromoCode }) {
  return (
    <span>
      <span aria-hidden="true">
        {usages}/{total_usages === 0 ? '∞' : total_usages}
      </span>
      <span className="sr">
        {usages} used, {total_usages === 0 ? 'no limit' : `${total_usages} in total`}
      </span>
    </span>
  );
}
