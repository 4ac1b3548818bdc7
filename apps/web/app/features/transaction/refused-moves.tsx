import type { TransactionData } from '@assay/contracts';
import { NETWORKS, type NetworkId } from '@assay/domain';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { type TransactionView, transactionPath } from '../../shell/navigation/transaction-path.ts';

type Refused = Extract<TransactionData, { readonly is: 'refused' }>;

const TITLES: Readonly<Record<Refused['reason'], string>> = {
  'no record': 'No record of this transaction',
  failed: 'This transaction failed',
  'other assets': 'It moved another asset',
  'test network': 'This is a test network',
  'not on this network': 'It is not on this network',
  unconfirmed: 'It is not confirmed yet',
  replaced: 'Another transaction took its place',
  unknown: 'No provider knows it',
  unanswered: 'No provider answered',
};

export interface RefusedMovesProps {
  readonly view: TransactionView;
  readonly refused: Refused;
}

/** Why nothing is shown of a transaction, and what can be done. */
export function RefusedMoves({ view, refused }: RefusedMovesProps) {
  const { reason, text, networks, other_assets: others } = refused;
  const { id, network } = view;
  const canChoose = reason === 'not on this network' || (reason === 'no record' && network === undefined);
  return (
    <>
      <h1>{TITLES[reason]}</h1>
      <p>{text}</p>
      <p className="mono tx-id">{id}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ ticker, name }) => (
            <li key={ticker}>
              <SiteLink prefetch="none" to={transactionPath({ id, network, ticker })}>
                Show what it moved of {ticker}, {name}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      {canChoose && networks.length > 1 && (
        <>
          <h2>Which network is it on?</h2>
          <p>Ids of these networks look like this one.</p>
          <NetworkLinks view={view} networks={networks} />
        </>
      )}
      {(reason === 'unconfirmed' || reason === 'unanswered') && (
        <p>
          <SiteLink className="link" prefetch="none" to={transactionPath(view)}>
            Look it up again
          </SiteLink>
        </p>
      )}
      {reason === 'no record' && (
        <p>
          <SiteLink to="/sources">Sources and coverage</SiteLink> says which records this service has. A check of an
          address says more than nothing: <SiteLink to="/">paste the address</SiteLink> of the other side.
        </p>
      )}
    </>
  );
}

/** Asks for the network of a transaction; none is guessed. */
export function NetworkQuestion({
  view,
  networks,
}: {
  readonly view: TransactionView;
  readonly networks: readonly NetworkId[];
}) {
  return (
    <>
      <h1>Which network is it on?</h1>
      <p>Several networks have a transaction with this id.</p>
      <p className="mono tx-id">{view.id}</p>
      <NetworkLinks view={view} networks={networks} />
    </>
  );
}

function NetworkLinks({ view, networks }: { readonly view: TransactionView; readonly networks: readonly NetworkId[] }) {
  return (
    <ul className="tx-networks">
      {networks.map((network) => (
        <li key={network}>
          <SiteLink prefetch="none" to={transactionPath({ id: view.id, ticker: view.ticker, network })}>
            {NETWORKS[network].name}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
