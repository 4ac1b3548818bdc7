import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { Form } from 'react-router';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { type PageSearch, withSearch } from './read-search.ts';

export interface CounterpartyFilterProps {
  readonly subId: string;
  readonly ticker: string;
  readonly search: PageSearch;
}

const FILTERS = ['category', 'least', 'from', 'to', 'search'] as const;

const SORTS = [
  ['amount', 'Largest amount'],
  ['records', 'Most records'],
  ['first', 'Earliest first record'],
  ['last', 'Latest last record'],
  ['label', 'Name'],
] as const;

/** What is listed. Without a script, the browser sends the same form. */
export function CounterpartyFilter({ subId, ticker, search }: CounterpartyFilterProps) {
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  const kept = (['direction', 'order'] as const).flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return (
    <Form
      className="party-filter"
      key={JSON.stringify(search)}
      role="search"
      aria-label="Counterparties"
      preventScrollReset
    >
      {kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="field">
        <label htmlFor="party-search">Address or name</label>
        <input className="input" id="party-search" name="search" maxLength={128} defaultValue={search.search} />
      </p>
      <p className="field">
        <label htmlFor="party-category">Category</label>
        <select className="input" id="party-category" name="category" defaultValue={search.category ?? ''}>
          <option value="">All</option>
          <option value="none">Without a label</option>
          {CATEGORY_IDS.map((id) => (
            <option key={id} value={id}>
              {CATEGORIES[id].title}
            </option>
          ))}
        </select>
      </p>
      <p className="field">
        <label htmlFor="party-least">At least, {ticker}</label>
        <input className="input" id="party-least" name="least" inputMode="decimal" defaultValue={search.least} />
      </p>
      <p className="field">
        <label htmlFor="party-from">Seen from</label>
        <input className="input" id="party-from" name="from" type="date" defaultValue={search.from} />
      </p>
      <p className="field">
        <label htmlFor="party-to">Seen until</label>
        <input className="input" id="party-to" name="to" type="date" defaultValue={search.to} />
      </p>
      <p className="field">
        <label htmlFor="party-sort">Sort by</label>
        <select className="input" id="party-sort" name="sort" defaultValue={search.sort ?? 'amount'}>
          {SORTS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <p className="party-filter-acts">
        <button className="btn btn-line" type="submit">
          Show
        </button>
        {isFiltered && (
          <SiteLink
            className="link"
            preventScrollReset
            to={withSearch(subId, search, { category: '', least: '', from: '', to: '', search: '' })}
          >
            Show all
          </SiteLink>
        )}
      </p>
    </Form>
  );
}
