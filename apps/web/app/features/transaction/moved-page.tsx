import type { TransactionMoves } from '@assay/contracts';
import { EXPLORERS, NETWORKS, transactionPage } from '@assay/domain';
import { Alert, AssetName, CopyButton } from '@assay/ui';
import { countOf, formatTime } from '@assay/wording';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { type TransactionView, transactionPath } from '../../shell/navigation/transaction-path.ts';
import type { TransactionFormAnswer } from './form-answer.ts';
import { MovesTable } from './moves-table.tsx';
import { SideForm } from './side-form.tsx';
import { SideSearch } from './side-search.tsx';

/** As the API pages them. */
const PAGE_SIZE = 50;

export interface MovedPageProps {
  readonly view: TransactionView;
  readonly moved: TransactionMoves;
  readonly formKey: string;
  readonly answer: TransactionFormAnswer | null;
}

/** What a transaction moved, and which payment of it is to be checked. */
export function MovedPage({ view, moved, formKey, answer }: MovedPageProps) {
  const { page = 1, sidePage = 1, side } = view;
  const { network, asset, sides_in_all: all, moves_in_all: moves, is_pending: isPending } = moved;
  const own = { id: moved.transaction_id, network, ticker: asset.ticker };
  const isLong = all > PAGE_SIZE || side !== undefined;
  return (
    <>
      <h1>{isPending === true ? 'What this transaction would move' : 'What this transaction moved'}</h1>
      {isPending === true && <Alert type="warn" message={PENDING} />}
      <MovedFacts moved={moved} />
      <section aria-labelledby="tx-moves">
        <h2 id="tx-moves">Movements</h2>
        <MovesTable moved={moved} page={page} />
        <PageLinks
          label="Pages of movements"
          page={page}
          totalPages={Math.ceil(moves / PAGE_SIZE)}
          pathOf={(other) => transactionPath({ ...own, page: other, sidePage, side })}
        />
        {moved.provider !== null && (
          <p className="hint">Read through {moved.provider} just now: no record of this transaction is stored.</p>
        )}
        {!moved.is_whole && <p className="hint">{NOT_WHOLE}</p>}
        {!moved.has_labels && (
          <p className="hint">Who is behind the addresses is shown to people with an account, and in every result.</p>
        )}
      </section>
      <section aria-labelledby="tx-check">
        <h2 id="tx-check">Check a payment of it</h2>
        <p>
          A deposit is rated by where its money comes from, a withdrawal by where it went, by{' '}
          <SiteLink to="/method/transactions">the method for a transaction</SiteLink>.
        </p>
        {moves > 0 && moved.moves.every(({ kind }) => kind === 'fee') && <p>{FEE_ONLY}</p>}
        {isLong && <SideSearch view={{ ...own, side }} failure={answer?.form === 'side' ? answer.error : null} />}
        {moved.sides.length === 0 ? (
          <p role="status">{moved.side_refused === null ? NOBODY : SIDE_REFUSALS[moved.side_refused]}</p>
        ) : (
          <>
            {isLong && side === undefined && (
              <p className="hint">{countOf(all, 'address', 'addresses')} paid or received.</p>
            )}
            <SideForm key={answer?.error} moved={moved} formKey={formKey} answer={answer} />
          </>
        )}
        <PageLinks
          label="Pages of addresses"
          page={sidePage}
          totalPages={Math.ceil(all / PAGE_SIZE)}
          pathOf={(other) => transactionPath({ ...own, page, sidePage: other, side })}
        />
      </section>
    </>
  );
}

const PENDING =
  'Not confirmed yet: another transaction can still take its place. A deposit can be checked now, and again once it is confirmed, free within 24 hours.';
const NOBODY = 'Nobody paid or received: there is no payment that could be rated.';
const FEE_ONLY = 'It moved nothing but its fee. As a withdrawal that is N/A, and costs no check.';
const NOT_WHOLE =
  'Its source does not give all of it: coins of unknown value, or transfers within contracts, can be missing.';

const SIDE_REFUSALS: Readonly<Record<NonNullable<TransactionMoves['side_refused']>, string>> = {
  'not a party': 'This address neither paid nor received in it. Look for another one, or check the address itself.',
  'mint or burn': 'This is a mint or burn address, which nobody holds the key to. Look for the other side.',
};

function MovedFacts({ moved }: { readonly moved: TransactionMoves }) {
  const { transaction_id: id, network, time, block, asset, other_assets: others } = moved;
  const { name } = EXPLORERS[network];
  return (
    <dl className="tx-facts">
      <div>
        <dt>Transaction</dt>
        <dd>
          <span className="copy">
            <span className="mono tx-addr">{id}</span>
            <CopyButton
              text={id}
              label="Copy transaction id"
              confirmation="The transaction id is copied to clipboard"
            />
          </span>
          <a className="link" href={transactionPage(network, id)} target="_blank" rel="noopener noreferrer">
            See it in {name}
          </a>
        </dd>
      </div>
      <div>
        <dt>Asset</dt>
        <dd>
          <AssetName ticker={asset.ticker} parent={asset.parent} name={asset.name} />
          {others.length > 0 && (
            <span className="tx-others">
              It also moved{' '}
              {others.map(({ ticker }, index) => (
                <span key={ticker}>
                  {index > 0 && ', '}
                  <SiteLink prefetch="none" to={transactionPath({ id, network, ticker })}>
                    {ticker}
                  </SiteLink>
                </span>
              ))}
              .
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{moved.is_pending === true ? 'Seen' : 'Made'}</dt>
        <dd>
          <span>
            <time dateTime={time}>{formatTime(time)} UTC</time>
            {block === null ? '' : `, block ${block}`}, on {NETWORKS[network].name}
          </span>
        </dd>
      </div>
    </dl>
  );
}
